/**
 * Maps like `Promise.all(items.map(work))`, with at most `limit` under way at a time. Results keep the order
 * of the items. The first failure rejects; what is under way runs on, nothing new begins.
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

/** At most so many pieces of work at a time, those that wait in the order in which they asked. */
export interface Permits {
  /** Does the work once it is its turn. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createPermits(count: number): Permits {
  let free = count
  const waiting: (() => void)[] = []

  async function take(): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The permit goes to who waits longest, and is free only when nobody does. */
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
