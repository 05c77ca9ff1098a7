import { AppError } from '#server/lib/errors.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import type { LiveBacklogRow } from './counters.ts'
import type { Backlogs } from './backlogs.ts'
import { runByHub, type LiveField } from '#server/gateway/realtime/live-field.ts'
import { BacklogRowRef } from './schema.ts'

builder.subscriptionFields((t) => ({
  backlog: t.field({
    description: 'Rows of the backlog whose counters have moved, several times a second at most.',
    type: [BacklogRowRef],
    subscribe: runByHub,
    resolve: (root) => root as LiveBacklogRow[],
  }),
}))

/** The counters between two reads. The gateway itself publishes the events of this channel. */
export const backlogLiveField = (backlogs: Backlogs): LiveField => ({
  name: 'backlog',
  entityPath: [],
  payload: 'entries',
  filterFields: [],
  volatileFields: [],
  knownStatuses: [],
  open(_args, { account }) {
    if (!account) throw new AppError('FORBIDDEN', 'Choose an account first')
    return {
      channel: `accounts.${account._id}.backlog`,
      appId: null,
      entityPath: null,
      createFilter: null,
      read: null,
      subscribe: (call, listener, scope) =>
        backlogs.subscribe({ accountId: account._id, scope }, call, listener),
    }
  },
  toRoot: (_event, rows) => rows,
})
