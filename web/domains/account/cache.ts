import type { Cache } from '@urql/exchange-graphcache'
import { type saveLastLookMutation, settingsQuery } from '#web/lib/account/account-operations.ts'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'
import type { ResultOf } from '#web/lib/graphql.ts'

const rereadInvitations = (_result: unknown, _args: unknown, store: Cache) =>
  invalidateLists(store, 'invitations')

/**
 * Cache updates of the account: whatever sends or ends an invitation changes the lists of pending ones. The own settings
 * are those that the last save has answered.
 */
export const accountCache: DomainCache = {
  // What a record stands for depends on the list that it is in: no two share it.
  keys: { UserSettings: () => null, AuditEntry: () => null },
  updates: {
    Mutation: {
      saveSettings(result, _args, store) {
        const { saveSettings: settings } = result as ResultOf<typeof saveLastLookMutation>
        store.updateQuery({ query: settingsQuery }, (data) => data && { ...data, settings })
      },
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
