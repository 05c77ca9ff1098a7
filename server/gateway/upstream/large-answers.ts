import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises'
import { createFairPermits } from '#server/lib/concurrency.ts'

/** Characters from which an answer is large: reading it and answering with it holds the event loop for 5 ms and more. */
export const LARGE_ANSWER = 100_000

/** Longest pause after a large answer, in milliseconds: several round trips to the platform. */
const LONGEST_PAUSE_MS = 200

/**
 * Makes large answers of the platform wait for their turn, of the accounts in turn. After each of them the event loop is
 * free for as long as it took, 200 ms at most, so that sockets, timers and small answers are served however many lists of
 * thousands of rows have arrived together.
 */
export interface LargeAnswers {
  /**
   * Resolves at once for an answer of fewer than `LARGE_ANSWER` characters, else when its turn has come. What the caller
   * does with the answer before it awaits something else belongs to the turn.
   */
  turn(size: number, account: string): Promise<void>
}

export function createLargeAnswers(): LargeAnswers {
  const permits = createFairPermits(1, Number.POSITIVE_INFINITY)
  return {
    async turn(size, account) {
      if (size < LARGE_ANSWER) return
      await new Promise<void>((begin) => {
        void permits.run(account, async () => {
          const began = performance.now()
          begin()
          await nextIteration()
          await wait(Math.min(performance.now() - began, LONGEST_PAUSE_MS))
        })
      })
    },
  }
}
