import { workqueueStatuses } from '../workqueues/statuses.ts'
import { termPurposes } from './messages.ts'

/** The names that a term of a search may have before its colon; `state` is written with a path, `state.order.id:o17`. */
export const termNames = [
  'status',
  'plan',
  'tag',
  'by',
  'reason',
  'alias',
  'started',
  'duration',
  'state',
] as const
export type TermName = (typeof termNames)[number]

/** Terms whose values `GET search/suggestions` knows; the client knows those of `status`, `started` and `duration`. */
export const suggestedTerms = ['plan', 'tag', 'by', 'alias'] as const
export type SuggestedTerm = (typeof suggestedTerms)[number]

export const isSuggestedTerm = (name: string): name is SuggestedTerm =>
  (suggestedTerms as readonly string[]).includes(name)

/** What a search box offers while a term is begun: what is inserted, and one line about it. */
export interface TermHint {
  name: TermName
  /** With its colon, as `tag:` or `state.`. */
  insert: string
  purpose: string
}

export const termHints: readonly TermHint[] = termNames.map((name) => ({
  name,
  insert: name === 'state' ? 'state.' : `${name}:`,
  purpose: termPurposes[name],
}))

/** Values of terms that need no call. */
export const fixedValues: Partial<Record<TermName, readonly string[]>> = {
  status: workqueueStatuses,
  started: ['<15m', '<2h', '<24h', '>24h', '>7d'],
  duration: ['>1m', '>10m', '>1h', '<1m'],
}
