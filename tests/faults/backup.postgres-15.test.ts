import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { evidence } from '../support/evidence.ts'
import { hashesOf } from '../support/database-hash.ts'
import { createEngineBench, type EngineBench } from '../support/engine.ts'

/** Check 58: a dump taken under load is complete, and its runs continue after the restore. */

const bin = '/usr/lib/postgresql/15/bin'
const run = promisify(execFile)
let bench: EngineBench
let restored: TestDatabase
let folder: string

beforeEach(async () => {
  bench = await createEngineBench()
  restored = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'console-dump-'))
})
afterEach(async () => {
  await bench.close()
  await restored.drop()
  await rm(folder, { recursive: true, force: true })
})

const delay = { type: 'task.workforce.delay', inputs: { ms: 20 } }
const chain = { a: delay, b: { ...delay, depends: ['a'] }, c: { ...delay, depends: ['b'] } }

/** Starts runs one after the other until it is stopped; returns their number. */
function load(): { end(): Promise<number> } {
  let ended = false
  const work = (async () => {
    const engine = await bench.engine()
    let started = 0
    for (; !ended; started++) await bench.run(engine, chain)
    return started
  })()
  return {
    end: () => {
      ended = true
      return work
    },
  }
}

test('restored rows equal those of the dump, and its runs continue', async () => {
  const underLoad = load()
  const runs = async () => (await bench.database.pool.query('select id from workqueues')).rowCount ?? 0
  await expect.poll(runs).toBeGreaterThan(20)
  // The dump reads one database snapshot; the restored rows must equal those of the same snapshot.
  const client = await bench.database.pool.connect()
  await client.query('begin isolation level repeatable read')
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  const seen = await hashesOf(client)
  const file = path.join(folder, 'dump')
  const snapshot = `--snapshot=${rows[0]?.name}`
  await run(path.join(bin, 'pg_dump'), ['--format=custom', snapshot, '--file', file, bench.database.url])
  await client.query('commit')
  client.release()
  const before = await runs()
  expect(await underLoad.end()).toBeGreaterThan(20)

  const clean = ['--clean', '--if-exists', '--exit-on-error', '--single-transaction']
  await run(path.join(bin, 'pg_restore'), [...clean, '--dbname', restored.url, file])
  expect(await hashesOf(restored.pool)).toEqual(seen)
  expect(Number(seen['workqueues']?.split(' ')[0])).toBeLessThan(before)

  const store = createRunStore(restored.pool)
  const unfinished = await restored.pool.query<{ id: string }>(
    "select id from workqueues where status in ('notstarted', 'started')",
  )
  expect(unfinished.rowCount).toBeGreaterThan(0)
  await bench.engine({ store })
  const statuses = async () =>
    (await restored.pool.query('select distinct status from workqueues')).rows.map(({ status }) => status)
  await expect.poll(statuses, { timeout: 15_000 }).toEqual(['completed'])
  evidence({
    check: 58,
    figures: {
      'tables compared row by row': Object.keys(seen).length,
      'tables that differ': 0,
      'unfinished runs that continued after the restore': unfinished.rowCount ?? 0,
    },
    breaks: 'an engine does not look for the unfinished runs of others',
  })
})
