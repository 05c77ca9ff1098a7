import { bulkResult, receiptAbout, type BulkResult, type ReceiptAbout } from '#shared/bulk/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, wireId, type Wire } from '#server/gateway/lib/wire.ts'
import {
  receiptOfGateway,
  type ReceiptOfGateway,
  cancelMatching,
  cancelReceipt,
  getReceipt,
  restartFailed,
  startMany,
  moveQueued,
  restartTasks,
} from './bulk-upstream.ts'
import { checkSelected } from './upstream.ts'

/** Rows of a kind that an answer lists; `done` and `failed` count all of them. */
const NAMED_ROWS = 200

const refused = readers(bulkResult)
const read = readers(receiptOfGateway)
const kept = read.flagOrNull('kept')
const results = read.entities('results')
const succeeded = refused.flagOrNull('ok')

const RefusedRow = builder.objectRef<Wire<BulkResult>>('RefusedRow').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ nullable: true, resolve: refused.textOrNull('name') }),
    error: t.string({ resolve: refused.text('error') }),
  }),
})

const ReceiptRow = builder.objectRef<Wire<BulkResult>>('ReceiptRow').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ nullable: true, resolve: refused.textOrNull('name') }),
  }),
})

const ReceiptAboutRef = builder.objectRef<Wire<ReceiptAbout>>('ReceiptAbout').implement({
  description: 'What the rows of an action had in common when it began.',
  fields: (t) => contractFields(t, receiptAbout),
})

const ReceiptRef = builder.objectRef<Wire<ReceiptOfGateway>>('Receipt').implement({
  description:
    'What came of an action on many rows. One that is kept can be asked for by its id at any time.',
  fields: (t) => ({
    ...contractFields(
      t,
      receiptOfGateway.pick({
        _id: true,
        action: true,
        created: true,
        createdBy: true,
        alias: true,
        heldUntil: true,
        cancelledBy: true,
      }),
    ),
    kept: t.boolean({
      description: 'Whether `receipt` answers it again. A platform without calls on many rows keeps none.',
      resolve: (receipt) => kept(receipt) !== false,
    }),
    about: t.field({
      type: ReceiptAboutRef,
      nullable: true,
      resolve: ({ about }) => (isWire(about) ? about : null),
    }),
    total: t.int({ resolve: read.count('total') }),
    done: t.int({ resolve: read.count('done') }),
    failed: t.int({ resolve: read.count('failed') }),
    ended: t.field({
      description: 'Null while rows wait.',
      type: 'DateTime',
      nullable: true,
      resolve: read.momentOrNull('ended'),
    }),
    succeeded: t.field({
      description: `The first ${NAMED_ROWS} rows that the action was done to.`,
      type: [ReceiptRow],
      resolve: (receipt) =>
        results(receipt)
          .filter((row) => succeeded(row) === true)
          .slice(0, NAMED_ROWS),
    }),
    refused: t.field({
      description: `The first ${NAMED_ROWS} rows that were refused, with the reason.`,
      type: [RefusedRow],
      resolve: (receipt) =>
        results(receipt)
          .filter((row) => succeeded(row) === false)
          .slice(0, NAMED_ROWS),
    }),
  }),
})

const movedArgs = builder.args((t) => ({
  alias: t.string({ description: 'On this alias; without it each on its own.' }),
  holdSeconds: t.int({
    description:
      'The receipt waits so long before it begins, and can be cancelled; needs the feature `failures`.',
  }),
}))
const requestArgs = builder.args((t) => ({
  requestId: t.string({
    required: true,
    description:
      "The caller's name for this request: the same again is answered with the receipt of the first.",
  }),
}))

builder.queryFields((t) => ({
  receipt: t.field({
    type: ReceiptRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getReceipt(call, id),
  }),
}))

builder.mutationFields((t) => ({
  cancelMatchingWorkqueues: t.field({
    description: 'Cancels every workqueue of an app that passes the filters and has not ended.',
    type: ReceiptRef,
    args: {
      appId: t.arg.id({ required: true }),
      status: t.arg.stringList(),
      tags: t.arg.stringList(),
      createdAfter: t.arg({ type: 'DateTime' }),
      createdBefore: t.arg({ type: 'DateTime' }),
      root: t.arg.boolean({
        description: 'Only runs that no task has started; needs the feature `attempts`.',
      }),
      ...requestArgs,
    },
    resolve: async (_root, { requestId, root, ...runs }, { call, capabilities }) => {
      const families = root && (await capabilities())?.features.includes('attempts')
      return cancelMatching(call, families ? { ...runs, root } : runs, requestId)
    },
  }),
  startWorkqueues: t.field({
    description:
      'Starts a run of a plan for each of these initial states, at most 1,000; on a platform with the feature `bulkStart`.',
    type: ReceiptRef,
    args: {
      appId: t.arg.id({ required: true }),
      planId: t.arg.id({ required: true }),
      states: t.arg({ type: ['JSON'], required: true }),
      ...requestArgs,
    },
    resolve: (_root, { appId, planId, states, requestId }, { call }) =>
      startMany(call, { appId, plan: planId, states, requestId }),
  }),
  restartFailedTasks: t.field({
    description: 'Restarts the failed tasks of these workqueues.',
    type: ReceiptRef,
    args: {
      workqueueIds: t.arg.idList({ required: true }),
      taskIds: t.arg.idList({ description: 'Only these of them.' }),
      ...movedArgs,
      ...requestArgs,
    },
    resolve: async (_root, { workqueueIds, taskIds, requestId, ...moved }, { call, capabilities }) => {
      checkSelected('workqueueIds', workqueueIds)
      const moves = Boolean(moved.alias ?? moved.holdSeconds)
      const canMove = moves && ((await capabilities())?.features.includes('failures') ?? false)
      return restartFailed(call, workqueueIds, requestId, {
        only: taskIds ? new Set(taskIds) : null,
        ...moved,
        canMove,
      })
    },
  }),
  restartTasks: t.field({
    description:
      'Restarts these failed tasks, or moves queued ones to another alias; on a platform with the feature `failures`.',
    type: ReceiptRef,
    args: { taskIds: t.arg.idList({ required: true }), ...movedArgs, ...requestArgs },
    resolve: (_root, { taskIds, requestId, ...moved }, { call }) =>
      restartTasks(call, taskIds, requestId, moved),
  }),
  moveQueuedTasks: t.field({
    description:
      'Moves the tasks of a type that are queued for an alias, in all apps, to another alias; on a platform with the feature `failures`.',
    type: ReceiptRef,
    args: {
      type: t.arg.string({ required: true }),
      from: t.arg.string({ required: true, description: 'The alias that they wait for.' }),
      alias: t.arg.string({ required: true, description: 'The alias that they move to.' }),
      holdSeconds: t.arg.int({
        description: 'The receipt waits so long before it begins, and can be cancelled.',
      }),
      ...requestArgs,
    },
    resolve: (_root, { type, from, requestId, ...moved }, { call }) =>
      moveQueued(call, { type, alias: from }, requestId, moved),
  }),
  cancelReceipt: t.field({
    description: 'Ends an action that is held before it begins; CONFLICT once it has begun.',
    type: ReceiptRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => cancelReceipt(call, id),
  }),
}))
