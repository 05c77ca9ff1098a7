import { z } from 'zod'
import { email } from '#shared/lib/people.ts'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { authored, id, moment, tag, text } from '#shared/lib/wire.ts'
import {
  alertKinds,
  alertTargetKinds,
  canLast,
  deliveryStates,
  MAX_ALERT_MINUTES,
  MAX_ALERT_TARGETS,
  scopeParts,
  scopePartsOf,
} from './kinds.ts'

/** What a rule waits for, and for how many minutes it must last; null: not at all. */
const storedWhen = z.object({ kind: z.enum(alertKinds), minutes: z.number().int().nullable() })
export type AlertWhen = z.infer<typeof storedWhen>

/** What a rule is limited to. `type` is a type of task, or the start of types before a `*`: `task.growth.*`. */
const storedScope = z.object({
  appId: id.optional(),
  planId: id.optional(),
  tag: z.string().optional(),
  type: z.string().optional(),
})
export type AlertScope = z.infer<typeof storedScope>

/** Where messages go, with masks in the place of secrets; the address of a chat is a secret. */
const storedTarget = z.discriminatedUnion('kind', [
  z.object({ _id: id, kind: z.literal('email'), address: z.string() }),
  z.object({
    _id: id,
    kind: z.literal('webhook'),
    url: z.string(),
    secret: z.string().describe('The secret that signs messages, masked'),
    oldSecretUntil: moment
      .nullable()
      .describe('Until when the secret before it signs too; null: there is none'),
  }),
  z.object({ _id: id, kind: z.literal('chat'), url: z.string() }),
])
export type AlertTarget = z.infer<typeof storedTarget>

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')

/** Hours of each day in which messages are held; they may pass midnight. */
const quiet = z.object({ from: z.string(), to: z.string(), timeZone: z.string() })
export type AlertQuiet = z.infer<typeof quiet>

/** A rule: when to send a message, and where to. */
export const alertRule = z
  .object({
    _id: id,
    name: z.string(),
    enabled: z.boolean().describe('Whether it is on; a rule that is off sends nothing'),
    when: storedWhen,
    scope: storedScope,
    to: z.array(storedTarget),
    quiet: quiet.nullable(),
    sent: z.number().int().describe('Messages sent so far'),
    last: z
      .object({ at: moment, sentence: z.string(), state: z.enum(deliveryStates) })
      .nullable()
      .describe('The last message; `state` is the worst one of its deliveries'),
    ...authored,
  })
  .meta({ id: 'AlertRule' })
export type AlertRule = z.infer<typeof alertRule>

/** An address of the public web; whether it may be reached is judged apart. */
const webAddress = z
  .string()
  .trim()
  .max(2000, 'must have at most 2000 characters')
  .refine((value) => {
    if (!URL.canParse(value)) return false
    const url = new URL(value)
    return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'must be an http or https address without a user name')

/** A secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
const webhookSecret = z
  .string()
  .trim()
  .max(200)
  .refine((value) => {
    const [, key] = /^whsec_([A-Za-z0-9+/]+)={0,2}$/.exec(value) ?? []
    // A single character after groups of four is no byte.
    return key !== undefined && key.length >= 32 && key.length <= 86 && key.length % 4 !== 1
  }, 'must be whsec_ and 24 to 64 bytes in base64')

/** `_id`: an address that the rule has. What is left out there stays, and so does what comes back masked. */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ _id: id.optional(), kind: z.literal('email'), address: email }),
  z.strictObject({
    _id: id.optional(),
    kind: z.literal('webhook'),
    url: webAddress,
    secret: z.string().trim().max(200).optional().describe('Left out for a new address: one is made'),
    oldSecretUntil: moment.nullable().optional().describe('As answered; it is not changed by a body'),
  }),
  z.strictObject({
    _id: id.optional(),
    kind: z.literal('chat'),
    url: z.string().trim().max(2000, 'must have at most 2000 characters').optional(),
  }),
])
export type AlertTargetBody = z.output<typeof target>

/** Judged once it is known that they are no masks. */
export const newChatUrl = webAddress
export const newWebhookSecret = webhookSecret

const when = z
  .strictObject({
    kind: z.enum(alertKinds),
    minutes: z.int().min(0).max(MAX_ALERT_MINUTES).nullable().optional(),
  })
  .refine(({ kind, minutes }) => !minutes || canLast(kind), {
    path: ['minutes'],
    error: 'must be left out: a run that succeeded does not last',
  })

const scope = z.strictObject({
  appId: id.optional(),
  planId: id.optional(),
  tag: tag.optional(),
  type: text(200)
    .refine((value) => !value.slice(0, -1).includes('*'), 'must have its only * at its end')
    .optional(),
})

