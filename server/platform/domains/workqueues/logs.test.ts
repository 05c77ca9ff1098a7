import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LogEntry, LogsByTask } from '#shared/domains/tasks/contract.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'

let platform: TestPlatform
let accountId: string
let appId: string
let workqueueId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  accountId = platform.alice.accountId
  const app = { name: 'A', description: 'B' }
  appId = (await platform.call.post('/api/apps').set(platform.alice.headers).send(app)).body._id
})
beforeEach(async () => {
  workqueueId = await insertRun(platform.pool, { accountId, appId })
})
afterAll(() => platform.close())

/** Entries number `from` to `to`, three with the same moment each, of two tasks, every tenth an error. */
const write = (from: number, to: number) =>
  platform.pool.query(
    `insert into task_logs (id, account_id, workqueue_id, task_id, attempt, timestamp, level, message)
     select $1 || '-' || n, $2, $1, 't' || n % 2, 1, timestamptz '2026-03-01' + make_interval(secs => n / 3),
       case when n % 10 = 0 then 'error' else 'info' end, n::text
     from generate_series($3::int, $4::int) as n`,
    [workqueueId, accountId, from, to],
  )
const get = (query: string) =>
  platform.call.get(`/api/workqueues/${workqueueId}/logs?athena=true${query}`).set(platform.alice.headers)
const numbers = (body: LogsByTask) =>
  Object.values(body)
    .flat()
    .map(({ message }: LogEntry) => Number(message))
    .sort((a, b) => a - b)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('an entry has all its fields', async () => {
  await write(0, 0)
  expect((await get('')).body).toEqual({
    t0: [
      {
        _id: `${workqueueId}-0`,
        taskId: 't0',
        attempt: 1,
        timestamp: '2026-03-01T00:00:00.000Z',
        level: 'error',
        message: '0',
        stacktrace: null,
      },
    ],
  })
})

describe('pages', () => {
  /** Requests pages by the headers until the end. */
  async function walk(query: string, header: 'after' | 'before', between = async () => {}) {
    const pages: number[][] = []
    let cursor: string | undefined = header === 'after' ? '' : undefined
    for (;;) {
      const answer = await get(`${query}${cursor === undefined ? '' : `&${header}=${cursor}`}`)
      expect(answer.status).toBe(200)
      pages.push(numbers(answer.body))
      cursor = answer.headers[`x-next-${header}`]
      if (cursor === undefined) return pages
      await between()
    }
  }

  test('from the oldest on contain every entry once, also those of one moment', async () => {
    await write(1, 25)
    const pages = await walk('&limit=10', 'after')
    expect(pages).toEqual([range(1, 10), range(11, 20), range(21, 25)])
  })

  test('back from the newest contain every entry once', async () => {
    await write(1, 20)
    expect(await walk('&limit=10', 'before')).toEqual([range(11, 20), range(1, 10)])
  })

  test('do not move while entries are written', async () => {
    await write(1, 10)
    let next = 11
    const pages = await walk('&limit=4', 'after', async () => {
      if (next <= 20) await write(next, (next += 5) - 1)
    })
    expect(pages.flat()).toEqual(range(1, 20))
  })

  test('can be restricted to one task or level', async () => {
    await write(1, 40)
    expect((await walk('&limit=7&taskId=t1', 'after')).flat()).toEqual(range(1, 40).filter((n) => n % 2))
    expect((await walk('&limit=3&level=error', 'before')).flat().sort((a, b) => a - b)).toEqual([
      10, 20, 30, 40,
    ])
    expect(numbers((await get('&level=error,warn&taskId=t1')).body)).toEqual([])
  })

  test('of a log of 100,000 lines: the last costs as much as the first', { timeout: 60_000 }, async () => {
    await write(1, 100_000)
    await platform.pool.query('analyze task_logs')
    const first = await get('&after=&limit=1000')
    expect(numbers(first.body)).toEqual(range(1, 1000))
    const last = await get(`&after=${workqueueId}-99000&limit=1000`)
    expect(numbers(last.body)).toEqual(range(99_001, 100_000))
    expect(last.headers['x-next-after']).toBeUndefined()
    const newest = await get('')
    expect(numbers(newest.body)).toEqual(range(90_001, 100_000))
    expect(newest.headers['x-next-before']).toBe(`${workqueueId}-90001`)
    const { rows } = await platform.pool.query(
      `explain (format json) select id from task_logs
       where account_id = $1 and workqueue_id = $2 and (timestamp, ordinal) > ('2026-03-01 09:00Z'::timestamptz, 1::bigint)
       order by timestamp, ordinal limit 1000`,
      [accountId, workqueueId],
    )
    const plan = JSON.stringify(rows[0])
    expect(plan).toContain('task_logs_workqueue')
    expect(plan).not.toContain('Sort')
  })
})

test.each(['&after=gone', '&before=gone', '&after=x&before=y', '&limit=0', '&limit=10001', '&level=loud'])(
  '%s is refused',
  async (query) => {
    expect((await get(query)).status).toBe(400)
  },
)

test('an entry of another run is answered like one that does not exist', async () => {
  await write(1, 1)
  const foreign = `${workqueueId}-1`
  workqueueId = await insertRun(platform.pool, { accountId, appId })
  const answer = await get(`&after=${foreign}`)
  expect(answer.body.message).toBe('After is no log entry of this workqueue')
  expect((await get('&after=absent')).body.message).toBe(answer.body.message)
})
