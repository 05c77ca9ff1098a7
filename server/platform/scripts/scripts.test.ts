import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { createVariableReader } from '#server/platform/auth/app-variables.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createEngine } from '#server/platform/engine/engine.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { insertTeam } from '#tests/support/platform-rows.ts'
import { createScriptExecutor } from './executor.ts'
import { createScriptPool } from './pool.ts'

const limits = { timeMs: 20_000, memoryMib: 64, outputBytes: 1_048_576, logLines: 1000, progressCalls: 1000 }
const log = pino({ level: 'silent' })
const scripts = createScriptPool({ limits, log })

let platform: TestPlatform
let engine: Engine
let app: string
let team: string
beforeAll(async () => {
  platform = await createTestPlatform(
    ({ pool, clock, seal }) => {
      const db = createDatabase(pool)
      engine = createEngine({
        store: createRunStore(pool),
        clock,
        log,
        findPlan: async () => null,
        readVariables: createVariableReader({ db, seal }),
        publisher: { committed: () => undefined },
        scripts: createScriptExecutor({ db, pool: scripts }),
        pace: { period: 50, first: 20 },
      })
      return engine
    },
    { scripts },
  )
  await engine.start()
  team = await insertTeam(platform.pool, platform.alice.accountId, 'Data')
  app = (await platform.send('post', 'apps', { name: 'Shop', description: 'x' })).body._id
})
afterAll(async () => {
  await engine.stop()
  scripts.stop()
  await platform.close()
})

const write = async (name: string, code: string): Promise<string> =>
  (await platform.send('post', 'scripts', { name, teamId: team, code })).body._id

async function start(...tasks: object[]): Promise<string> {
  const definition = { name: 'Run', description: 'x', initialState: { a: 2 }, firstTasks: ['a'], tasks }
  const answer = await platform.send('post', 'workqueues', { appId: app, ...definition })
  expect(answer.body).toMatchObject({ _id: expect.any(String) })
  return answer.body._id
}

interface Shown {
  _id: string
  status: string
  state: unknown
  tasks: [{ reason: string }]
}

/** The run once it has that status. */
async function ended(id: string, status: string) {
  let run: Shown | undefined
  await expect
    .poll(async () => (run = (await platform.send('get', `workqueues/${id}`)).body as Shown).status, {
      timeout: 15_000,
    })
    .toBe(status)
  if (!run) throw new Error('No run was read')
  return run
}

test('a task runs the script of its type: inputs, outputs, log, version', async () => {
  await write(
    'Double it',
    'export default async ({ inputs, log, progress }) => { log("got", inputs); progress(0.5); return { twice: inputs.n * 2 } }',
  )
  const task = {
    name: 'a',
    type: 'task.script.doubleit',
    inputs: { n: '$state.a' },
    outputs: { b: '$state.twice' },
  }
  const run = await ended(await start({ ...task, outputs: { twice: '$state.b' } }), 'completed')
  expect(run.state).toMatchObject({ b: 4 })
  const [done] = run.tasks
  expect(done).toMatchObject({ status: 'ended', version: '1', progress: 1 })
  const logs = (await platform.send('get', `workqueues/${run._id}/logs`)).body
  expect(JSON.stringify(logs)).toContain('got {\\"n\\":2}')
})

test('an error names the line of the script, an unknown script its name', async () => {
  await write('Breaks', 'export default () => {\n  throw new TypeError("bad")\n}')
  const run = await ended(await start({ name: 'a', type: 'task.script.breaks' }), 'failed')
  expect(run.tasks[0].reason).toBe('TypeError: bad')
  const logs = (await platform.send('get', `workqueues/${run._id}/logs`)).body
  expect(JSON.stringify(logs)).toContain('script.js:2:')
  const absent = await ended(await start({ name: 'a', type: 'task.script.nowhere' }), 'failed')
  expect(absent.tasks[0].reason).toBe('There is no script nowhere')
})

