import type { z } from 'zod'
import {
  alertDeliveries,
  alertDelivery,
  alertPreview,
  alertRule,
  alertSecret,
  alertTestAnswer,
  type AlertDelivery,
  type AlertPreview,
  type AlertQuiet,
  type AlertRule,
  type AlertScope,
  type AlertSecret,
  type AlertTestDelivery,
  type AlertWhen,
} from '#shared/domains/alerts/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers, uncheckedReaders } from '#server/gateway/lib/readers.ts'
import { entitiesIn, isWire, wireId, type Wire } from '#server/gateway/lib/wire.ts'
import type { DeliveryPage } from './upstream.ts'

const shape = alertRule.shape
const read = readers(alertRule)

const WhenRef = builder.objectRef<Wire<AlertWhen>>('AlertWhen').implement({
  description: 'What a rule waits for, and for how many minutes it must last.',
  fields: (t) => contractFields(t, shape.when),
})
const ScopeRef = builder.objectRef<Wire<AlertScope>>('AlertScope').implement({
  description: 'What a rule is limited to.',
  fields: (t) => {
    const part = readers(shape.scope).textOrNull
    return {
      appId: t.id({ nullable: true, resolve: part('appId') }),
      planId: t.id({ nullable: true, resolve: part('planId') }),
      tag: t.string({ nullable: true, resolve: part('tag') }),
      type: t.string({ nullable: true, resolve: part('type') }),
    }
  },
})
const TargetRef = builder.objectRef<Wire>('AlertTarget').implement({
  description: 'Where messages go: kind `email`, `webhook` or `chat`.',
  fields: (t) => ({
    id: t.id({ resolve: wireId }),
    kind: t.string({ resolve: uncheckedReaders.text('kind') }),
    address: t.string({
      description: 'Of a chat masked behind its host.',
      resolve: (target) => uncheckedReaders.text('url' in target ? 'url' : 'address')(target),
    }),
    secret: t.string({
      nullable: true,
      description: 'Of a webhook, masked.',
      resolve: uncheckedReaders.textOrNull('secret'),
    }),
    oldSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before this one signs too.',
      resolve: uncheckedReaders.momentOrNull('oldSecretUntil'),
    }),
  }),
})
const QuietRef = builder.objectRef<Wire<AlertQuiet>>('AlertQuiet').implement({
  description: 'Hours of each day in which messages are held.',
  fields: (t) => contractFields(t, shape.quiet.unwrap()),
})
const LastRef = builder.objectRef<Wire<NonNullable<AlertRule['last']>>>('AlertLast').implement({
  description: 'The last message of a rule; its state is the worst one of its deliveries.',
  fields: (t) => contractFields(t, shape.last.unwrap()),
})

const objects = { when: true, scope: true, to: true, quiet: true, last: true } as const
export const AlertRuleRef = builder.objectRef<Wire<AlertRule>>('AlertRule').implement({
  description: 'When to send a message, and where to.',
  fields: (t) => ({
    ...contractFields(
      t,
      alertRule.omit(objects) as z.ZodObject<Omit<typeof alertRule.shape, keyof typeof objects>>,
    ),
    when: t.field({ type: WhenRef, resolve: read.object('when') }),
    scope: t.field({ type: ScopeRef, resolve: read.object('scope') }),
    to: t.field({ type: [TargetRef], resolve: (rule) => entitiesIn(rule.to) }),
    quiet: t.field({
      type: QuietRef,
      nullable: true,
      resolve: (rule) => (isWire(rule.quiet) ? read.object('quiet')(rule) : null),
    }),
    last: t.field({
      type: LastRef,
      nullable: true,
      resolve: (rule) => (isWire(rule.last) ? read.object('last')(rule) : null),
    }),
  }),
})

export const AlertTestRef = builder.objectRef<Wire<AlertTestDelivery>>('AlertTestDelivery').implement({
  description: 'What an address answered to a test; without an error it took it.',
  fields: (t) => contractFields(t, alertTestAnswer.shape.deliveries.element),
})

export const AlertSecretRef = builder.objectRef<Wire<AlertSecret>>('AlertSecret').implement({
  description: 'A secret that was made now; nothing answers it again.',
  fields: (t) => contractFields(t, alertSecret),
})

const PreviewTimeRef = builder.objectRef<Wire<AlertPreview['data'][number]>>('AlertPreviewTime').implement({
  fields: (t) => contractFields(t, alertPreview.shape.data.element),
})
export const AlertPreviewRef = builder.objectRef<Wire<AlertPreview>>('AlertPreview').implement({
  description: 'How often a rule would have sent: the newest times, of `total` since a moment.',
  fields: (t) => ({
    ...contractFields(t, alertPreview.omit({ data: true })),
    times: t.field({ type: [PreviewTimeRef], resolve: readers(alertPreview).entities('data') }),
  }),
})

const readDelivery = readers(alertDelivery)
export const AlertDeliveryRef = builder.objectRef<Wire<AlertDelivery>>('AlertDelivery').implement({
  description: 'A message to one address, and what became of it.',
  fields: (t) => ({
    ...contractFields(t, alertDelivery.omit({ rule: true })),
    ruleId: t.id({ nullable: true, resolve: readDelivery.referenceId('rule') }),
    ruleName: t.string({ nullable: true, resolve: readDelivery.referenceName('rule') }),
  }),
})
const DayRef = builder.objectRef<Wire>('AlertDay').implement({
  description: 'Deliveries of the last 24 hours, by what became of them.',
  fields: (t) => contractFields(t, alertDeliveries.shape.day),
})
export const AlertDeliveryPageRef = builder.objectRef<DeliveryPage>('AlertDeliveryPage').implement({
  fields: (t) => ({
    rows: t.field({ type: [AlertDeliveryRef], resolve: ({ rows }) => rows }),
    total: t.exposeInt('total'),
    day: t.field({ type: DayRef, resolve: ({ day }) => day }),
  }),
})
