import type { ScriptTest, ScriptTestBody } from '#shared/domains/scripts/contract.ts'
import { scriptFaults } from '#shared/domains/scripts/faults.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { scriptOutcome } from '#server/platform/scripts/outcome.ts'
import type { ScriptPool } from '#server/platform/scripts/pool.ts'

/** Tests that a user may run in a minute, on one process of the platform. */
const MOST_TESTS = 30
const MINUTE_MS = 60_000
/**
 * The caller waits for the answer, and the gateway waits for the platform for 9.5 seconds at most, of which the process may
 * take one to end. A script has what is left of the whole when it begins, at most its own.
 */
const WHOLE_MS = 8000
const TEST_MS = 6000
/** A test that has not begun by then is refused. The first one starts a process, which a busy machine needs seconds for. */
const WAIT_MS = 5000

export type ScriptTester = ReturnType<typeof createScriptTester>

/** Runs scripts for the screen of a script: nothing is stored, and variables stay as written. */
export function createScriptTester({ pool, clock }: { pool: ScriptPool; clock: Clock }) {
  const times = new Map<string, number[]>()

  function admit(userId: string): void {
    const now = clock.now()
    const recent = (times.get(userId) ?? []).filter((at) => now - at < MINUTE_MS)
    if (recent.length >= MOST_TESTS)
      throw new AppError('TOO_MANY_REQUESTS', scriptFaults.tests, { retryAfter: MINUTE_MS / 1000 })
    times.delete(userId)
    times.set(userId, [...recent, now])
    for (const [other, ats] of times) {
      if (now - (ats.at(-1) ?? 0) < MINUTE_MS) break
      times.delete(other)
    }
  }

  return async function test(
    userId: string,
    { code, inputs }: { code: string; inputs: ScriptTestBody['inputs'] },
    gone: AbortSignal,
  ): Promise<ScriptTest> {
    admit(userId)
    const asked = performance.now()
    let timeMs = Math.min(pool.limits.timeMs, TEST_MS)
    const log: string[] = []
    let progress: number | null = null
    let begun = 0
    const wait = new AbortController()
    const late = setTimeout(() => wait.abort(new AppError('UNAVAILABLE', scriptFaults.busy)), WAIT_MS)
    try {
      const settled = await pool.run({
        owner: `test:${userId}`,
        code,
        inputs: JSON.stringify(inputs),
        begin() {
          clearTimeout(late)
          begun = performance.now()
          timeMs = Math.min(timeMs, Math.round(WHOLE_MS - (begun - asked)))
          return timeMs
        },
        listener: { log: (line) => void log.push(line), progress: (part) => (progress = part) },
        signal: AbortSignal.any([wait.signal, gone]),
      })
      const ms = Math.round(performance.now() - begun)
      const outcome = scriptOutcome(settled, pool.limits, timeMs)
      if ('outputs' in outcome) return { outputs: outcome.outputs, error: null, log, progress, ms }
      const { reason, trace } = outcome
      return { outputs: null, error: { reason, trace, line: lineOf(trace) }, log, progress, ms }
    } finally {
      clearTimeout(late)
    }
  }
}

/** The line of the script that the innermost frame names. */
function lineOf(trace: string | null): number | null {
  const line = /script\.js:(\d+)/.exec(trace ?? '')?.[1]
  return line === undefined ? null : Number(line)
}
