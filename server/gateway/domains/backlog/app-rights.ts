import type { Call } from '#server/gateway/upstream/call.ts'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** How long an answer is kept, and how long the platform is not asked after a failure, in milliseconds. */
const KEPT = 10 * 60_000
const PAUSE = 5000
/** Statuses that mean "not readable". Any other failure concerns the token or the moment, not the app. */
const NOT_READABLE = [403, 404]
/**
 * Apps that are remembered, and events that wait for an answer; beyond that events are not counted until the
 * next read.
 */
const MAX_APPS = 10_000
const MAX_WAITING = 10_000

interface Answer {
  /** Asked again after this moment, by the monotonic clock; infinite during a request. */
  until: number
  readable: boolean | null
  waiting: (() => void)[]
}

/**
 * Decides for which account an event of the global channel counts: for each that can read `GET apps/{appId}`
 * with the token of one of its viewers. Answers are kept for the account, not for the viewer.
 */
export function createAppRights(clock: Clock) {
  const answers = new BoundedMap<string, Answer>(MAX_APPS)
  let waiting = 0

  async function ask(call: Call, appId: string, answer: Answer): Promise<void> {
    let kept = KEPT
    try {
      await call({ method: 'GET', path: apiPath`apps/${appId}`, purpose: 'rights-check' })
      answer.readable = true
    } catch (error) {
      answer.readable = false
      if (!(error instanceof AppError && NOT_READABLE.includes(error.statusCode))) kept = PAUSE
    }
    answer.until = clock.monotonic() + kept
    waiting -= answer.waiting.length
    if (answer.readable) for (const then of answer.waiting) then()
    answer.waiting = []
  }

  return {
    /**
     * Runs `then` now or once the platform has answered; never when the app is not readable. `call` uses the
     * token of a viewer.
     */
    ifReadable(call: Call, appId: string, then: () => void): void {
      if (!appId) return
      let answer = answers.get(appId)
      if (!answer || clock.monotonic() > answer.until) {
        answers.set(appId, (answer = { until: Infinity, readable: null, waiting: [] }))
        void ask(call, appId, answer)
      }
      if (answer.readable) return then()
      if (answer.readable === false || waiting >= MAX_WAITING) return
      waiting++
      answer.waiting.push(then)
    },
  }
}
