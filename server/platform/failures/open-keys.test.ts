import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { RunOf } from '#tests/support/run-of.ts'
import { createDatabase } from '../db/database.ts'
import { createOpenKeys } from './open-keys.ts'

let database: TestDatabase
let now = 0
beforeEach(async () => {
  database = await createTestDatabase()
  now = 1_000_000
})
afterEach(() => database.drop())

const keysOf = () => createOpenKeys(createDatabase(database.pool), () => now)
const add = (planId: string, name: string) =>
  database.pool.query(
    `insert into failure_keys (account_id, app_id, plan_id, task_name) values ('account', 'app', $1, $2)`,
    [planId, name],
  )
const run = (planId: string | null, rerunOf: string | null = null) => ({
  ...new RunOf({}).run,
  accountId: 'account',
  appId: 'app',
  planId,
  rerunOf,
})

test('only names that have failed matter, in runs of their plan and in reruns', async () => {
  const keys = keysOf()
  await keys.refresh()
  expect(keys.matters(run('p'), 'pay')).toBe(false)
  await add('p', 'pay')
  await keys.refresh()
  expect(keys.matters(run('p'), 'pay')).toBe(true)
  expect(keys.matters(run('p'), 'ship')).toBe(false)
  expect(keys.matters(run('other'), 'pay')).toBe(false)
  expect(keys.matters(run(null), 'pay')).toBe(false)
  expect(keys.matters(run(null, 'first'), 'pay')).toBe(true)
  expect(keys.matters(run(null, 'first'), 'ship')).toBe(false)
})

test('names that are no longer open are forgotten within a minute', async () => {
  const keys = keysOf()
  await add('p', 'pay')
  await keys.refresh()
  await database.pool.query('delete from failure_keys')
  now += 61_000
  await keys.refresh()
  expect(keys.matters(run('p'), 'pay')).toBe(false)
})

test('everything matters while the database has not answered for seconds', async () => {
  const keys = keysOf()
  expect(keys.matters(run('p'), 'pay')).toBe(true)
  await keys.refresh()
  now += 2900
  expect(keys.matters(run('p'), 'pay')).toBe(false)
  now += 200
  expect(keys.matters(run('p'), 'pay')).toBe(true)
})

test('too many names are known by their plans only', async () => {
  const keys = keysOf()
  await database.pool.query(
    `insert into failure_keys (account_id, app_id, plan_id, task_name)
     select 'account', 'app', 'p', 'n' || n from generate_series(1, 20001) n`,
  )
  await keys.refresh()
  expect(keys.matters(run('p'), 'any')).toBe(true)
  expect(keys.matters(run('other'), 'n1')).toBe(false)
})
