import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environmentWith, readPlatformConfig } from '#server/config.ts'
import { evidence } from '../support/evidence.ts'

/**
 * The built product as a tree of processes; each of them is killed. The tests share their data and consoles, in this
 * order: every start costs seconds of processor time.
 */
const main = path.join(import.meta.dirname, '../../dist/server/main.js')
const polling = { timeout: 60_000, interval: 50 }
const hangSeconds = 2
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
let dataDir = ''
const children: ChildProcess[] = []
let first: Tree
let second: Tree

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-tree-'))
  first = await started()
})
afterAll(async () => {
  for (const child of children) await end(child, 'SIGTERM')
  await vi.waitFor(() => expect(descendants()).toEqual([]), polling)
  await rm(dataDir, { recursive: true, force: true })
})

interface Tree {
  child: ChildProcess
  output: string
  url: string
}

function start(env: Record<string, string> = {}): Tree {
  const child = spawn(process.execPath, [main], {
    env: environmentWith({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const tree = { child, output: '', url: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      tree.output += text
      tree.url = /Console on (\S+)/.exec(tree.output)?.[1] ?? ''
    })
  return tree
}

async function started(env: Record<string, string> = {}): Promise<Tree> {
  const tree = start(env)
  await vi.waitFor(() => {
    if (tree.child.exitCode !== null) throw new Error(tree.output)
    expect(tree.url).not.toBe('')
  }, polling)
  return tree
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = (await ended) as [number | null]
  return code
}

/** Processes that work on this test's data, found by their environment or arguments. */
function descendants(kind = ''): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => {
      try {
        const words =
          readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
        return words.includes(dataDir) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(kind)
      } catch {
        // It ended while it was read, or belongs to another user.
        return false
      }
    })
}

async function readiness(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status
}

/**
 * Kills or stops the process of a kind and waits until another one has replaced it and the readiness, which was 503, is
 * 200 again. The gateway is healthy all the time. Returns the duration in milliseconds.
 */
async function outage(url: string, kind: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
  const [pid = Number.NaN] = descendants(kind)
  const begun = performance.now()
  const deadline = Date.now() + polling.timeout
  let wasDown = false
  process.kill(pid, signal)
  for (;;) {
    const status = await readiness(url)
    if (status === 503) {
      wasDown = true
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }
    // A busy machine may have restarted it between two reads.
    if (status === 200 && (wasDown || (await isReplaced(url, kind, pid)))) {
      expect(descendants(kind)).not.toContain(pid)
      return performance.now() - begun
    }
    if (wasDown) await wait(20)
    if (Date.now() > deadline) throw new Error(`/readyz answered ${status}, was it 503 before: ${wasDown}`)
  }
}

/** Whether another process runs, and the console has been ready for a second since. */
async function isReplaced(url: string, kind: string, pid: number): Promise<boolean> {
  const now = descendants(kind)
  if (now.length === 0 || now.includes(pid)) return false
  await wait(1000)
  return (await readiness(url)) === 200
}

test('the gateway outlives its platform, which restarts at the same address', async () => {
  const { child, url } = first
  await vi.waitFor(async () => expect(await readiness(url)).toBe(200), polling)
  await outage(url, 'platform/main')
  expect(child.exitCode).toBe(null)
})

test('PostgreSQL is restarted after its death', async () => {
  const { url } = first
  await vi.waitFor(async () => expect(await readiness(url)).toBe(200), polling)
  await outage(url, 'bin/postgres')
})

test('SIGKILL of the gateway leaves no process behind, and the next start has the same data and sessions', async () => {
  const [, email, password] = /sign in as (\S+) and password (\S+)/.exec(first.output) ?? []
  const before = descendants()
  await end(first.child, 'SIGKILL')
  second = await started({ HANG_LIMIT: `${hangSeconds}s` })
  await vi.waitFor(() => expect(descendants().filter((pid) => before.includes(pid))).toEqual([]), polling)
  expect(second.output).not.toContain('password')
  const signedIn = await fetch(`${second.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ email, password }),
  })
  expect(signedIn.status).toBe(200)
})

test('a second console on the same data reports it and exits, the first continues', async () => {
  const other = start()
  const [code] = (await once(other.child, 'close')) as [number]
  expect(code).toBe(1)
  expect(other.output).toContain('in use by process')
  expect((await fetch(`${second.url}/session`)).status).toBe(200)
})

test('five processes that die or hang within a minute are replaced, each within seconds', async () => {
  const { url } = second
  await vi.waitFor(async () => expect(await readiness(url)).toBe(200), polling)
  const faults = [
    ['platform/main', 'SIGKILL'],
    ['bin/postgres', 'SIGKILL'],
    ['bin/postgres', 'SIGKILL'],
    ['platform/main', 'SIGSTOP'],
    ['bin/postgres', 'SIGSTOP'],
  ] as const
  const recovered: number[] = []
  for (const [kind, signal] of faults) {
    const seconds = (await outage(url, kind, signal)) / 1000
    recovered.push(signal === 'SIGKILL' ? seconds : seconds - hangSeconds)
  }
  // A loaded machine needs longer for the same work.
  const slower = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  expect(Math.max(...recovered)).toBeLessThan(5 * slower)
  const { HANG_LIMIT } = readPlatformConfig({})
  expect(HANG_LIMIT).toBe(10_000)
  evidence({
    check: 78,
    figures: {
      'killed within a minute': 3,
      'stopped within a minute': 2,
      'seconds until a stopped process is killed, by default': HANG_LIMIT / 1000,
      'slowest recovery after that, s': Math.max(...recovered),
    },
    breaks: 'the platform sends no signs of life, or its restarts wait longer each time from the first',
  })
})

test('SIGTERM ends all of them in order', async () => {
  expect(await end(second.child, 'SIGTERM')).toBe(0)
  await vi.waitFor(() => expect(descendants()).toEqual([]), polling)
})

test('a taken port is one clear sentence, before any file is created', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const folder = path.join(dataDir, 'of no start')
  const tree = start({ PORT: String(port), DATA_DIR: folder })
  const [code] = (await once(tree.child, 'close')) as [number]
  other.close()
  expect(code).toBe(1)
  expect(tree.output).toBe(
    `Port ${port} is already in use: stop what listens there, or choose another PORT\n`,
  )
  expect(existsSync(folder)).toBe(false)
})

test('every problem of the configuration is reported at once', async () => {
  const tree = start({ PORT: 'x', SESSION_IDLE: 'long', ADMIN_PASSWORD: 'short' })
  const [code] = (await once(tree.child, 'close')) as [number]
  expect(code).toBe(1)
  expect(tree.output.split('\n').map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['PORT', 'SESSION_IDLE', 'ADMIN_PASSWORD']),
  )
})
