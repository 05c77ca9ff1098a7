import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchBed } from '#tests/support/search-bed.ts'
import { createDatabase } from '../db/database.ts'
import { createSearchFollower } from './follower.ts'

let bed: Awaited<ReturnType<typeof createSearchBed>>
beforeAll(async () => {
  bed = await createSearchBed()
})
afterAll(() => bed.close())

const count = async (table: string) =>
  (await bed.platform.pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count

const names = async (search: string) =>
  (await bed.read(search, '&pagesize=1000')).body.data.map(({ name }: { name: string }) => name) as string[]

test('runs of before an upgrade are added newest first beside new ones, each once', async () => {
  const { pool } = bed.platform
  const at = (minute: number) => new Date(Date.parse('2026-02-01T00:00:00Z') + minute * 60_000)
  for (let minute = 0; minute < 250; minute++) await bed.make({ name: `Old ${minute}`, created: at(minute) })
  // As after the migration of a database with runs.
  await pool.query('truncate search_changes')
  await pool.query(`update search_progress set done = false, since = '2026-02-20'`)
  await pool.query(`update workqueues set status = 'failed' where name in ('Old 0', 'Old 249')`)
  await bed.make({ name: 'Old new' })
  // Every process stops in the middle once, with its transaction.
  const log = pino({ level: 'silent' })
  const stopped = createSearchFollower({ db: createDatabase(pool), log })
  const drained = stopped.drain()
  await stopped.stop()
  await drained
  await bed.settle()
  expect(await count('search_changes')).toBe(0)
  expect(await count('run_search')).toBe(251)
  expect((await pool.query('select done from search_progress')).rows).toEqual([{ done: true }])
  expect(await names('old')).toEqual([
    'Old new',
    ...Array.from({ length: 250 }, (_, index) => `Old ${249 - index}`),
  ])
  expect(await names('old -status:completed')).toEqual(['Old 249', 'Old 0'])
})

test('a transaction that fails leaves its changes to the next one', async () => {
  const { pool } = bed.platform
  await pool.query('alter table run_search add constraint refused check (run_id is null) not valid')
  await bed.make({ name: 'Numbat' })
  await bed.settle()
  expect([await names('numbat'), await count('search_changes')]).toEqual([[], 2])
  await pool.query('alter table run_search drop constraint refused')
  await bed.settle()
  expect([await names('numbat'), await count('search_changes')]).toEqual([['Numbat'], 0])
})

test('one process at a time applies changes', async () => {
  const { pool } = bed.platform
  const followers = Array.from({ length: 4 }, () =>
    createSearchFollower({ db: createDatabase(pool), log: pino({ level: 'silent' }) }),
  )
  for (let round = 0; round < 5; round++) {
    await Promise.all([bed.make({ name: `Dunnart ${round}` }), ...followers.map((each) => each.drain())])
  }
  await Promise.all(followers.map((each) => each.stop()))
  await bed.settle()
  expect(await names('dunnart')).toHaveLength(5)
})