// Fails without `hide` in the journal: the value would be in the state and in the log.
test('a script gets the values of variables, and what it returns of them is replaced', async () => {
  await platform.send('post', `apps/${app}/variables`, { name: 'TOKEN', value: 'tr0ub4dor-and-3' })
  await write(
    'Leaks',
    'export default ({ inputs, log }) => { log(inputs.t); return { size: inputs.t.length, t: "x" + inputs.t } }',
  )
  const task = { name: 'a', type: 'task.script.leaks', inputs: { t: '$var.TOKEN' } }
  const run = await ended(
    await start({ ...task, outputs: { size: '$state.size', t: '$state.t' } }),
    'completed',
  )
  expect(run.state).toMatchObject({ size: 15, t: 'x$var.TOKEN' })
  const logs = JSON.stringify((await platform.send('get', `workqueues/${run._id}/logs`)).body)
  expect(logs).not.toContain('tr0ub4dor')
  expect(logs).toContain('they were replaced by $var.TOKEN')
})

// Fails when an abort does not kill the process: the script would hold it for 20 s.
test('a cancel of the run stops its script at once', async () => {
  await write('Loops', 'export default () => { for (;;) ; }')
  const id = await start({ name: 'a', type: 'task.script.loops' })
  await expect
    .poll(async () => (await platform.send('get', `workqueues/${id}`)).body.tasks[0].status)
    .toBe('started')
  const from = performance.now()
  await platform.send('post', `workqueues/${id}/cancel`)
  const next = await ended(
    await start({ name: 'a', type: 'task.script.doubleit', inputs: { n: 1 } }),
    'completed',
  )
  expect(next.status).toBe('completed')
  expect(performance.now() - from).toBeLessThan(10_000)
})

// Fails when a script begins with its run: all twelve would be started at once.
test('few scripts begin at once, the others stay queued until their turn', async () => {
  await write(
    'Waits',
    'export default () => { const until = Date.now() + 100; while (Date.now() < until) ; }',
  )
  const names = Array.from({ length: 12 }, (_, index) => `t${index}`)
  const tasks = names.map((name) => ({ name, type: 'task.script.waits' }))
  const id = await start(
    { name: 'a', type: 'task.script.waits' },
    ...tasks.map((task) => ({ ...task, depends: ['a'] })),
  )
  await expect
    .poll(
      async () => {
        const { rows } = await platform.pool.query(
          "select count(*) filter (where status = 'started')::int as started, count(*) filter (where status = 'queued')::int as queued from tasks where workqueue_id = $1",
          [id],
        )
        return rows[0].queued >= 8 && rows[0].started <= 4
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBe(true)
  await ended(id, 'completed')
})

test('a test run answers outputs or an error with its line, and stores nothing', async () => {
  const id = await write(
    'Tried',
    'export default ({ inputs, log, progress }) => { log("a"); progress(0.5); return inputs }',
  )
  const tried = await platform.send('post', `scripts/${id}/test`, { inputs: { a: '$var.TOKEN' } })
  expect([tried.status, tried.body]).toEqual([
    200,
    { outputs: { a: '$var.TOKEN' }, error: null, log: ['a'], progress: 0.5, ms: expect.any(Number) },
  ])
  const code = 'export default () => {\n\n  nothing.at = 1\n}'
  const broken = await platform.send('post', `scripts/${id}/test`, { inputs: {}, code })
  expect(broken.body).toMatchObject({
    outputs: null,
    error: { reason: expect.stringMatching('ReferenceError'), line: 3 },
  })
  expect((await platform.send('get', `scripts/${id}`)).body.version).toBe(1)
  expect((await platform.send('post', `scripts/${id}/test`, {}, platform.bob)).status).toBe(404)
  expect((await platform.send('post', `scripts/${id}/test`, { more: 1 })).status).toBe(400)
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await platform.send('post', `scripts/${id}/test`, {})).status),
  )
  expect(statuses).toContain(429)
})
