import {
  attention,
  attentionFigures,
  attentionItem,
  closedItem,
  type Attention,
  type AttentionAction,
  type AttentionFigure,
  type AttentionFigures,
  type AttentionHurt,
  type AttentionItem,
  type AttentionLateRun,
  type AttentionLine,
  type AttentionLinks,
  type AttentionPart,
  type AttentionSince,
  type ClosedItem,
} from '#shared/domains/attention/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { decideItem, readAttention } from './upstream.ts'

type ItemOwner = NonNullable<AttentionItem['owner']>
type AppHealth = Attention['apps'][number]

const itemShape = attentionItem.shape
const readItem = readers(attentionItem)
const readFigures = readers(attentionFigures)
const read = readers(attention)

const PartRef = builder.objectRef<Wire<AttentionPart>>('AttentionPart').implement({
  description: 'A piece of a line; the text of a `time` is a moment.',
  fields: (t) => contractFields(t, itemShape.details.element.shape.parts.element),
})
const LineRef = builder.objectRef<Wire<AttentionLine>>('AttentionLine').implement({
  fields: (t) => ({
    parts: t.field({ type: [PartRef], resolve: readers(itemShape.details.element).entities('parts') }),
  }),
})
const HurtRef = builder.objectRef<Wire<AttentionHurt>>('AttentionHurt').implement({
  description: 'What waits because of an item.',
  fields: (t) => contractFields(t, itemShape.hurt),
})
const LinksRef = builder.objectRef<Wire<AttentionLinks>>('AttentionLinks').implement({
  fields: (t) => {
    const link = readers(itemShape.links).textOrNull
    return {
      appId: t.id({ nullable: true, resolve: link('appId') }),
      workqueueId: t.id({ nullable: true, resolve: link('workqueueId') }),
      taskId: t.id({ nullable: true, resolve: link('taskId') }),
      groupId: t.id({ nullable: true, resolve: link('groupId') }),
      type: t.string({ nullable: true, resolve: link('type') }),
      alias: t.string({ nullable: true, resolve: link('alias') }),
      workerId: t.id({ nullable: true, resolve: link('workerId') }),
      clusterId: t.id({ nullable: true, resolve: link('clusterId') }),
      deploymentId: t.id({ nullable: true, resolve: link('deploymentId') }),
      ruleId: t.id({ nullable: true, resolve: link('ruleId') }),
      planId: t.id({ nullable: true, resolve: link('planId') }),
      scheduleId: t.id({ nullable: true, resolve: link('scheduleId') }),
    }
  },
})
const LateRunRef = builder.objectRef<Wire<AttentionLateRun>>('AttentionLateRun').implement({
  description:
    'What a run is late by, and where its slow task runs and has not run. Durations in milliseconds.',
  fields: (t) => contractFields(t, itemShape.late.unwrap()),
})
const ActionRef = builder.objectRef<Wire<AttentionAction>>('AttentionAction').implement({
  fields: (t) => contractFields(t, itemShape.actions.element),
})
const OwnerRef = builder.objectRef<Wire<ItemOwner>>('AttentionOwner').implement({
  fields: (t) => contractFields(t, itemShape.owner.unwrap()),
})

export const AttentionItemRef = builder.objectRef<Wire<AttentionItem>>('AttentionItem').implement({
  description: 'Something that needs attention, in one sentence, with what fixes it.',
  fields: (t) => ({
    ...contractFields(t, attentionItem.pick({ _id: true, kind: true, sentence: true, since: true })),
    closedBefore: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed before it came back.',
      resolve: readItem.momentOrNull('closedBefore'),
    }),
    passedBefore: t.boolean({
      nullable: true,
      description:
        'It was closed then because a later run had passed its task, not because all had succeeded.',
      resolve: readItem.flagOrNull('passedBefore'),
    }),
    late: t.field({
      type: LateRunRef,
      nullable: true,
      description: 'Of a late run: items of one plan and task have one cause.',
      resolve: (item) => (isWire(item.late) ? readItem.object('late')(item) : null),
    }),
    mutedUntil: t.string({
      nullable: true,
      description: 'A moment, or `change`: until it changes.',
      resolve: readItem.textOrNull('mutedUntil'),
    }),
    details: t.field({ type: [LineRef], resolve: readItem.entities('details') }),
    hurt: t.field({ type: HurtRef, resolve: readItem.object('hurt') }),
    owner: t.field({
      type: OwnerRef,
      nullable: true,
      resolve: (item) => (isWire(item.owner) ? readItem.object('owner')(item) : null),
    }),
    links: t.field({ type: LinksRef, resolve: readItem.object('links') }),
    actions: t.field({ type: [ActionRef], resolve: readItem.entities('actions') }),
  }),
})

