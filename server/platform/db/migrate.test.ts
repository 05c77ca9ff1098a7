import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { evidence } from '#tests/support/evidence.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = database.pool
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
})
afterEach(() => database.drop())

async function directory(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(folder, name), sql)
  return pathToFileURL(`${folder}/`)
}

async function versions(): Promise<number[]> {
  const { rows } = await pool.query<{ version: number }>('select version from schema_migrations order by 1')
  return rows.map(({ version }) => version)
}

test('the migrations create the schema, and a second run changes nothing', async () => {
  await migrate(pool, log)
  const first = await versions()
  await migrate(pool, log)
  expect(await versions()).toEqual(first)
  expect((await pool.query('select count(*)::int as n from users')).rows).toEqual([{ n: 0 }])
})

test('several concurrent processes apply each file once', async () => {
  const files = await directory({
    '0001-a.sql': 'create table a (n int); insert into a values (1)',
    '0002-b.sql': 'insert into a values (2)',
  })
  await Promise.all([migrate(pool, log, files), migrate(pool, log, files), migrate(pool, log, files)])
  expect((await pool.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test.each([
  ['in the middle', 'create table b (n int); insert into nowhere values (1)'],
  ['when its number is noted', 'create table b (n int); drop table schema_migrations'],
  ['with its connection', 'create table b (n int); select pg_terminate_backend(pg_backend_pid())'],
])('a file that fails %s leaves no change and keeps those before it', async (where, sql) => {
  const files = await directory({ '0001-a.sql': 'create table a (n int)', '0002-b.sql': sql })
  await expect(migrate(pool, log, files)).rejects.toThrow('Migration 0002-b.sql failed')
  expect(await versions()).toEqual([1])
  await expect(pool.query('select * from b')).rejects.toThrow('does not exist')
  evidence({
    check: 58,
    figures: { 'a migration that fails': where, 'tables left of it': 0 },
    breaks: 'a file is applied without a transaction of its own',
  })
})

test('a database newer than the program is refused with a message', async () => {
  const files = { '0001-a.sql': 'create table a (n int)', '0002-b.sql': 'create table b (n int)' }
  await migrate(pool, log, await directory(files))
  const older = await directory({ '0001-a.sql': files['0001-a.sql'] })
  await expect(migrate(pool, log, older)).rejects.toThrow(
    'The database is at version 2, but this program knows versions up to 1 only',
  )
  evidence({
    check: 58,
    figures: { 'an older program on a newer database': 'refused in words' },
    breaks: 'versions that the program does not know are passed over',
  })
})

test('two files of one number are refused', async () => {
  const files = await directory({ '0001-a.sql': 'select 1', '0001-b.sql': 'select 1' })
  await expect(migrate(pool, log, files)).rejects.toThrow('0001-b.sql has that of another file')
})

test('a file whose number was still free when later ones were applied is applied too', async () => {
  const files = { '0001-a.sql': 'create table a (n int)', '0003-c.sql': 'insert into a values (3)' }
  await migrate(pool, log, await directory(files))
  await migrate(pool, log, await directory({ ...files, '0002-b.sql': 'insert into a values (2)' }))
  expect(await versions()).toEqual([1, 2, 3])
  expect((await pool.query('select n from a order by n')).rows).toEqual([{ n: 2 }, { n: 3 }])
})
