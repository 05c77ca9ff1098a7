import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

/**
 * A new team belongs into every list and select of teams; adding and removing members changes the members and
 * their number.
 */
export const teamCache: DomainCache = {
  updates: {
    Mutation: {
      createTeam: (_result, _args, store) => invalidateLists(store, 'teams'),
      addTeamMember(result, args, store) {
        const { addTeamMember: added } = result as { addTeamMember: { invited: boolean } }
        // An invited user is no member yet.
        if (!added.invited) invalidateMembers(store, args['teamId'] as string)
        invalidateLists(store, 'invitations')
      },
      removeTeamMember: (_result, args, store) => invalidateMembers(store, args['teamId'] as string),
    },
  },
}

function invalidateMembers(store: Cache, teamId: string): void {
  store.invalidate('Query', 'teamMembers', { teamId })
  store.invalidate({ __typename: 'Team', id: teamId }, 'memberCount')
}
