import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/lib/listening.ts'
import { evidence } from '../support/evidence.ts'
import {
  endProcess,
  signIn,
  startPlatformProcess,
  type Call,
  type PlatformProcess,
} from '../support/platform-process.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/**
 * Check 79: another program fills the disk of the database down to one segment of its log, under load. Changes are refused
 * with a message, everything is read, and PostgreSQL does not stop.
 */

const segmentBytes = 16 * 1024 ** 2
let disk: SmallDisk
let platform: PlatformProcess
let call: Call
let port = 0

async function start(): Promise<void> {
  const settings = { DATA_DIR: disk.folder, PLATFORM_PORT: String(port), LOG_LEVEL: 'fatal' }
  platform = await startPlatformProcess(settings)
}

beforeAll(async () => {
  disk = mountSmallDisk(256)
  port = await findFreePort('127.0.0.1')
  await start()
  call = await signIn(platform.ready.url)
})
afterAll(async () => {
  await endProcess(platform.child, 'SIGTERM')
  disk.remove()
})

const postmaster = () =>
  readFileSync(path.join(disk.folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]
const health = async () => (await fetch(`${platform.ready.url}/api/health`)).status

const written: string[] = []
let next = 0

/** Creates an app with a long description; `written`, or the refusal. */
async function write(): Promise<string> {
  const name = `app ${next++}`
  return call('POST', 'apps', { name, description: 'x'.repeat(1900) }).then(
    () => (written.push(name), 'written'),
    (error: unknown) => String(error),
  )
}

const names = async () =>
  (await call<{ data: { name: string }[] }>('GET', 'apps?pagesize=9999')).data.map(({ name }) => name)

/** Writes without a pause until it is stopped; returns what was answered. */
function load(): () => Promise<string[]> {
  let ended = false
  const answers: string[] = []
  const work = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!ended) answers.push(await write())
    }),
  )
  return async () => {
    ended = true
    await work
    return answers
  }
}

const refused = '{"statusCode":507,"code":"NO_SPACE","message":"Nothing can be saved at the moment: the disk'

test('changes are refused with a message before the last segment is used, reads continue, PostgreSQL does not stop', async () => {
  expect([await write(), await health()]).toEqual(['written', 200])
  const server = postmaster()
  const stopLoad = load()
  disk.fill(segmentBytes)
  await expect.poll(write, { timeout: 10_000, interval: 20 }).toContain(refused)
  const left = disk.freeBytes()
  // The load goes on, and nothing of it uses the rest.
  for (let round = 0; round < 10; round++) {
    expect(await names()).toEqual(expect.arrayContaining(written))
    await wait(50)
  }
  const answers = await stopLoad()
  // The connections learn of it one after the other, within a moment.
  const lastWritten = answers.lastIndexOf('written')
  expect(lastWritten - answers.findIndex((answer) => answer.includes(refused))).toBeLessThan(20)
  const afterwards = answers.slice(lastWritten + 1)
  expect(afterwards.filter((answer) => !answer.includes(refused))).toEqual([])
  expect(afterwards.length).toBeGreaterThan(10)
  expect(left - disk.freeBytes()).toBeLessThan(1024 ** 2)
  expect([await health(), postmaster()]).toEqual([507, server])

  // A start with the disk as it is: reads work again, and changes are refused.
  await endProcess(platform.child, 'SIGKILL')
  await start()
  expect(await names()).toEqual(expect.arrayContaining(written))
  await expect.poll(write, { timeout: 10_000, interval: 20 }).toContain(refused)

  disk.free()
  await expect.poll(write, { timeout: 10_000, interval: 20 }).toBe('written')
  expect(await health()).toBe(200)
  expect((await names()).filter((name) => name.startsWith('app')).sort()).toEqual(written.sort())
  evidence({
    check: 79,
    figures: {
      'megabytes left': left / 1024 ** 2,
      'changes refused with a message': answers.filter((answer) => answer.includes(refused)).length,
      'rows lost': 0,
      'stops of PostgreSQL': 0,
    },
    breaks: 'the free space is not watched',
  })
})
