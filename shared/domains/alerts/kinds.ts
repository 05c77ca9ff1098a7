import type { AttentionKind } from '../attention/kinds.ts'

/**
 * What a rule can wait for. They are separate from the schemas, so that a screen that needs only the values does not load
 * zod.
 */
export const alertKinds = [
  'runFailed',
  'runRecovered',
  'failureOpened',
  'failureRegressed',
  'runLate',
  'queueNobody',
  'queueStalled',
  'queueGrowing',
  'scheduleMissed',
  'keyExpires',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Kinds of the end of a run; all others follow the items of Attention. */
export const runAlertKinds = ['runFailed', 'runRecovered'] as const satisfies readonly AlertKind[]
export type RunAlertKind = (typeof runAlertKinds)[number]

/** Kinds that can last, so that a rule can wait for minutes. The end of a run that succeeded does not. */
export const canLast = (kind: AlertKind): boolean => kind !== 'runRecovered'

/** What a rule can be limited to. */
export const scopeParts = ['appId', 'planId', 'tag', 'type'] as const
export type ScopePart = (typeof scopeParts)[number]

/** What a rule of a kind can be limited to: a schedule has no tasks, and a key belongs to no app. */
export function scopePartsOf(kind: AlertKind): readonly ScopePart[] {
  if (kind === 'scheduleMissed') return ['appId', 'planId']
  return kind === 'keyExpires' ? ['type'] : scopeParts
}

/** The kind of rule that an item of Attention is for; null: none. */
export function kindOfItem(kind: AttentionKind, isRegressed: boolean): AlertKind | null {
  if (kind === 'failure') return isRegressed ? 'failureRegressed' : 'failureOpened'
  return alertKinds.find((known) => known === kind) ?? null
}

export const alertTargetKinds = ['email', 'webhook', 'chat'] as const
export type AlertTargetKind = (typeof alertTargetKinds)[number]

/** `waiting`: not tried yet; `retrying`: failed, and tried again; `gaveUp`: failed for the last time. */
export const deliveryStates = ['waiting', 'retrying', 'sent', 'gaveUp'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Tries of a delivery, spread over a day. */
export const DELIVERY_TRIES = 8
/** How long the secret before the current one still signs, in hours. */
export const OLD_SECRET_HOURS = 24
/** Rules of an account, and addresses of a rule. */
export const MAX_ALERT_RULES = 50
export const MAX_ALERT_TARGETS = 10
/** The longest time that a rule can wait for, in minutes. */
export const MAX_ALERT_MINUTES = 1440
/** The days that a preview looks back. */
export const PREVIEW_DAYS = 7
