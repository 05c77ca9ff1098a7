import { alertKinds, scopeParts, type AlertKind, type ScopePart } from '#shared/domains/alerts/kinds.ts'

/** The value of `?rule=` for one that is not saved yet. */
export const NEW_RULE = 'new'

/** What a new rule begins with, as links to it say. */
export interface RulePreset {
  kind: AlertKind
  minutes: number | null
  scope: Partial<Record<ScopePart, string>>
}

/** The part of the account page's address that belongs to the tab of alerts. */
export interface AlertQuery {
  /** The rule that is open; null: none. */
  rule: string | null
  /** Which deliveries are listed: of the open rule unless `all`. */
  all: boolean
  state: string | null
  page: number
}

const positive = (text: string | null) => Math.max(1, Math.floor(Number(text)) || 1)

export const parseAlerts = (params: URLSearchParams): AlertQuery => ({
  rule: params.get('rule') || null,
  all: params.get('of') === 'all',
  state: params.get('state') || null,
  page: positive(params.get('page')),
})

/** From the question mark on. What a new rule begins with is not a part of the address of what follows. */
export function formatAlerts({ rule, all, state, page }: AlertQuery): string {
  const params = new URLSearchParams({ tab: 'alerts' })
  if (rule !== null) params.set('rule', rule)
  if (all) params.set('of', 'all')
  if (state !== null) params.set('state', state)
  if (page > 1) params.set('page', String(page))
  return `?${params}`
}

/** What a link to a new rule presets; a kind that is not known becomes the most frequent one. */
export function presetOf(params: URLSearchParams): RulePreset {
  const kind = alertKinds.find((each) => each === params.get('kind')) ?? 'failureOpened'
  const parts = scopeParts.flatMap((part) => {
    const value = params.get(part)
    return value ? [[part, value] as const] : []
  })
  const minutes = positive(params.get('minutes') ?? '0')
  return { kind, minutes: params.has('minutes') ? minutes : null, scope: Object.fromEntries(parts) }
}

/** The query of an address that opens a new rule. */
export function newRuleQuery({ kind, minutes = null, scope = {} }: Partial<RulePreset>): string {
  const params = new URLSearchParams({ rule: NEW_RULE })
  if (kind !== undefined) params.set('kind', kind)
  if (minutes !== null) params.set('minutes', String(minutes))
  for (const [part, value] of Object.entries(scope)) params.set(part, value)
  return `&${params}`
}
