import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forkProgram } from '#tests/support/programs.ts'
import { startPostgres } from './postgres.ts'

const log = pino({ level: 'silent' })
let folder = ''
let cleanUps: (() => Promise<unknown> | unknown)[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-db-'))
})

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
  cleanUps = []
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir = folder) {
  const postgres = await startPostgres({ dataDir, log })
  cleanUps.push(() => postgres.stop())
  return postgres
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

interface OwnerMessage {
  pid: number
  url: string
  error?: string
}

async function startInOtherProcess(): Promise<{ child: ChildProcess; told: OwnerMessage }> {
  const child = forkProgram('postgres-process', folder)
  cleanUps.push(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
  const [told] = (await once(child, 'message')) as [OwnerMessage]
  return { child, told }
}

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await wait(10)
  }
}

test('keeps rows across a restart, in a private folder, with fsync on', async () => {
  const first = await start()
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await first.stop()
  await first.stop()
  await gone(first.pid)
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a path too long for a socket gets one in a private temporary folder', async () => {
  const deep = path.join(folder, 'x'.repeat(90), 'y, "z"')
  await mkdir(deep, { recursive: true })
  const postgres = await start(deep)
  expect(postgres.connection.host.startsWith(deep)).toBe(false)
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
  expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await postgres.stop()
  await expect(stat(postgres.connection.host)).rejects.toThrow('ENOENT')
})

test('a path with a comma, a quote and a space works', async () => {
  const postgres = await start(path.join(folder, 'a, "b" c'))
  expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a second process on the same data is refused with a message, the first continues', async () => {
  const first = await start()
  await query(first.url, 'create table kept (n int)')
  const begun = performance.now()
  const { told } = await startInOtherProcess()
  expect(told.error).toContain(`in use by process ${process.pid}`)
  expect(performance.now() - begun).toBeLessThan(5000)
  expect(await query(first.url, 'select n from kept')).toEqual([])
})

test('after SIGKILL of its owner PostgreSQL stops and its data opens again', async () => {
  const { child, told } = await startInOtherProcess()
  await query(told.url, 'create table kept (n int); insert into kept values (7)')
  child.kill('SIGKILL')
  await gone(told.pid)
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a server that outlived its owner is stopped, not adopted', async () => {
  const orphan = await start()
  await query(orphan.url, 'create table kept (n int); insert into kept values (7)')
  await writeFile(path.join(folder, 'owner.json'), JSON.stringify({ pid: 4_000_000, started: 'long ago' }))
  const second = await start()
  expect(second.pid).not.toBe(orphan.pid)
  expect(await orphan.exited).toEqual({ code: 0, signal: null })
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a stale lock whose process id is now used by another process does not prevent a start', async () => {
  const first = await start()
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  const lock = path.join(folder, 'data', 'postmaster.pid')
  const text = await readFile(lock, 'utf8')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  await first.stop()
  await writeFile(lock, text.replace(String(first.pid), String(process.pid)))
  await writeFile(path.join(folder, 'socket', '.s.PGSQL.5432.lock'), `${process.pid}\n`)
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('an owner record cut off by a crash does not prevent a start', async () => {
  await writeFile(path.join(folder, 'owner.json'), '{"pid":')
  const postgres = await start()
  expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('the kernel lock refuses a start when the owner record was lost', async () => {
  const first = await start()
  await rm(path.join(folder, 'owner.json'))
  await rm(path.join(folder, 'data', 'postmaster.pid'))
  await expect(startPostgres({ dataDir: folder, log })).rejects.toThrow('in use by another PostgreSQL')
  process.kill(first.pid, 'SIGKILL')
})

test('the death of the server is reported, and its data opens again', async () => {
  const first = await start()
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('an interrupted first start is repeated', async () => {
  await mkdir(path.join(folder, 'data.new', 'base'), { recursive: true })
  const postgres = await start()
  expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
  expect((await readFile(path.join(folder, 'data', 'PG_VERSION'), 'utf8')).trim()).toBe('18')
})
