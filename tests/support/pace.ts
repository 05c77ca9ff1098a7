import { setTimeout as wait } from 'node:timers/promises'

/**
 * Does something so many times a second for so many seconds, evenly. What was held up is made up for, not at once: a
 * machine that stood still must not make a burst of it.
 */
export async function paced(perSecond: number, seconds: number, work: () => void): Promise<void> {
  const begun = performance.now()
  const total = perSecond * seconds
  for (let done = 0; done < total;) {
    const due = Math.ceil(((performance.now() - begun) * perSecond) / 1000)
    const until = Math.min(total, due, done + Math.ceil(perSecond / 100))
    for (; done < until; done++) work()
    await wait(2)
  }
}

/** Looks until it is so, for `limit` milliseconds at most; answers whether it is. */
export async function until(isSo: () => boolean, limit: number): Promise<boolean> {
  const end = performance.now() + limit
  while (!isSo() && performance.now() < end) await wait(5)
  return isSo()
}
