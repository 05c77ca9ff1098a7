import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'
import { WAITING_PER_ACCOUNT } from './long-lists.ts'

let platform: TestPlatform
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { accountId } = platform.alice
  appId = (await platform.send('post', 'apps', { name: 'Depot', description: 'For lists' })).body._id
  await insertRun(platform.pool, { accountId, appId })
})
afterAll(() => platform.close())

/** Statements of one read: the rows, and how many there are. */
const PER_READ = 2

/** Blocks every read of runs until the returned function is called, at the latest until the test is over. */
async function lockRuns() {
  const client = await platform.pool.connect()
  await client.query('begin')
  await client.query('lock table workqueues in access exclusive mode')
  let ended: Promise<void> | null = null
  const unlock = () => (ended ??= client.query('commit').then(() => client.release()))
  onTestFinished(unlock)
  return unlock
}

/** How many statements wait for that lock. The databases of other tests have tables with the same number. */
async function blocked(): Promise<number> {
  const { rows } = await platform.pool.query(
    `select count(distinct pid)::int as count from pg_locks
     where relation = 'workqueues'::regclass and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0].count
}

const longList = (path: string, who?: Member) =>
  platform.send('get', `${path}?pagesize=9999`, undefined, who).then(({ status, body }) => ({ status, body }))

test('long pages of runs are read one by one, in turn with those of other accounts; nothing else waits for them', async () => {
  const unlock = await lockRuns()
  const many = Array.from({ length: 60 }, () => longList('workqueues'))
  await expect.poll(blocked).toBe(PER_READ)
  expect((await longList('apps')).status).toBe(200)
  expect((await platform.send('get', 'apps')).status).toBe(200)
  const short = platform.send('get', 'workqueues').then(({ status }) => status)
  await expect.poll(blocked).toBe(2 * PER_READ)
  const ended: string[] = []
  const own = many.map((call) => call.then(({ status }) => ended.push(`own ${status}`)))
  const other = longList('workqueues', platform.bob).then(({ status }) => ended.push(`other ${status}`))
  await unlock()
  await Promise.all([...own, other])
  expect(await short).toBe(200)
  // Its call has come last.
  expect(ended.at(-1)).toBe('own 200')
  expect(ended.filter((end) => end === 'own 200')).toHaveLength(60)
})

test('a caller that has gone while it waited is not read for', async () => {
  const unlock = await lockRuns()
  const first = longList('workqueues')
  await expect.poll(blocked).toBe(PER_READ)
  const { port } = platform.app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/api/workqueues?pagesize=9999&status=failed`
  const gone = new AbortController()
  const received = new Promise<ServerResponse>((resolve) =>
    platform.app.server.once('request', (_request, response) => resolve(response)),
  )
  const call = fetch(url, { headers: platform.alice.headers, signal: gone.signal })
  const answer = await received
  gone.abort()
  await expect(call).rejects.toThrow('aborted')
  await expect.poll(() => answer.destroyed || answer.closed).toBe(true)
  const last = longList('workqueues')
  await unlock()
  expect(await Promise.all([first, last])).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(answer.statusCode).toBe(408)
})

test('calls of one list beyond those that may wait are refused, and later ones are not', async () => {
  const unlock = await lockRuns()
  const first = longList('workqueues')
  await expect.poll(blocked).toBe(PER_READ)
  const waiting = Array.from({ length: WAITING_PER_ACCOUNT + 1 }, () => longList('workqueues'))
  const refused = await Promise.any(
    waiting.map(async (call) => {
      const answer = await call
      if (answer.status === 200) throw new Error('not refused')
      return answer
    }),
  )
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  await unlock()
  const statuses = (await Promise.all([first, ...waiting])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(WAITING_PER_ACCOUNT + 1)
  expect((await longList('workqueues')).status).toBe(200)
})
