import { setTimeout as wait } from 'node:timers/promises'
import type { APIRequestContext } from 'playwright/test'

const pauseMs = 100
const timeoutMs = 10_000

/** A program of the operator that starts one run after the other while processes are killed. */
export interface Program {
  /** The runs whose start was confirmed. */
  acknowledged: readonly string[]
  /** The longest time without a start since the last call, in seconds. */
  longestGap(): number
  stop(): Promise<void>
}

/** Starts at once; `request` has the session. */
export function startProgram(request: APIRequestContext, url: string, appId: string): Program {
  const acknowledged: string[] = []
  const headers = { 'x-csrf': '1', origin: url }
  // Each runs for some seconds, so that every killed process has running ones.
  const first = { name: 'wait', type: 'task.workforce.delay', inputs: { ms: 3000 } }
  const data = {
    name: 'One of many',
    tasks: [first, { name: 'end', type: 'task.workforce.noop', depends: ['wait'] }],
  }
  let stopped = false
  let last = performance.now()
  let gap = 0

  /** The id of a run, or null: a request without an answer may have started a run. */
  async function attempt(): Promise<string | null> {
    try {
      const answer = await request.post(`${url}/api/workqueues?appId=${appId}`, {
        data,
        headers,
        timeout: timeoutMs,
      })
      return answer.status() === 201 ? ((await answer.json()) as { _id: string })._id : null
    } catch (error) {
      if (stopped || /ECONN|socket hang up|[Tt]imeout/.test(String(error))) return null
      throw error
    }
  }

  const measure = () => {
    const now = performance.now()
    gap = Math.max(gap, now - last)
    return now
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const id = await attempt()
      if (id !== null) {
        acknowledged.push(id)
        last = measure()
      }
      await wait(pauseMs)
    }
  }

  const running = run()
  return {
    acknowledged,
    longestGap() {
      measure()
      const seconds = gap / 1000
      gap = 0
      return seconds
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
