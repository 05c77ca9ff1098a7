import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine, insertRun } from '#tests/support/platform-rows.ts'

/** A run of 5,000 tasks, each of which has written the state and had three attempts. */
const TASKS = 5000
/** About ten times what it takes: a read for each task takes longer. */
const MOST_MS = 3000
let platform: TestPlatform
let workqueueId: string

beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { accountId } = platform.alice
  const app = await platform.send('post', 'apps', { name: 'A', description: 'B' }).expect(201)
  const appId = app.body._id as string
  workqueueId = await insertRun(platform.pool, { accountId, appId })
  await platform.pool.query(
    `insert into tasks (id, account_id, app_id, workqueue_id, position, name, type, alias, status, retry, created, attempt,
       tries, queued, started, ended, inputs, outputs, resolved_inputs, state_no, result_no, result)
     select $1 || n, $2, $3, $1, n, 't' || n, 'task.workforce.noop', 'default', 'ended', '{"max":2,"delayMs":0,"factor":1}',
       now(), 3, 3, now(), now(), now(), '{"before":"$state.of.t1","last":"$state.last"}',
       json_build_object('n', '$state.of.t' || n, 'text', '$state.last'), '{}', n, n,
       json_build_object('n', n, 'text', repeat('x', 200) || n)
     from generate_series(1, $4::int) as n`,
    [workqueueId, accountId, appId, TASKS],
  )
  await platform.pool.query(
    `insert into task_attempts (task_id, number, account_id, workqueue_id, round, actor, of_round, alias, queued, started,
       ended, status, reason, state_no)
     select $1 || n, number, $2, $1, 0, 'ada@test', number, 'default', now() - make_interval(secs => 3 - number), now(), now(),
       'failed', repeat('no disk ', 10), n - 1
     from generate_series(1, $3::int) as n, generate_series(1, 2) as number`,
    [workqueueId, accountId, TASKS],
  )
  await platform.pool.query('analyze')
})
afterAll(() => platform.close())

/** The answer, and the shortest of three times that it took, in milliseconds. */
async function timed<Answer>(path: string): Promise<{ body: Answer; ms: number }> {
  let [ms, body] = [Infinity, null as Answer | null]
  for (let times = 0; times < 3; times++) {
    const from = performance.now()
    body = (await platform.send('get', path).expect(200)).body as Answer
    ms = Math.min(ms, performance.now() - from)
  }
  return { body: body as Answer, ms }
}

test('past attempts of the whole run are one answer', async () => {
  const { body, ms } = await timed<{ data: object[]; total: number }>(`workqueues/${workqueueId}/attempts`)
  expect([body.data.length, body.total]).toEqual([2 * TASKS, 2 * TASKS])
  expect(ms).toBeLessThan(MOST_MS)
})

test('the inputs of an earlier attempt of the last task are computed from 5,000 results', async () => {
  const path = `tasks/${workqueueId}${TASKS}/payload?attempt=1`
  const { body, ms } = await timed<{ resolved: object }>(path)
  expect(body.resolved).toEqual({ before: 1, last: `${'x'.repeat(200)}${TASKS - 1}` })
  expect(ms).toBeLessThan(MOST_MS)
})

test('a task of another run costs nothing of it', async () => {
  const { body } = await timed<{ total: number }>(`tasks/${workqueueId}1/attempts`)
  expect(body.total).toBe(3)
  await platform.send('get', `tasks/${newId()}/attempts`).expect(404)
})
