import type { z } from 'zod'
import {
  aliasEvidence,
  linePlace,
  poller,
  queueApp,
  queueDeployment,
  queueDetail,
  queueEvent,
  queueMinute,
  queueRow,
  queueWorker,
  verdict,
  type AliasEvidence,
  type LinePlace,
  type Poller,
  type QueueApp,
  type QueueDeployment,
  type QueueDetail,
  type QueueEvent,
  type QueueMinute,
  type QueueRow,
  type QueueVerdict,
  type QueueWorker,
} from '#shared/domains/queues/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { controlQueue, readQueue, readQueueAliases, readQueues } from './upstream.ts'

type QueuePause = NonNullable<QueueRow['paused']>
type AliasResult = NonNullable<AliasEvidence['lastResult']>

const VerdictRef = builder.objectRef<Wire<QueueVerdict>>('QueueVerdict').implement({
  fields: (t) => contractFields(t, verdict),
})
const PollerRef = builder.objectRef<Wire<Poller>>('QueuePoller').implement({
  fields: (t) => contractFields(t, poller),
})
const MinuteRef = builder.objectRef<Wire<QueueMinute>>('QueueMinute').implement({
  fields: (t) => contractFields(t, queueMinute),
})
const LinePlaceRef = builder.objectRef<Wire<LinePlace>>('QueueLinePlace').implement({
  fields: (t) => contractFields(t, linePlace),
})
const EventRef = builder.objectRef<Wire<QueueEvent>>('QueueEvent').implement({
  fields: (t) => contractFields(t, queueEvent),
})
const PauseRef = builder.objectRef<Wire<QueuePause>>('QueuePause').implement({
  fields: (t) => contractFields(t, queueRow.shape.paused.unwrap()),
})

const AppRef = builder.objectRef<Wire<QueueApp>>('QueueApp').implement({
  fields: (t) => contractFields(t, queueApp),
})
const WorkerRef = builder.objectRef<Wire<QueueWorker>>('QueueWorker').implement({
  fields: (t) => contractFields(t, queueWorker),
})
const DeploymentRef = builder.objectRef<Wire<QueueDeployment>>('QueueDeployment').implement({
  fields: (t) => contractFields(t, queueDeployment),
})

const read = readers(queueDetail)
const minuteQueued = readers(queueMinute).count('queued')
const objects = {
  verdict: true,
  paused: true,
  pollers: true,
  apps: true,
  minutes: true,
  line: true,
} as const

const QueueRef = builder.objectRef<Wire<QueueDetail>>('Queue').implement({
  description: 'The tasks of one type and alias, with the workers that poll for them.',
  fields: (t) => ({
    ...contractFields(
      t,
      queueRow.omit(objects) as z.ZodObject<Omit<typeof queueRow.shape, keyof typeof objects>>,
    ),
    verdict: t.field({ type: VerdictRef, resolve: read.object('verdict') }),
    paused: t.field({
      type: PauseRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.paused) ? read.object('paused')(entity) : null),
    }),
    pollers: t.field({ type: [PollerRef], resolve: read.entities('pollers') }),
    minutes: t.field({ type: [MinuteRef], resolve: read.entities('minutes') }),
    trend: t.intList({
      description: 'What waited at the end of each of the minutes.',
      resolve: (entity) => read.entities('minutes')(entity).map(minuteQueued),
    }),
    line: t.field({ type: [LinePlaceRef], resolve: read.entities('line') }),
    apps: t.field({ type: [AppRef], resolve: read.entities('apps') }),
    events: t.field({
      description: 'Of `queue` only; else empty.',
      type: [EventRef],
      resolve: read.entities('events'),
    }),
    worker: t.field({
      description: 'Of `queue` only; else null.',
      type: WorkerRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.worker) ? read.object('worker')(entity) : null),
    }),
    deployments: t.field({
      description: 'Of `queue` only; else empty.',
      type: [DeploymentRef],
      resolve: read.entities('deployments'),
    }),
  }),
})

const ofAlias = readers(aliasEvidence)

const AliasResultRef = builder.objectRef<Wire<AliasResult>>('AliasResult').implement({
  fields: (t) => contractFields(t, aliasEvidence.shape.lastResult.unwrap()),
})
const AliasEvidenceRef = builder.objectRef<Wire<AliasEvidence>>('AliasEvidence').implement({
  fields: (t) => ({
    ...contractFields(t, aliasEvidence.omit({ verdict: true, lastResult: true })),
    verdict: t.field({ type: VerdictRef, resolve: ofAlias.object('verdict') }),
    lastResult: t.field({
      type: AliasResultRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.lastResult) ? ofAlias.object('lastResult')(entity) : null),
    }),
  }),
})

builder.queryFields((t) => ({
  queues: t.field({
    description: 'Queues with their pollers, rates and verdicts; on a platform with the feature `queues`.',
    type: [QueueRef],
    args: { type: t.arg.string(), alias: t.arg.string(), appId: t.arg.id() },
    resolve: (_root, query, { call }) => readQueues(call, query),
  }),
  queue: t.field({
    description: 'One queue with its events; on a platform with the feature `queues`.',
    type: QueueRef,
    args: { type: t.arg.string({ required: true }), alias: t.arg.string({ required: true }) },
    resolve: (_root, { type, alias }, { call }) => readQueue(call, type, alias),
  }),
  queueAliases: t.field({
    description:
      'The aliases that tasks of a type can move to, the best first; on a platform with the feature `queues`.',
    type: [AliasEvidenceRef],
    args: {
      type: t.arg.string({ required: true }),
      failure: t.arg.id({ description: 'A failure group: whether it was seen on the alias.' }),
    },
    resolve: (_root, { type, failure }, { call }) => readQueueAliases(call, type, failure ?? undefined),
  }),
}))

builder.mutationFields((t) => {
  const args = { type: t.arg.string({ required: true }), alias: t.arg.string({ required: true }) }
  return {
    pauseQueue: t.field({
      description: 'Hands out no task of a queue until it is resumed; what runs goes on.',
      type: QueueRef,
      args: { ...args, reason: t.arg.string() },
      resolve: (_root, { reason, ...queue }, { call }) =>
        controlQueue(call, queue, { paused: true, ...(reason ? { reason } : {}) }),
    }),
    resumeQueue: t.field({
      type: QueueRef,
      args,
      resolve: (_root, queue, { call }) => controlQueue(call, queue, { paused: false }),
    }),
    setQueueLimit: t.field({
      description:
        'How many tasks of a queue may run at once on all platforms; null: as many as workers take.',
      type: QueueRef,
      args: { ...args, limit: t.arg.int() },
      resolve: (_root, { limit, ...queue }, { call }) => controlQueue(call, queue, { limit: limit ?? null }),
    }),
  }
})
