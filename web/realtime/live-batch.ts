import { mapExchange, type Exchange, type OperationResult } from 'urql'

/** In a page that is not shown there are no frames: what waits for one goes on after this long, in milliseconds. */
const HIDDEN_MS = 250
/** A turn is followed by a rest of so many times its own length, so that the page stays smooth for its user. */
const REST = 3
/** However long a turn took, for example because the page was held up by something else, in milliseconds. */
const MAX_REST_MS = 1000

function nextFrame(go: () => void): void {
  const once = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    go()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, HIDDEN_MS)
}

/**
 * Lets live events go on in turns, all that have come since the last in one. A turn begins with a frame and ends when
 * what it changed is drawn; the next waits three times as long. So a quiet page shows an event at once, and a flood of
 * them takes a quarter of the page's time at most, however fast they come and however slow the browser is. Their
 * order stays. Belongs between the cache and the network.
 */
export const liveBatchExchange: Exchange = (input) => {
  let waiting: (() => void)[] = []
  let busy = false

  const turn = () => {
    const began = performance.now()
    const due = waiting
    waiting = []
    for (const go of due) go()
    // The frame after this one shows what came of it, and what it cost.
    nextFrame(() => setTimeout(() => rest(performance.now() - began)))
  }
  const rest = (took: number) => setTimeout(rested, Math.min(REST * took, MAX_REST_MS))
  const rested = () => {
    busy = waiting.length > 0
    if (busy) nextFrame(turn)
  }
  const nextTurn = (result: OperationResult) =>
    new Promise<OperationResult>((resolve) => {
      waiting.push(() => resolve(result))
      if (busy) return
      busy = true
      nextFrame(turn)
    })

  return mapExchange({
    onResult: (result) => (result.operation.kind === 'subscription' ? nextTurn(result) : result),
  })(input)
}
