import { receiptSummary, type Receipt } from '#shared/bulk/contract.ts'
import {
  failureGroup,
  failureTask,
  type FailureGroup,
  type FailureTask,
  type HeldRestart,
  type LastRepair,
  type PastRestart,
  type SuggestedAlias,
} from '#shared/domains/failures/contract.ts'
import type { Json } from '#shared/lib/json.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType, searchedPageArgs, withKnownSearch } from '#server/gateway/graphql/page.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { asInteger, isWire, type Wire } from '#server/gateway/lib/wire.ts'
import {
  decideFailure,
  getFailure,
  listFailures,
  listFailureTasks,
  noteFailure,
  restartFailure,
} from './upstream.ts'

type FailureOwner = NonNullable<FailureGroup['owner']>
type FailureSample = NonNullable<FailureGroup['sample']>

const OwnerRef = builder.objectRef<Wire<FailureOwner>>('FailureOwner').implement({
  fields: (t) => contractFields(t, failureGroup.shape.owner.unwrap()),
})
const SampleRef = builder.objectRef<Wire<FailureSample>>('FailureSample').implement({
  description: 'The newest failed attempt of a failure.',
  fields: (t) => contractFields(t, failureGroup.shape.sample.unwrap()),
})

const { restarted, suggestedAlias, held, restarts, repair } = failureGroup.shape
const RestartedRef = builder
  .objectRef<Wire<NonNullable<FailureGroup['restarted']>>>('FailureRestarted')
  .implement({ fields: (t) => contractFields(t, restarted.unwrap().unwrap()) })
const HeldRestartRef = builder
  .objectRef<Wire<HeldRestart>>('FailureHeldRestart')
  .implement({ fields: (t) => contractFields(t, held.unwrap().unwrap()) })
const PastRestartRef = builder
  .objectRef<Wire<PastRestart>>('FailurePastRestart')
  .implement({ fields: (t) => contractFields(t, restarts.unwrap().unwrap().element) })
const SuggestedAliasRef = builder
  .objectRef<Wire<SuggestedAlias>>('SuggestedAlias')
  .implement({ fields: (t) => contractFields(t, suggestedAlias.unwrap().unwrap()) })

const LastRepairRef = builder
  .objectRef<Wire<LastRepair>>('FailureRepair')
  .implement({ fields: (t) => contractFields(t, repair.unwrap().unwrap()) })

const read = readers(failureGroup)

const countsIn = (list: Json) => (Array.isArray(list) ? list.map((count) => asInteger(count) ?? 0) : [])

const FailureRef = builder.objectRef<Wire<FailureGroup>>('Failure').implement({
  description: 'Failed attempts of one task type and cause.',
  fields: (t) => ({
    ...contractFields(
      t,
      failureGroup.omit({
        owner: true,
        sample: true,
        trend: true,
        restarted: true,
        held: true,
        restarts: true,
        suggestedAlias: true,
        repair: true,
      }),
    ),
    trend: t.intList({
      description:
        'Failed attempts in each of the last 24 hours, the current one last; empty where they are not counted.',
      resolve: (group) => countsIn(read.jsonOrNull('trend')(group)),
    }),
    owner: t.field({
      type: OwnerRef,
      nullable: true,
      resolve: (group) => (isWire(group.owner) ? read.object('owner')(group) : null),
    }),
    sample: t.field({
      type: SampleRef,
      nullable: true,
      resolve: (group) => (isWire(group.sample) ? read.object('sample')(group) : null),
    }),
    restarted: t.field({
      description: 'The last restart that tasks of it have failed after.',
      type: RestartedRef,
      nullable: true,
      resolve: (group) => (isWire(group.restarted) ? read.object('restarted')(group) : null),
    }),
    held: t.field({
      description: 'The newest restart that has taken up tasks of it and not come to them.',
      type: HeldRestartRef,
      nullable: true,
      resolve: (group) => (isWire(group.held) ? read.object('held')(group) : null),
    }),
    restarts: t.field({
      description: 'The restarts of its tasks, newest first; null in lists and where they are not known.',
      type: [PastRestartRef],
      nullable: true,
      resolve: (group) => (Array.isArray(group.restarts) ? group.restarts.filter(isWire) : null),
    }),
    suggestedAlias: t.field({
      description: 'An alias that workers poll with a good version, where the failure was not seen.',
      type: SuggestedAliasRef,
      nullable: true,
      resolve: (group) => (isWire(group.suggestedAlias) ? read.object('suggestedAlias')(group) : null),
    }),
    repair: t.field({
      description: 'The newest success that has repaired tasks of it; null in lists and where none has.',
      type: LastRepairRef,
      nullable: true,
      resolve: (group) => (isWire(group.repair) ? read.object('repair')(group) : null),
    }),
  }),
})
const FailurePage = pageType('FailurePage', FailureRef)

