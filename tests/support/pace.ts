import { setTimeout as wait } from 'node:timers/promises'

/**
 * Calls a function at an even rate for a number of seconds. Delayed calls are made up for gradually: a
 * machine that was suspended must not cause a burst.
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

/** Waits until the condition holds, for `limit` milliseconds at most; returns whether it does. */
export async function until(isSo: () => boolean, limit: number): Promise<boolean> {
  const end = performance.now() + limit
  while (!isSo() && performance.now() < end) await wait(5)
  return isSo()
}
