import { setTimeout as wait } from 'node:timers/promises'

/** Does something so many times a second for so many seconds, evenly; what was held up is made up for. */
export async function paced(perSecond: number, seconds: number, work: () => void): Promise<void> {
  const begun = performance.now()
  const total = perSecond * seconds
  for (let done = 0; done < total;) {
    const due = Math.min(total, Math.ceil(((performance.now() - begun) * perSecond) / 1000))
    for (; done < due; done++) work()
    await wait(2)
  }
}

/** Looks until it is so, for `limit` milliseconds at most; answers whether it is. */
export async function until(isSo: () => boolean, limit: number): Promise<boolean> {
  const end = performance.now() + limit
  while (!isSo() && performance.now() < end) await wait(5)
  return isSo()
}
