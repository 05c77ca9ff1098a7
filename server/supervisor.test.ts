import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { environmentWith } from './config.ts'
import { heartbeats } from './lib/heartbeat.ts'
import { supervisePlatform, type Supervisor } from './supervisor.ts'

const lines: { pid?: number; code?: number; msg: string }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
let supervisor: Supervisor | null = null

/** Without a limit no process hangs. */
function supervise(behaviour: string, hangLimitMs?: number): Supervisor {
  const entry = new URL('../tests/support/supervised.mjs', import.meta.url)
  const beatMs = hangLimitMs === undefined ? '' : String(hangLimitMs / heartbeats)
  const env = environmentWith({ BEHAVIOUR: behaviour, BEAT_MS: beatMs })
  supervisor = supervisePlatform({ entry, env, log, hangLimitMs: hangLimitMs ?? 600_000, stopLimitMs: 1000 })
  return supervisor
}

const restarts = () => lines.filter(({ msg }) => msg.includes('restarting it')).length

afterEach(async () => {
  await supervisor?.stop()
  lines.length = 0
})

test('reports readiness, and again after a restart', async () => {
  const platform = supervise('serves')
  let times = 0
  platform.onReady(() => times++)
  expect((await platform.ready).pusher.key).toBe('k')
  expect(times).toBe(1)
  process.kill(platform.pid() ?? Number.NaN, 'SIGKILL')
  await vi.waitFor(() => expect(times).toBe(2), { timeout: 5000 })
  expect(restarts()).toBe(1)
})

test('a first start that fails for a named reason is reported and not repeated', async () => {
  const platform = supervise('refuses')
  await expect(platform.ready).rejects.toThrow('The data is in use')
  await platform.stop()
  expect(restarts()).toBe(0)
})

test('a process that exits at once is restarted quickly five times, then with growing delays', async () => {
  supervise('crashes')
  await vi.waitFor(() => expect(restarts()).toBeGreaterThanOrEqual(7), { timeout: 15_000 })
  const delays = (lines as { restartInMs?: number }[]).flatMap(({ restartInMs }) => restartInMs ?? [])
  expect(delays.slice(0, 7)).toEqual([200, 200, 200, 200, 200, 400, 800])
})

// With a NUL byte `fork` throws, as it does without memory.
test.each(['/no/such/program', 'a\0b'])(
  'a process that cannot be started is tried again until it can',
  async (program) => {
    const platform = supervise('serves')
    let times = 0
    platform.onReady(() => times++)
    await platform.ready
    const { execPath } = process
    process.execPath = program
    try {
      process.kill(platform.pid() ?? Number.NaN, 'SIGKILL')
      const failures = () => lines.filter(({ msg }) => msg.includes('could not be started')).length
      await vi.waitFor(() => expect(failures()).toBeGreaterThanOrEqual(2), { timeout: 5000 })
      expect(platform.pid()).toBeNull()
    } finally {
      process.execPath = execPath
    }
    await vi.waitFor(() => expect(times).toBe(2), { timeout: 5000 })
  },
)

const hangs = () => lines.filter(({ msg }) => msg.includes('hangs')).length

test('a process that is stopped is replaced', async () => {
  const platform = supervise('serves', 1000)
  let times = 0
  platform.onReady(() => times++)
  await platform.ready
  const pid = platform.pid() ?? Number.NaN
  process.kill(pid, 'SIGSTOP')
  await vi.waitFor(() => expect(times).toBe(2), { timeout: 10_000 })
  expect(hangs()).toBe(1)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a process whose event loop is blocked is replaced, again and again', async () => {
  supervise('blocks', 500)
  await vi.waitFor(() => expect(hangs()).toBeGreaterThanOrEqual(2), { timeout: 10_000 })
})

test('a process that gives signs of life is not replaced', async () => {
  const platform = supervise('serves', 1000)
  await platform.ready
  const pid = platform.pid()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([platform.pid(), hangs()]).toEqual([pid, 0])
})

test('stop ends the process with SIGTERM, waits for it and starts no other', async () => {
  const platform = supervise('serves')
  await platform.ready
  const pid = platform.pid() ?? Number.NaN
  await platform.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(restarts()).toBe(0)
})

test('stop kills a process that hangs', async () => {
  const platform = supervise('serves')
  await platform.ready
  const pid = platform.pid() ?? Number.NaN
  process.kill(pid, 'SIGSTOP')
  await platform.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
