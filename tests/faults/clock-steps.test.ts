import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentWith } from '#server/config.ts'
import { findFreePort } from '#server/lib/listening.ts'
import { ensureProgram } from '../debian-program.mjs'
import { evidence } from '../support/evidence.ts'
import {
  endProcess,
  signIn,
  startPlatformProcess,
  type Call,
  type PlatformProcess,
} from '../support/platform-process.ts'
import { setUpWorker, startIndependentRun, type WorkerSetup } from '../support/worker-setup.ts'

/**
 * Check 82: the clock of the machine is set, while a worker and the engine are at work. Debian's libfaketime sets it for the
 * platform, its PostgreSQL and the worker at once; monotonic time goes on.
 */

const program = path.join(import.meta.dirname, '../support/counting-worker.mjs')
const start = Date.parse('2028-02-28T22:59:58Z')
const hour = 3_600_000
let folder = ''
let environment: Record<string, string>
let platform: PlatformProcess
let call: Call
let url = ''

/** The library of this machine's architecture. */
function fakeTime(): string {
  const find = () =>
    readdirSync('/usr/lib')
      .map((name) => `/usr/lib/${name}/faketime/libfaketime.so.1`)
      .find(existsSync)
  const { ok, output } = find() ? { ok: true, output: '' } : ensureProgram('/usr/bin/faketime', 'faketime')
  const found = find()
  if (!ok || !found) throw new Error(`libfaketime cannot be installed:\n${output}`)
  return found
}

/** Sets the clock of all processes of this test. */
async function setClock(at: number): Promise<void> {
  const draft = path.join(folder, 'clock.new')
  await writeFile(draft, `${at < Date.now() ? '-' : '+'}${Math.abs(at - Date.now()) / 1000}s\n`)
  // Replaced at once, because it is read at every reading of a clock.
  await rename(draft, path.join(folder, 'clock'))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-clock-'))
  environment = {
    LD_PRELOAD: fakeTime(),
    FAKETIME_TIMESTAMP_FILE: path.join(folder, 'clock'),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    TZ: 'Europe/Berlin',
  }
  await setClock(start)
  const port = await findFreePort('127.0.0.1')
  url = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: path.join(folder, 'data'), PLATFORM_PORT: String(port), PUBLIC_URL: url }
  platform = await startPlatformProcess({ ...environment, ...settings, LOG_LEVEL: 'error' })
  call = await signIn(url)
})
afterAll(async () => {
  await endProcess(platform.child, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

interface Ledger {
  /** Attempts of each task that the worker began. */
  took: Map<string, number[]>
  /** Statuses that reports were answered with. */
  answers: number[]
}

function startWorker({ aliases }: WorkerSetup): { child: ChildProcess; ledger: Ledger } {
  const options = {
    aliases: Object.values(aliases),
    platform: url,
    consumers: 4,
    workMs: 150,
    visibility: 30,
  }
  const child = spawn(process.execPath, [program, JSON.stringify({ ...options, holdEvery: null })], {
    env: environmentWith(environment),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ledger: Ledger = { took: new Map(), answers: [] }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as { took?: string; attempt: number; reported?: string; status?: number }
    if (said.took) ledger.took.set(said.took, [...(ledger.took.get(said.took) ?? []), said.attempt])
    if (said.reported && said.status) ledger.answers.push(said.status)
  })
  return { child, ledger }
}

/** Each is set while tasks are in the hands of the worker and of the engine. Times of the Berlin zone. */
const steps: [string, (now: number) => number][] = [
  ['midnight before a leap day passes', () => Date.parse('2028-02-28T22:59:59.500Z')],
  ['an hour ahead', (now) => now + hour],
  ['an hour back', (now) => now - hour],
  ['the begin of summer time passes', () => Date.parse('2028-03-26T00:59:59.500Z')],
  ['the end of summer time passes', () => Date.parse('2028-10-29T00:59:59.500Z')],
]
const tasksOfAStep = 40

test('steps of the clock lose no task, repeat none and cause no wave of retries', async () => {
  const setup = await setUpWorker(call, 'Clock')
  // A retry that waits over the first steps: its time moves with the clock.
  const flaky = { name: 'a', type: 'task.workforce.noop', inputs: { failAttempts: 1, fail: 'once' } }
  const { child, ledger } = startWorker(setup)
  const runs: string[] = []
  let offset = start - Date.now()
  for (const [, to] of steps) {
    const begun = ledger.took.size
    runs.push(await startIndependentRun(call, setup, tasksOfAStep, { max: 3, delayMs: 100, factor: 1 }))
    const delay = { name: 'b', type: 'task.workforce.delay', inputs: { ms: 700 }, timeoutMs: 5000 }
    const tasks = [{ ...flaky, retry: { max: 1, delayMs: 900, factor: 1 } }, delay]
    const { _id } = await call<{ _id: string }>('POST', `workqueues?appId=${setup.appId}`, {
      name: 'Own',
      tasks,
    })
    runs.push(_id)
    await expect.poll(() => ledger.took.size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(begun)
    offset = to(Date.now() + offset) - Date.now()
    await setClock(Date.now() + offset)
    // A token may have expired by the step.
    call = await signIn(url)
    const statuses = async () =>
      Promise.all(runs.map(async (id) => (await call<{ status: string }>('GET', `workqueues/${id}`)).status))
    await expect.poll(statuses, { timeout: 60_000, interval: 100 }).toEqual(runs.map(() => 'completed'))
  }
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')

  const own = await Promise.all(
    runs.map((id) => call<{ tasks: { attempt: number; name: string }[] }>('GET', `workqueues/${id}`)),
  )
  const attempts = own.flatMap(({ tasks }) => tasks).filter(({ name }) => name === 'b')
  expect(attempts.map(({ attempt }) => attempt)).toEqual(steps.map(() => 1))
  const wanted = steps.length * tasksOfAStep
  expect(ledger.took.size).toBe(wanted)
  const doubled = [...ledger.took.values()].filter((all) => new Set(all).size < all.length)
  expect(doubled).toEqual([])
  const retried = [...ledger.took.values()].filter((all) => all.length > 1)
  // A report whose token was signed before a step ahead and is checked after it is refused: its task is executed again.
  expect(retried.length).toBeLessThan(5)
  evidence({
    check: 82,
    figures: {
      steps: steps.map(([name]) => name).join(', '),
      tasks: wanted,
      'tasks lost': wanted - ledger.took.size,
      'attempts executed twice': doubled.length,
      'tasks retried': retried.length,
    },
    breaks: 'the clock is followed without moving the deadlines of leases',
  })
}, 200_000)
