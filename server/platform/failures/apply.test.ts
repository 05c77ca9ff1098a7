import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngineBench, type EngineBench } from '#tests/support/engine.ts'
import { createDatabase } from '../db/database.ts'
import { mayApply } from './apply.ts'

let bench: EngineBench
beforeAll(async () => {
  bench = await createEngineBench()
})
afterAll(() => bench.close())

const now = new Date('2026-11-27T12:00:00Z')
const group = (muted: string) =>
  `insert into failure_groups (id, account_id, fingerprint, title, type, state, first, last, sample, muted_until)
   select 'g', id, 'f', 't', 'task.a.b', 'open', now(), now(), '{}', '${muted}' from accounts limit 1`

test.each([
  ['nothing', 'select 1', false],
  [
    'a removed run',
    `insert into failure_removals overriding system value values (1, 'g', 'a', 'w', 1, 0, 1)`,
    true,
  ],
  [
    'the name of a failed task',
    `insert into failure_keys (account_id, app_id, plan_id, task_name) values ('a', 'b', '', 't')`,
    true,
  ],
  ['a mute that has ended', group('2026-11-27T12:00:00Z'), true],
  ['a mute that goes on', group('2026-11-27T12:00:01Z'), false],
])('a batch may find something: %s', async (_what, insert, expected) => {
  const { pool } = bench.database
  await pool.query(insert)
  expect(await mayApply(createDatabase(pool), now)).toBe(expected)
  await pool.query('truncate failure_removals, failure_keys; delete from failure_groups')
})
