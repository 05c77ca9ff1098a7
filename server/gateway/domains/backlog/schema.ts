import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { entitiesIn, isWire, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { AppError } from '#server/lib/errors.ts'
import { backlogRow, type BacklogRow } from '#shared/domains/tasks/contract.ts'
import { type LiveBacklogRow, queuedTrend } from './counters.ts'

export const BacklogRowRef = builder.objectRef<LiveBacklogRow>('BacklogRow').implement({
  description: 'What waits and runs of one task type and alias.',
  fields: (t) => ({
    ...contractFields(t, backlogRow),
    id: t.id({ resolve: (row) => row._id }),
    // A GraphQL integer has 32 bits; the counters are those of any platform.
    retry: t.float({ resolve: (row) => row.retry }),
    queued: t.float({ resolve: (row) => row.queued }),
    started: t.float({ resolve: (row) => row.started }),
    trend: t.floatList({
      description:
        'Length of the queue per minute, oldest first: at most 30 minutes, only those in which the backlog was displayed.',
      resolve: (row) => queuedTrend(row.samples),
    }),
  }),
})

builder.queryField('backlog', (t) =>
  t.field({
    type: [BacklogRowRef],
    resolve: (_root, _args, { principal, call, backlogs }) => {
      if (!principal.account) throw new AppError('FORBIDDEN', 'Choose an account first')
      return backlogs.read(principal.account._id, principal, () => readBacklog(call))
    },
  }),
)

/**
 * `GET tasks/backlog`: waiting and running tasks of the account by type and alias, as a bare list or in
 * `data`.
 */
export async function readBacklog(call: Call): Promise<Wire<BacklogRow>[]> {
  const answer: unknown = await call({ method: 'GET', path: 'tasks/backlog' })
  return entitiesIn(isWire(answer) ? answer['data'] : answer)
}
