import { mapExchange, type Exchange, type OperationResult } from 'urql'

/** A hidden page has no frames: a callback for the next frame runs after this time, in milliseconds. */
const HIDDEN_MS = 250
/**
 * Length of the pause after a batch, as a multiple of the time of the batch, so that the page stays
 * responsive.
 */
const PAUSE_FACTOR = 3
/** Longest pause in milliseconds, for a batch that was slow for another reason. */
const MAX_PAUSE_MS = 1000

function nextFrame(run: () => void): void {
  const once = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    run()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, HIDDEN_MS)
}

/**
 * Delivers live events in batches of all events since the previous batch. A batch starts with a frame and
 * ends when its changes are drawn; the next one starts after a pause of three times that time. An idle page
 * shows an event at once, and a flood of events takes at most a quarter of the time of the page, whatever
 * their rate and the speed of the browser. Keeps their order. Belongs between the cache and the network.
 */
export const liveBatchExchange: Exchange = (input) => {
  let waiting: (() => void)[] = []
  let busy = false

  const runBatch = () => {
    const started = performance.now()
    const due = waiting
    waiting = []
    for (const run of due) run()
    // The frame after this one draws the changes, which is part of the cost.
    nextFrame(() => setTimeout(() => pause(performance.now() - started)))
  }
  const pause = (took: number) => setTimeout(afterPause, Math.min(PAUSE_FACTOR * took, MAX_PAUSE_MS))
  const afterPause = () => {
    busy = waiting.length > 0
    if (busy) nextFrame(runBatch)
  }
  const inNextBatch = (result: OperationResult) =>
    new Promise<OperationResult>((resolve) => {
      waiting.push(() => resolve(result))
      if (busy) return
      busy = true
      nextFrame(runBatch)
    })

  return mapExchange({
    onResult: (result) => (result.operation.kind === 'subscription' ? inNextBatch(result) : result),
  })(input)
}
