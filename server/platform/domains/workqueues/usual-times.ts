import type { PlanTaskStats, UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { PlanOfApp } from './stats-scope.ts'

/** How long the tasks of a plan, by their names, and its runs usually take. */
export interface UsualTimes {
  usual: ReadonlyMap<string, PlanTaskStats>
  expected: UsualDuration | null
}

type ReadTimes = (accountId: string, plans: readonly PlanOfApp[]) => Promise<UsualTimes[]>

/** Times that are older are read again, in milliseconds. */
const RENEWS_MS = 10_000
/** Times that are older are not answered any more, in milliseconds. */
const KEEPS_MS = 60_000
/** The number of plans whose times are kept. */
const MAX_PLANS = 500

interface Kept {
  /** When they were read. */
  at: number
  times: Promise<UsualTimes>
  /** They are being read again. */
  renewing: boolean
}

const noTimes = Promise.resolve(null)

/**
 * The times of the plans of some runs, in the order of the runs; null for a run without a plan. What is not known is
 * read by one call. What is known is answered at once and, when it is older than 10 seconds, read again for the next
 * caller: a list that is read regularly never waits for statistics.
 */
export function cachedTimes(read: ReadTimes, now = () => performance.now()) {
  const known = new BoundedMap<string, Kept>(MAX_PLANS)

  function keep(key: string, times: Promise<UsualTimes>): void {
    known.set(key, { at: now(), times, renewing: false })
  }

  /** The times of each plan by one call. */
  function readAll(
    accountId: string,
    plans: ReadonlyMap<string, PlanOfApp>,
  ): [string, Promise<UsualTimes>][] {
    if (plans.size === 0) return []
    const reading = read(accountId, [...plans.values()])
    return [...plans.keys()].map((key, index) => [key, reading.then((all) => all[index]!)])
  }

  /** A failure leaves the old times, which the next caller tries to renew. */
  async function renew(key: string, times: Promise<UsualTimes>): Promise<void> {
    const kept = known.get(key)
    if (kept) kept.renewing = true
    try {
      await times
      keep(key, times)
    } catch {
      if (kept) kept.renewing = false
    }
  }

  return async (
    accountId: string,
    runs: readonly { planId: string | null; appId: string }[],
  ): Promise<(UsualTimes | null)[]> => {
    const keyOf = ({ appId, planId }: { planId: string | null; appId: string }) =>
      `${accountId} ${appId} ${planId}`
    const found = new Map<string, Promise<UsualTimes>>()
    const [missing, old] = [new Map<string, PlanOfApp>(), new Map<string, PlanOfApp>()]
    for (const { planId, appId } of runs) {
      if (planId === null) continue
      const key = keyOf({ planId, appId })
      const kept = known.get(key)
      if (!kept || kept.at <= now() - KEEPS_MS) missing.set(key, { planId, appId })
      else {
        found.set(key, kept.times)
        if (kept.at <= now() - RENEWS_MS && !kept.renewing) old.set(key, { planId, appId })
      }
    }
    for (const [key, times] of readAll(accountId, missing)) {
      found.set(key, times)
      keep(key, times)
      times.catch(() => known.delete(key))
    }
    for (const [key, times] of readAll(accountId, old)) void renew(key, times)
    return Promise.all(runs.map((run) => found.get(keyOf(run)) ?? noTimes))
  }
}