const ClosedItemRef = builder.objectRef<Wire<ClosedItem>>('AttentionClosedItem').implement({
  description: 'An item that closed by itself, and why.',
  fields: (t) => ({
    ...contractFields(t, closedItem.omit({ links: true })),
    links: t.field({ type: LinksRef, resolve: readers(closedItem).object('links') }),
  }),
})

const figureShape = attentionFigures.shape
const HourRef = builder
  .objectRef<Wire<AttentionFigure['hours'][number]>>('AttentionHour')
  .implement({ fields: (t) => contractFields(t, figureShape.running.shape.hours.element) })
const UsualRef = builder
  .objectRef<Wire<NonNullable<AttentionFigure['usual']>>>('AttentionUsual')
  .implement({ fields: (t) => contractFields(t, figureShape.running.shape.usual.unwrap()) })
type AnyFigure = AttentionFigure &
  Partial<
    Pick<AttentionFigures['failed'], 'before'> & Pick<AttentionFigures['oldestQueued'], 'type' | 'alias'>
  >
const anyFigure = figureShape.failed
  .extend(figureShape.oldestQueued.shape)
  .partial({ before: true, type: true, alias: true })
const readFigure = readers(anyFigure)
const FigureRef = builder.objectRef<Wire<AnyFigure>>('AttentionFigure').implement({
  description: 'A number of the account with its last 24 hours.',
  fields: (t) => ({
    now: t.float({ nullable: true, resolve: readFigure.numberOrNull('now') }),
    before: t.int({
      nullable: true,
      description: 'In the 24 hours before; of `failed` only.',
      resolve: readFigure.integerOrNull('before'),
    }),
    type: t.string({
      nullable: true,
      description: 'Of `oldestQueued` only.',
      resolve: readFigure.textOrNull('type'),
    }),
    alias: t.string({
      nullable: true,
      description: 'Of `oldestQueued` only.',
      resolve: readFigure.textOrNull('alias'),
    }),
    hours: t.field({ type: [HourRef], resolve: readFigure.entities('hours') }),
    usual: t.field({
      type: UsualRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.usual) ? readFigure.object('usual')(entity) : null),
    }),
  }),
})
const FiguresRef = builder.objectRef<Wire<AttentionFigures>>('AttentionFigures').implement({
  fields: (t) => ({
    running: t.field({ type: FigureRef, resolve: readFigures.object('running') }),
    failed: t.field({ type: FigureRef, resolve: readFigures.object('failed') }),
    oldestQueued: t.field({ type: FigureRef, resolve: readFigures.object('oldestQueued') }),
    waitP95: t.field({ type: FigureRef, resolve: readFigures.object('waitP95') }),
  }),
})

const AppHealthRef = builder.objectRef<Wire<AppHealth>>('AttentionApp').implement({
  description: 'The runs of the last 24 hours of an app.',
  fields: (t) => contractFields(t, attention.shape.apps.element),
})
const SinceRef = builder.objectRef<Wire<AttentionSince>>('AttentionSince').implement({
  description: 'What happened since a moment.',
  fields: (t) => contractFields(t, attention.shape.away.unwrap()),
})

const AttentionRef = builder.objectRef<Wire<Attention>>('Attention').implement({
  fields: (t) => ({
    ...contractFields(t, attention.pick({ total: true })),
    figures: t.field({ type: FiguresRef, resolve: read.object('figures') }),
    items: t.field({ type: [AttentionItemRef], resolve: read.entities('items') }),
    apps: t.field({ type: [AppHealthRef], resolve: read.entities('apps') }),
    closedToday: t.field({ type: [ClosedItemRef], resolve: read.entities('closedToday') }),
    away: t.field({
      type: SinceRef,
      nullable: true,
      resolve: (entity) => (isWire(entity.away) ? read.object('away')(entity) : null),
    }),
  }),
})

builder.queryField('attention', (t) =>
  t.field({
    description: 'What needs attention in the account, worst first; with the feature `attention`.',
    type: AttentionRef,
    args: {
      appId: t.arg.id(),
      kind: t.arg.string(),
      since: t.arg({ type: 'DateTime', description: 'The last look of the viewer, for `away`.' }),
    },
    resolve: (_root, query, { call }) => readAttention(call, query),
  }),
)

builder.mutationFields((t) => ({
  muteAttention: t.field({
    description: 'Until a moment, or `change`: until it changes.',
    type: AttentionItemRef,
    args: { ...idArgs, until: t.arg.string({ required: true }) },
    resolve: (_root, { id, until }, { call }) => decideItem(call, id, 'mute', { until }),
  }),
  unmuteAttention: t.field({
    type: AttentionItemRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => decideItem(call, id, 'unmute'),
  }),
  assignAttention: t.field({
    description: 'To a member of the account; null removes the owner.',
    type: AttentionItemRef,
    args: { ...idArgs, userId: t.arg.id() },
    resolve: (_root, { id, userId }, { call }) => decideItem(call, id, 'assign', { userId: userId ?? null }),
  }),
}))