const fields = {
  // It begins lines of mails.
  name: text(100).refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'must be one line'),
  enabled: z.boolean(),
  when,
  scope,
  to: z.array(target).min(1, 'must have an address').max(MAX_ALERT_TARGETS),
  quiet: z
    .strictObject({
      from: clockTime,
      to: clockTime,
      timeZone: text(64).refine(isTimeZone, 'must be a time zone such as Europe/London').default('UTC'),
    })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from the start' })
    .nullable(),
}

/** A scope that names what the kind does not have would never send. */
const fits = ({
  when: { kind },
  scope: given,
}: {
  when: z.output<typeof when>
  scope: z.output<typeof scope>
}) => scopeParts.every((part) => given[part] === undefined || scopePartsOf(kind).includes(part))
const unfit = { path: ['scope'], error: 'names what this kind does not have' }

/** `POST alerts`. */
export const alertBody = z
  .strictObject({
    ...fields,
    enabled: fields.enabled.default(true),
    scope: scope.default({}),
    quiet: fields.quiet.default(null),
  })
  .refine(fits, unfit)
export type AlertBody = z.output<typeof alertBody>

/** `PUT alerts/{id}`: what is left out stays; `to` replaces the whole list. */
export const alertPatch = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name, enabled, when, scope, to or quiet')
export type AlertPatch = z.output<typeof alertPatch>

/** `POST alerts/test`: a rule that is not saved yet; `ruleId` is the one whose addresses it names by `_id`. */
export const alertTestBody = z.strictObject({ ...alertBody.shape, ruleId: id.optional() }).refine(fits, unfit)

/** The answer of one address to a test. `status`: of HTTP or SMTP, null without an answer; `ms`: how long it took. */
const testDelivery = z.object({
  targetId: id.nullable(),
  kind: z.enum(alertTargetKinds),
  to: z.string().describe('The address, masked where it is a secret'),
  status: z.number().int().nullable(),
  ms: z.number().int(),
  error: z
    .string()
    .nullable()
    .describe('What went wrong; null: it was taken. `forbidden address`: it may not be reached'),
})
export type AlertTestDelivery = z.infer<typeof testDelivery>
export const alertTestAnswer = z.object({ deliveries: z.array(testDelivery) }).meta({ id: 'AlertTest' })
export type AlertTest = z.infer<typeof alertTestAnswer>

/** A message to one address, and what became of it. */
export const alertDelivery = z
  .object({
    _id: id,
    ...testDelivery.shape,
    ms: z.number().int().nullable(),
    rule: z.object({ _id: id, name: z.string() }),
    at: moment,
    sentence: z.string(),
    state: z.enum(deliveryStates),
    tries: z.number().int().describe('Tries so far'),
    nextTry: moment.nullable().describe('When it is tried next; null: it is not'),
    ended: moment.nullable().describe('When it was taken, or given up; null before'),
  })
  .meta({ id: 'AlertDelivery' })
export type AlertDelivery = z.infer<typeof alertDelivery>

/** `GET alerts/deliveries`: `day` counts those of the last 24 hours. */
export const alertDeliveries = z
  .object({
    data: z.array(alertDelivery),
    total: z.number().int(),
    day: z.object({ sent: z.number().int(), retrying: z.number().int(), gaveUp: z.number().int() }),
  })
  .meta({ id: 'AlertDeliveries' })
export type AlertDeliveries = z.infer<typeof alertDeliveries>

/** Filters of `GET alerts/deliveries`. */
export const alertDeliveryFilters = z.object({
  ruleId: id.optional(),
  state: z.enum(deliveryStates).optional(),
})

/** Body of `POST alerts/{id}/secret`: makes a new secret of one webhook. */
export const alertSecretBody = z.strictObject({ targetId: id })
/** The new secret in clear, this one time, and until when the one before it signs too. */
export const alertSecret = z
  .object({ targetId: id, secret: z.string(), oldSecretUntil: moment })
  .meta({ id: 'AlertSecret' })
export type AlertSecret = z.infer<typeof alertSecret>

/** Body of `POST alerts/preview`: `when` and `scope` of a rule; a whole rule is taken too. */
export const alertPreviewBody = z
  .strictObject({ ...alertBody.shape, name: z.string(), to: z.array(z.unknown()) })
  .partial()
  .required({ when: true })
  .transform(({ when: given, scope: limits }) => ({ when: given, scope: limits ?? {} }))
  .refine(fits, unfit)

/** How often a rule would have sent: the newest times, at most 20, of `total` since a moment, 7 days ago or later. */
export const alertPreview = z
  .object({
    data: z.array(z.object({ at: moment, sentence: z.string() })),
    total: z.number().int(),
    since: moment,
  })
  .meta({ id: 'AlertPreview' })
export type AlertPreview = z.infer<typeof alertPreview>
