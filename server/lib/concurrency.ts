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

/** Like `Permits`, shared out in turn between owners: one with many waiting calls delays the others by one call. */
export interface FairPermits {
  /**
   * Runs the work when its owner's turn has come. `size` is what it needs of the common size, which bounds what
   * runs at once; an urgent call goes before all others.
   */
  run<Result>(
    owner: string,
    work: () => Promise<Result>,
    options?: { size?: number; urgent?: boolean },
  ): Promise<Result>
  /** How many calls of this owner, besides urgent ones, wait for their turn. */
  waiting(owner: string): number
}

/** `count` calls at a time, of at most `totalSize` together unless a single one is larger. */
export function createFairPermits(count: number, totalSize: number): FairPermits {
  interface Call {
    size: number
    begin(): void
  }
  const urgentCalls: Call[] = []
  /** The waiting calls by owner; the owner whose turn is next is the first. */
  const owners = new Map<string, Call[]>()
  let running = 0
  let used = 0

  function enqueue(owner: string, call: Call, urgent: boolean): void {
    if (urgent) urgentCalls.push(call)
    else {
      const calls = owners.get(owner)
      if (calls) calls.push(call)
      else owners.set(owner, [call])
    }
  }

  function beginNext(): void {
    while (running < count) {
      const [owner, calls] = owners.entries().next().value ?? ['', []]
      const call = urgentCalls[0] ?? calls[0]
      if (!call || (running > 0 && used + call.size > totalSize)) return
      if (call === urgentCalls[0]) urgentCalls.shift()
      else {
        calls.shift()
        owners.delete(owner)
        if (calls.length > 0) owners.set(owner, calls)
      }
      running++
      used += call.size
      call.begin()
    }
  }

  return {
    async run(owner, work, { size = 0, urgent = false } = {}) {
      await new Promise<void>((begin) => {
        enqueue(owner, { size, begin }, urgent)
        beginNext()
      })
      try {
        return await work()
      } finally {
        running--
        used -= size
        beginNext()
      }
    },
    waiting: (owner) => owners.get(owner)?.length ?? 0,
  }
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
