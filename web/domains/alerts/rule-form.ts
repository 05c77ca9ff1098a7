import type { AlertQuiet, AlertScope } from '#shared/domains/alerts/contract.ts'
import { canLast, scopePartsOf, type AlertKind } from '#shared/domains/alerts/kinds.ts'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import type { RulePreset } from './alert-params.ts'
import type { Rule } from './operations.ts'

/** A webhook or a chat in the form. */
export interface FormPlace {
  /** Of the row in the form. */
  key: string
  /** Of the saved address; null: a new one. */
  id: string | null
  url: string
}

/** What the editor of a rule holds. */
export interface RuleForm {
  name: string
  kind: AlertKind
  minutes: number | null
  scope: AlertScope
  emails: string[]
  /** What is typed beside them. */
  typed: string
  webhooks: FormPlace[]
  chats: FormPlace[]
  quiet: AlertQuiet | null
}

const ofKind = (rule: Rule, kind: string) => rule.to.filter((target) => target.kind === kind)
const placesOf = (rule: Rule, kind: string): FormPlace[] =>
  ofKind(rule, kind).map(({ id, address }) => ({ key: id, id, url: address }))

const given = (scope: Rule['scope']): AlertScope =>
  Object.fromEntries(
    (['appId', 'planId', 'tag', 'type'] as const).flatMap((part) =>
      scope[part] === null ? [] : [[part, scope[part]]],
    ),
  )

/** The form of a saved rule. */
export const ruleFormOf = (rule: Rule): RuleForm => ({
  name: rule.name,
  kind: rule.when.kind as AlertKind,
  minutes: rule.when.minutes,
  scope: given(rule.scope),
  emails: ofKind(rule, 'email').map(({ address }) => address),
  typed: '',
  webhooks: placesOf(rule, 'webhook'),
  chats: placesOf(rule, 'chat'),
  quiet: rule.quiet && { from: rule.quiet.from, to: rule.quiet.to, timeZone: rule.quiet.timeZone },
})

/** The form of a new rule, which sends mails to its author. */
export const newForm = ({ kind, minutes, scope }: RulePreset, email: string | undefined): RuleForm => ({
  name: texts.ruleNames[kind],
  ...fitted(kind, minutes, scope),
  emails: email === undefined ? [] : [email],
  typed: '',
  webhooks: [],
  chats: [],
  quiet: null,
})

/** The condition without what the kind does not have. */
export function fitted(kind: AlertKind, minutes: number | null, scope: AlertScope) {
  const parts = scopePartsOf(kind).filter((part) => scope[part] !== undefined)
  return {
    kind,
    minutes: canLast(kind) ? minutes : null,
    scope: Object.fromEntries(parts.map((part) => [part, scope[part]])) as AlertScope,
  }
}

/** The form with another kind; a name that was not typed follows it. */
export const withKind = (form: RuleForm, kind: AlertKind): RuleForm => ({
  ...form,
  ...fitted(kind, form.minutes, form.scope),
  name: form.name === texts.ruleNames[form.kind] ? texts.ruleNames[kind] : form.name,
})

/** The field of an e-mail address. */
export const emailField = (address: string) => `email ${address}`

const filled = (places: readonly FormPlace[]) => places.filter(({ url }) => url.trim() !== '')

/** The addresses as they are sent, each with the field of the form that it comes from. */
function targetsOf({ emails, typed, webhooks, chats }: RuleForm) {
  const all = [...new Set([...emails, typed.trim()])].filter(Boolean)
  const place = (kind: 'webhook' | 'chat') => (row: FormPlace) => ({
    field: row.key,
    body: { ...(row.id === null ? {} : { _id: row.id }), kind, url: row.url.trim() },
  })
  return [
    ...all.map((address) => ({ field: emailField(address), body: { kind: 'email', address } })),
    ...filled(webhooks).map(place('webhook')),
    ...filled(chats).map(place('chat')),
  ]
}

/** The condition as the platform takes it. */
export const conditionOf = ({ kind, minutes, scope }: RuleForm) => ({ when: { kind, minutes }, scope })

/** The body of a call that saves or tests the rule. */
export const ruleBodyOf = (form: RuleForm) => ({
  name: form.name.trim(),
  ...conditionOf(form),
  to: targetsOf(form).map(({ body }) => body),
  quiet: form.quiet,
})

export const hasAddress = (form: RuleForm): boolean => targetsOf(form).length > 0

/** Whether two forms would be saved as the same rule. */
export const isSameForm = (one: RuleForm, other: RuleForm): boolean =>
  JSON.stringify(ruleBodyOf(one)) === JSON.stringify(ruleBodyOf(other))

/** Faults by the field of the form: an address by its row, others by the name of the field. */
export type FormFaults = Readonly<Record<string, string>>

/** The faults of a refused call at their fields; null where one has no field in the form. */
export function formFaults(form: RuleForm, listed: unknown): FormFaults | null {
  if (!Array.isArray(listed) || listed.length === 0) return null
  const targets = targetsOf(form)
  const found: Record<string, string> = {}
  for (const { path, message } of listed as { path?: unknown; message?: unknown }[]) {
    if (typeof path !== 'string' || typeof message !== 'string') return null
    const place = /^to\[(\d+)\](?:\.(\w+))?/.exec(path)
    const field = place ? targets[Number(place[1])]?.field : /^(name|when|scope|quiet|to)\b/.exec(path)?.[1]
    if (field === undefined) return null
    found[field] = place ? placeFault(place[2], message) : message
  }
  return found
}

function placeFault(field: string | undefined, message: string): string {
  if (message.includes(alertFaults.forbidden)) return texts.forbidden
  return field === 'secret' ? texts.faultySecret(message) : texts.faulty(message)
}
