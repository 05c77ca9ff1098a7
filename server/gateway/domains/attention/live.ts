import type { AttentionItem } from '#shared/domains/attention/contract.ts'
import { accountAttentionChannel, type LiveEvent } from '#shared/realtime/events.ts'
import { AppError } from '#server/lib/errors.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { runByHub, type LiveField } from '#server/gateway/realtime/live-field.ts'
import { AttentionItemRef } from './schema.ts'

interface AttentionEvent {
  event: LiveEvent
  item: Wire<AttentionItem>
}

const AttentionEventRef = builder.objectRef<AttentionEvent>('AttentionEvent').implement({
  fields: (t) => ({
    event: t.exposeString('event', { description: 'save, update or remove' }),
    item: t.field({ type: AttentionItemRef, resolve: ({ item }) => item }),
  }),
})

builder.subscriptionField('attention', (t) =>
  t.field({
    description: 'The items of the account that need attention, each at every change.',
    type: AttentionEventRef,
    subscribe: runByHub,
    resolve: (root) => root as AttentionEvent,
  }),
)

/** Every event has the whole item, so that nothing is read. */
export const attentionLiveField: LiveField = {
  name: 'attention',
  entityPath: ['item'],
  payload: 'row',
  filterFields: [],
  volatileFields: [],
  knownStatuses: [],
  open(_args, { account }) {
    if (!account) throw new AppError('FORBIDDEN', 'Choose an account first')
    return {
      channel: accountAttentionChannel(account._id),
      appId: null,
      entityPath: null,
      createFilter: null,
      read: null,
    }
  },
  toRoot: (event, item) => ({ event, item }),
}
