import { builder } from '#server/gateway/graphql/builder.ts'
import { idArgs } from '#server/gateway/graphql/by-id.ts'
import {
  integerOrNull,
  momentOrNull,
  text,
  textOrNull,
  wireId,
  wires,
  type Wire,
} from '#server/gateway/lib/wire.ts'
import { cancelMatching, getReceipt, restartFailed } from './bulk-upstream.ts'
import { checkSelected } from './selection.ts'

/** Refused rows that an answer names; `failed` counts all of them. */
const NAMED_REFUSALS = 200

const count = (name: string) => {
  const read = integerOrNull(name)
  return (receipt: Wire) => read(receipt) ?? 0
}

const RefusedRow = builder.objectRef<Wire>('RefusedRow').implement({
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    name: t.string({ nullable: true, resolve: textOrNull('name') }),
    error: t.string({ resolve: text('error') }),
  }),
})

const ReceiptRef = builder.objectRef<Wire>('Receipt').implement({
  description:
    'What came of an action on many rows. One that is kept can be asked for by its id at any time.',
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    kept: t.boolean({
      description: 'Whether `receipt` answers it again. A platform without calls on many rows keeps none.',
      resolve: (receipt) => receipt['kept'] !== false,
    }),
    action: t.string({ resolve: text('action') }),
    total: t.int({ resolve: count('total') }),
    done: t.int({ resolve: count('done') }),
    failed: t.int({ resolve: count('failed') }),
    created: t.field({ type: 'DateTime', nullable: true, resolve: momentOrNull('created') }),
    createdBy: t.string({ nullable: true, resolve: textOrNull('createdBy') }),
    ended: t.field({
      description: 'Null while rows wait.',
      type: 'DateTime',
      nullable: true,
      resolve: momentOrNull('ended'),
    }),
    refused: t.field({
      description: `The first ${NAMED_REFUSALS} rows that were refused, with the reason.`,
      type: [RefusedRow],
      resolve: (receipt) =>
        wires('results')(receipt)
          .filter((row) => row['ok'] === false)
          .slice(0, NAMED_REFUSALS),
    }),
  }),
})

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
      ...requestArgs,
    },
    resolve: (_root, { requestId, ...runs }, { call }) => cancelMatching(call, runs, requestId),
  }),
  restartFailedTasks: t.field({
    description: 'Restarts the failed tasks of these workqueues.',
    type: ReceiptRef,
    args: {
      workqueueIds: t.arg.idList({ required: true }),
      ...requestArgs,
    },
    resolve: (_root, { workqueueIds, requestId }, { call }) => {
      checkSelected('workqueueIds', workqueueIds)
      return restartFailed(call, workqueueIds, requestId)
    },
  }),
}))
