import { AppError } from '#server/lib/errors.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { integerOrNull, momentOrNull, text, wireId, wires, type Wire } from '#server/gateway/lib/wire.ts'
import { queuedTrend } from './trend.ts'
import { readBacklog } from './upstream.ts'

export const BacklogRowRef = builder.objectRef<Wire>('BacklogRow').implement({
  description: 'What waits and runs of one task type and alias.',
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    type: t.string({ resolve: text('type') }),
    alias: t.string({ resolve: text('alias') }),
    retry: t.int({ resolve: count('retry') }),
    queued: t.int({ resolve: count('queued') }),
    started: t.int({ resolve: count('started') }),
    oldestQueued: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('oldestQueued') }),
    oldestStarted: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('oldestStarted') }),
    trend: t.intList({
      description:
        'How long the queue was, minute by minute for at most 30 minutes and as far as somebody looked, oldest first.',
      resolve: (row) => queuedTrend(wires('samples')(row).map(sampleOf)),
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

function count(key: string) {
  const read = integerOrNull(key)
  return (row: Wire) => read(row) ?? 0
}

const sampleOf = (sample: Wire) => ({ at: text('at')(sample), queued: count('queued')(sample) })
