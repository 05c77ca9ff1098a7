/**
 * Maps like `Promise.all(items.map(work))`, but runs at most `limit` calls at a time. Results have the order of the
 * items. The first failure rejects; running calls continue, and no new one starts.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const index = next++
      try {
        results[index] = await work(items[index] as Item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}

/** Runs at most a given number of calls at a time; the others wait in order. */
export interface Permits {
  /** Runs the work as soon as a permit is free. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createPermits(count: number): Permits {
  let free = count
  const waiting: (() => void)[] = []

  async function take(): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the permit to the call that has waited longest, if any. */
  function giveBack(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return {
    async run(work) {
      await take()
      try {
        return await work()
      } finally {
        giveBack()
      }
    },
  }
}
