import type { Call } from '#server/gateway/upstream/call.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** How long an answer is kept, and how long nothing is asked where the platform gave none, in milliseconds. */
const KEPT = 10 * 60_000
const PAUSE = 5000
/** Statuses that say "not readable". Any other failure says nothing of the app, but of the token or the moment. */
const NOT_READABLE = [403, 404]
/** Apps remembered, and events that wait for an answer; beyond, events go uncounted until the next reading. */
const MAX_APPS = 10_000
const MAX_WAITING = 10_000

interface Answer {
  /** Asked again after this moment, by the monotonic clock; never while it is being asked. */
  until: number
  readable: boolean | null
  waiting: (() => void)[]
}

/**
 * Whose an event of the global channel is: it counts for an account when `GET apps/{appId}` is readable with a
 * viewer's token of that account. The answers are kept, for whoever looks at that account next as well.
 */
export function createAppRights(clock: Clock) {
  const answers = new Map<string, Answer>()
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
     * Runs `then` now or once the platform has answered; never when the app is not readable. `call` asks in the name of
     * a viewer.
     */
    ifReadable(call: Call, appId: string, then: () => void): void {
      if (!appId) return
      let answer = answers.get(appId)
      if (!answer || clock.monotonic() > answer.until) {
        if (answers.size >= MAX_APPS) answers.delete(answers.keys().next().value ?? '')
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
