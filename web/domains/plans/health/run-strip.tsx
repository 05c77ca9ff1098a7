import './run-strip.css'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { statusLabel } from '#shared/lib/status-label.ts'
import type { RunsOfPlan } from './use-plan-health.ts'

/** The newest runs of a plan as bars, the newest last; a failed one is the highest and has a cross. */
export function RunStrip({ runs }: { runs: RunsOfPlan['runs'] }) {
  const shown = runs.toReversed()
  const words = planMessages.runsOfPlan(countedStatuses(runs))
  return (
    <span data-plan-runs role="img" aria-label={words} title={words}>
      {shown.map(({ id, status }) => (
        <span key={id} data-status={status} />
      ))}
    </span>
  )
}

/** `8 completed, 2 failed`. */
function countedStatuses(runs: RunsOfPlan['runs']): string {
  const counts = new Map<string, number>()
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} ${statusLabel(status)}`).join(', ')
}
