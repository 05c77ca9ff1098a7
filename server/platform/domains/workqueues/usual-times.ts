import type { PlanTaskStats, UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import type { PlanOfApp } from './stats-sql.ts'

/** How long the tasks of a plan, by their names, and its runs usually take. */
export interface UsualTimes {
  usual: ReadonlyMap<string, PlanTaskStats>
  expected: UsualDuration | null
}

type ReadTimes = (accountId: string, plans: readonly PlanOfApp[]) => Promise<UsualTimes[]>

/** How long times are kept, in milliseconds, and of how many plans. */
const KEEPS_MS = 10_000
const MAX_PLANS = 500

const noTimes = Promise.resolve(null)

/**
 * The times of the plans of some runs, in the order of the runs; null for a run without a plan. What is not known, or
 * too old, is read by one call.
 */
export function cachedTimes(read: ReadTimes, now = () => performance.now()) {
  const known = new Map<string, { at: number; times: Promise<UsualTimes> }>()

  function keep(key: string, times: Promise<UsualTimes>): void {
    known.delete(key)
    known.set(key, { at: now(), times })
    times.catch(() => known.delete(key))
    if (known.size > MAX_PLANS) known.delete(known.keys().next().value ?? '')
  }

  return async (
    accountId: string,
    runs: readonly { planId: string | null; appId: string }[],
  ): Promise<(UsualTimes | null)[]> => {
    const keyOf = ({ appId, planId }: { planId: string | null; appId: string }) =>
      `${accountId} ${appId} ${planId}`
    const found = new Map<string, Promise<UsualTimes>>()
    const missing = new Map<string, PlanOfApp>()
    for (const { planId, appId } of runs) {
      if (planId === null) continue
      const key = keyOf({ planId, appId })
      const kept = known.get(key)
      if (kept && kept.at > now() - KEEPS_MS) found.set(key, kept.times)
      else missing.set(key, { planId, appId })
    }
    const reading = missing.size > 0 ? read(accountId, [...missing.values()]) : null
    ;[...missing.keys()].forEach((key, index) => {
      const times = reading!.then((all) => all[index]!)
      found.set(key, times)
      keep(key, times)
    })
    return Promise.all(runs.map((run) => found.get(keyOf(run)) ?? noTimes))
  }
}
