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
        if (!added.invited) forgetMembers(store, args['teamId'] as string)
      },
      removeTeamMember: (_result, args, store) => forgetMembers(store, args['teamId'] as string),
    },
  },
}

type Store = Parameters<typeof invalidateLists>[0]

function forgetMembers(store: Store, teamId: string): void {
  store.invalidate('Query', 'teamMembers', { teamId })
  store.invalidate({ __typename: 'Team', id: teamId }, 'memberCount')
}
