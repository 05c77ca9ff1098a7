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
