import type { AlertScope } from '#shared/domains/alerts/contract.ts'
import type { AlertKind, AlertTargetKind } from '#shared/domains/alerts/kinds.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import type { Rule } from './operations.ts'

/** Names of apps and plans by their ids. */
export type NameOf = (id: string) => string

/** What a rule is limited to, in words: `app Billing, tag eu`. */
export function scopeWords(kind: AlertKind, scope: Rule['scope'] | AlertScope, nameOf: NameOf): string {
  const { appId, planId, tag, type } = scope
  const parts = [
    appId && texts.app(nameOf(appId)),
    planId && texts.plan(nameOf(planId)),
    tag && texts.tag(tag),
    type && texts.type(type),
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return kind === 'keyExpires' ? texts.ofAccount : texts.allApps
}

/** Where messages go: an e-mail address in full, of a URL its host, since its path may be secret. */
export function shortPlace(kind: string, address: string): string {
  return kind !== 'email' && URL.canParse(address) ? new URL(address).host : address
}

/** A user in a few words: the name before the @. */
export const shortUser = (email: string | null): string => email?.split('@', 1)[0] ?? ''

export const asTargetKind = (kind: string): AlertTargetKind =>
  kind === 'webhook' || kind === 'chat' ? kind : 'email'
