/** Runs the work of one item; `started` says that the next item may begin beside it. */
export type ItemWork = (item: number, started: () => void) => Promise<void>

/**
 * Runs the work of items 0 to `count` - 1, at most `concurrency` at once. An item begins when the one before it has
 * started, so items that cannot start wait without a promise each. Rejects at the first failure; no item begins after it
 * or after the signal.
 */
export function runEachItem(
  count: number,
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
  work: ItemWork,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let [next, active, failed] = [0, 0, false]

    function open(): void {
      if (failed) return
      if (next < count && active < concurrency && !signal.aborted) void begin(next++)
      else if (active === 0) resolve()
    }

    async function begin(item: number): Promise<void> {
      active++
      let opened = false
      const started = () => {
        if (!opened) open()
        opened = true
      }
      try {
        await work(item, started)
        active--
        open()
      } catch (error) {
        failed = true
        reject(error as Error)
      }
    }

    open()
  })
}
