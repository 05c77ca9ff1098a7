import { mapExchange, type Exchange, type OperationResult } from 'urql'

/** In a page that is not shown there are no frames: what waits for one goes on after this long, in milliseconds. */
const HIDDEN_MS = 250

/**
 * Lets live events go on once a frame, all that have come since the last in one turn: however many a second there are,
 * the page is drawn as often as the screen is. Their order stays. Belongs between the cache and the network.
 */
export const liveBatchExchange: Exchange = (input) => {
  let waiting: (() => void)[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const release = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    const due = waiting
    waiting = []
    for (const go of due) go()
  }
  const nextTurn = (result: OperationResult) =>
    new Promise<OperationResult>((resolve) => {
      if (waiting.length === 0) {
        frame = requestAnimationFrame(release)
        timer = setTimeout(release, HIDDEN_MS)
      }
      waiting.push(() => resolve(result))
    })

  return mapExchange({
    onResult: (result) => (result.operation.kind === 'subscription' ? nextTurn(result) : result),
  })(input)
}
