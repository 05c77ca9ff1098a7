import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { environmentWith } from './config.ts'
import { supervisePlatform, type Supervisor } from './supervisor.ts'

const lines: { pid?: number; code?: number; msg: string }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
let supervisor: Supervisor | null = null

function supervise(behaviour: string): Supervisor {
  const entry = new URL('../tests/support/supervised.mjs', import.meta.url)
  supervisor = supervisePlatform({ entry, env: environmentWith({ BEHAVIOUR: behaviour }), log })
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

test('a process that exits at once is restarted, with growing delays', async () => {
  supervise('crashes')
  await vi.waitFor(() => expect(restarts()).toBeGreaterThanOrEqual(3), { timeout: 10_000 })
  const delays = (lines as { restartInMs?: number }[]).flatMap(({ restartInMs }) => restartInMs ?? [])
  expect(delays.slice(0, 3)).toEqual([200, 400, 800])
})

test('stop ends the process with SIGTERM, waits for it and starts no other', async () => {
  const platform = supervise('serves')
  await platform.ready
  const pid = platform.pid() ?? Number.NaN
  await platform.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(restarts()).toBe(0)
})
