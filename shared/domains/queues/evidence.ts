import type { AliasEvidence } from './contract.ts'
import type { VerdictCode } from './verdict-codes.ts'

type Ranked = Pick<AliasEvidence, 'alias' | 'pollers' | 'failureSeen' | 'verdict' | 'successRate'>

/** What is worse than a queue that keeps up. */
const growing: readonly VerdictCode[] = ['growing', 'stalled', 'nobody', 'paused']

/**
 * The order in which aliases are offered: those that are polled, were not seen with the failure, have no growing backlog,
 * and by their success. An alias without attempts is behind those that succeed, and before those that mostly fail.
 */
export function compareEvidence(a: Ranked, b: Ranked): number {
  return (
    Number(b.pollers > 0) - Number(a.pollers > 0) ||
    Number(a.failureSeen ?? false) - Number(b.failureSeen ?? false) ||
    Number(growing.includes(a.verdict.code)) - Number(growing.includes(b.verdict.code)) ||
    (b.successRate ?? 0.5) - (a.successRate ?? 0.5) ||
    (a.alias < b.alias ? -1 : Number(a.alias > b.alias))
  )
}
