import type { TimelineAttempt } from '../attempts.ts'
import type { Domain } from '../domain.ts'
import { attemptEvents } from '../moments.ts'
import type { Gap } from '../scale.ts'

/** An attempt of less than this part of the time is too short to be read beside the others. */
const SHORT = 0.04
/** With fewer short attempts nothing is folded. */
const SQUEEZED = 2
/** A quiet stretch of more than this part of the time is folded. */
const QUIET_FROM = 0.3
/** What stays of a folded stretch at each of its ends, as a part of the time that is not folded. */
const MARGIN = 0.1

/**
 * The same time for an axis on which one long attempt would leave no width to all others: stretches in which nothing
 * begins or ends are folded too, and nothing is shown beyond the last event. Of what still runs as much is left as of all
 * others together: it is what the run waits for. `now` is null for a run that has ended.
 */
export function withQuietFolds(
  domain: Domain,
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  now: number | null,
): Domain {
  const { from, usualEnd } = domain
  const moments = attemptEvents(attempts)
  if (now !== null) moments.push(now)
  if (usualEnd && (now === null || usualEnd.from > now)) moments.push(usualEnd.from)
  moments.sort((a, b) => a - b)
  const last = moments.at(-1) ?? from
  const active = last - from - domain.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)

  const stretches = moments
    .slice(1)
    .map((to, index) => ({ from: moments[index]!, to }))
    .filter((each) => !domain.gaps.some((gap) => gap.from <= each.from && each.to <= gap.to))
    .sort((a, b) => b.to - b.from - (a.to - a.from))
  let left = active
  const quiet = []
  for (const stretch of stretches) {
    const length = stretch.to - stretch.from
    if (length <= left * QUIET_FROM || countShort(attempts, last, left * SHORT) < SQUEEZED) break
    quiet.push(stretch)
    left -= length
  }
  if (quiet.length === 0 || left <= 0) return domain
  const margin = left * MARGIN
  const folds: Gap[] = quiet.map((each) => ({
    from: each.from + (each.to === now && each.to - each.from > left + margin ? left : margin),
    to: each.to - margin,
    after: each.from,
  }))
  return {
    ...domain,
    to: Math.min(domain.to, last + margin),
    gaps: [...domain.gaps, ...folds].sort((a, b) => a.from - b.from),
  }
}

/** How many attempts took less than `least` milliseconds. */
function countShort(
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  end: number,
  least: number,
): number {
  let count = 0
  for (const own of attempts.values())
    for (const { queued, started, ended } of own) {
      const begun = queued ?? started
      if (begun !== null && (ended ?? end) - begun < least) count++
    }
  return count
}
