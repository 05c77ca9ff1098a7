import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_TASKS } from '#shared/domains/workqueues/contract.ts'
import { evidence } from '../support/evidence.ts'
import { fastest } from '../support/fastest.ts'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { idleEngine } from '../support/platform-rows.ts'

/** Check 39: hostile definitions over HTTP are refused within 200 ms, with their faults named. */

let platform: TestPlatform
let appId: string
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { headers } = platform.alice
  appId = (await platform.call.post('/api/apps').set(headers).send({ name: 'a', description: 'd' })).body._id
})
afterAll(() => platform.close())

interface Task {
  name: string
  type: string
  depends: string[]
}
const task = (name: string, depends: string[] = []): Task => ({ name, type: 'task.x.y', depends })
const many = (count: number, depends: (index: number) => string[]) =>
  Array.from({ length: count }, (_, index) => task(`t${index}`, depends(index)))
const bodyOf = (tasks: unknown) => JSON.stringify({ name: 'run', tasks })

async function send(path: string, body: string) {
  const headers = { ...platform.alice.headers, 'content-type': 'application/json' }
  const answer = await platform.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body })
  return {
    status: answer.statusCode,
    ...answer.json<{ code: string; message: string; faults?: { path: string }[] }>(),
  }
}

const tooMany = `tasks: must have at most ${MAX_TASKS} entries`
const dense = many(400, (index) => Array.from({ length: 400 }, (_, other) => `t${other}`).slice(index + 1))
const abuses: [string, unknown, string][] = [
  [
    'a cycle',
    [task('a', ['c']), task('b', ['a']), task('c', ['b'])],
    'tasks[1].depends: cycle: a -> c -> b -> a',
  ],
  ['an edge to itself', [task('a', ['a'])], 'tasks[0].depends[0]: a task cannot depend on itself'],
  ['an edge to an unknown task', [task('a', ['z'])], 'tasks[0].depends[0]: no task named "z"'],
  ['a repeated name', [task('a'), task(' a')], 'tasks[1].name: "a" is the name of tasks[0] too'],
  ['10,000 tasks', many(10_000, () => []), tooMany],
  ['10,000 tasks in a ring', many(10_000, (index) => [`t${(index + 1) % 10_000}`]), tooMany],
  ['10,000 tasks of one name', Array.from({ length: 10_000 }, () => task('t', ['t'])), tooMany],
  [
    '10,000 tasks without a form',
    Array.from({ length: 10_000 }, () => ({ depends: [7, null, {}] })),
    tooMany,
  ],
  ['a ring of the allowed size', many(MAX_TASKS, (index) => [`t${(index + 1) % MAX_TASKS}`]), 'cycle: t'],
  [
    '80,000 edges, the last of which closes a ring',
    [...dense.slice(0, -1), task('t399', ['t0'])],
    'cycle: t',
  ],
  ['tasks that are not a list', 'everything', 'tasks: '],
]

let slowest = 0
describe.each(['plans', 'workqueues?appId='])('POST %s', (path) => {
  const target = () => (path.endsWith('=') ? path + appId : path)

  test.each(abuses)('%s is 422 within 200 ms, the fault named', async (_name, tasks, fault) => {
    const body = bodyOf(tasks)
    let answer = await send(target(), body)
    expect([answer.status, answer.code]).toEqual([422, 'INVALID_DEFINITION'])
    expect(answer.message).toContain(fault)
    expect(answer.message.length).toBeLessThan(50_000)
    expect(answer.faults?.length).toBeGreaterThan(0)
    const took = await fastest(4, async () => (answer = await send(target(), body)))
    expect(took).toBeLessThan(200)
    slowest = Math.max(slowest, took)
  })

  test('5 MB are refused before they are read', async () => {
    const body = bodyOf([{ ...task('a'), inputs: { text: 'x'.repeat(5 * 1024 * 1024) } }])
    expect(await send(target(), body)).toMatchObject({ status: 413, code: 'TOO_LARGE' })
    expect(await fastest(3, () => send(target(), body))).toBeLessThan(200)
  })

  test('nothing of it is stored', async () => {
    for (const table of ['plans', 'workqueues', 'tasks'])
      expect((await platform.pool.query(`select 1 from ${table}`)).rows).toEqual([])
    evidence({
      check: 39,
      figures: {
        call: path.replace(/\?.*/, ''),
        'faulty definitions': abuses.length,
        'of these 422': abuses.length,
        'slowest, ms': slowest,
      },
      breaks: 'the number of tasks is not limited, or an edge to the task itself does not count as a cycle',
    })
  })
})