const FailureTaskRef = builder.objectRef<Wire<FailureTask>>('FailureTask').implement({
  description: 'A task of a failure with its newest failed attempt in it.',
  fields: (t) => contractFields(t, failureTask),
})
const FailureTaskPage = pageType('FailureTaskPage', FailureTaskRef)

const FailureRestartRef = builder.objectRef<Wire<Receipt>>('FailureRestart').implement({
  description: 'The receipt of a restart; `receipt` answers it by its id.',
  fields: (t) =>
    contractFields(
      t,
      receiptSummary.pick({ _id: true, total: true, done: true, failed: true, ended: true, heldUntil: true }),
    ),
})

builder.queryFields((t) => ({
  failures: t.field({
    description:
      'Failures by cause, without a state the open and the regressed ones; with the feature `failures`.',
    type: FailurePage,
    args: {
      ...searchedPageArgs('title, task type, note and owner'),
      state: t.arg.stringList(),
      appId: t.arg.id(),
      type: t.arg.string(),
      taskId: t.arg.id({ description: 'Those that the task has failed with.' }),
    },
    resolve: async (_root, query, { call, capabilities }) =>
      listFailures(call, await withKnownSearch(query, capabilities)),
  }),
  failure: t.field({
    type: FailureRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getFailure(call, id),
  }),
  failureTasks: t.field({
    description: 'The tasks of a failure, newest first.',
    type: FailureTaskPage,
    args: {
      ...idArgs,
      ...pageArgs(),
      state: t.arg.stringList(),
      restartable: t.arg.boolean({ description: 'Only those that a restart of the failure takes up.' }),
    },
    resolve: (_root, { id, ...query }, { call }) => listFailureTasks(call, id, query),
  }),
}))

builder.mutationFields((t) => ({
  restartFailure: t.field({
    description: 'Restarts all tasks of a failure that can be, on their alias or on another.',
    type: FailureRestartRef,
    args: { ...idArgs, alias: t.arg.string(), holdSeconds: t.arg.int() },
    resolve: (_root, { id, alias, holdSeconds }, { call }) =>
      restartFailure(call, id, { alias: alias ?? undefined, holdSeconds: holdSeconds ?? undefined }),
  }),
  muteFailure: t.field({
    description: 'Until a moment, or `change`: until it fails on something new.',
    type: FailureRef,
    args: { ...idArgs, until: t.arg.string({ required: true }) },
    resolve: (_root, { id, until }, { call }) => decideFailure(call, id, 'mute', { until }),
  }),
  unmuteFailure: t.field({
    type: FailureRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => decideFailure(call, id, 'unmute'),
  }),
  assignFailure: t.field({
    description: 'To a member of the account; null removes the owner.',
    type: FailureRef,
    args: { ...idArgs, userId: t.arg.id() },
    resolve: (_root, { id, userId }, { call }) =>
      decideFailure(call, id, 'assign', { userId: userId ?? null }),
  }),
  noteFailure: t.field({
    description: 'Writes the note of a failure; an empty text removes it. With the feature `notes`.',
    type: FailureRef,
    args: { ...idArgs, text: t.arg.string({ required: true }) },
    resolve: (_root, { id, text }, { call }) => noteFailure(call, id, text),
  }),
  closeFailure: t.field({
    type: FailureRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => decideFailure(call, id, 'close'),
  }),
}))
