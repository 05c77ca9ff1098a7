import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

const rereadInvitations = (_result: unknown, _args: unknown, store: Cache) =>
  invalidateLists(store, 'invitations')

/** Cache updates of the account: whatever sends or ends an invitation changes the lists of pending ones. */
export const accountCache: DomainCache = {
  updates: {
    Mutation: {
      inviteToAccount: rereadInvitations,
      inviteUser: rereadInvitations,
      resendInvitation: rereadInvitations,
      createInvitationLink: rereadInvitations,
      withdrawInvitation: rereadInvitations,
      // The invitations that the person has sent end with the right to send them.
      updateMembership: rereadInvitations,
      deleteMembership: rereadInvitations,
    },
  },
}
