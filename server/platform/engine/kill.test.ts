import { fork, type ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import type { Definition } from '../../../shared/domains/workqueues/contract.ts'
import { systemClock } from '../../lib/clock.ts'
import { createRunStore } from '../domains/workqueues/run-store.ts'
import { createEngine } from './engine.ts'

const RUNS = 20
const WIDTH = 25
const KILLS = 5
const names = (layer: string) => Array.from({ length: WIDTH }, (_, index) => `${layer}${index}`)

let database: TestDatabase
const processes = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`insert into accounts (id, name) values ('account', 'account')`)
  await database.pool.query(
    `insert into apps (id, account_id, name, description) values ('app', 'account', 'a', '')`,
  )
  await database.pool.query('create table effects (task_id text, attempt integer, process integer)')
})

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await database.drop()
})

test(
  `${KILLS} SIGKILLs with ${RUNS * WIDTH} running tasks lose nothing and repeat nothing uncounted`,
  { timeout: 120_000 },
  async () => {
    await startRuns()
    const alive = [await engineProcess(), await engineProcess()]
    await until(
      `${RUNS * WIDTH} tasks run`,
      async () => (await count(`from tasks where status = 'started'`)) >= RUNS * WIDTH,
    )
    for (let kills = 0; kills < KILLS; kills++) {
      // The survivor or the newcomer, whichever has taken the tasks over.
      let victim: ChildProcess | undefined
      await until('a process executes the tasks', async () => {
        for (const child of alive) if (await isExecuting(child.pid!)) victim = child
        return victim !== undefined
      })
      victim!.kill('SIGKILL')
      alive.splice(alive.indexOf(victim!), 1)
      alive.push(await engineProcess())
    }
    for (const child of alive) child.send('finish')
    await until(
      'every run is over',
      async () => (await count(`from workqueues where status in ('notstarted', 'started')`)) === 0,
    )

    // Nothing is lost: every task has come to its end, and its output into the state.
    expect(await count(`from workqueues where status = 'completed'`)).toBe(RUNS)
    expect(await count(`from tasks where status <> 'ended'`)).toBe(0)
    const { rows } = await database.pool.query<{ state: { done: object } }>('select state from workqueues')
    for (const { state } of rows) expect(Object.keys(state.done)).toHaveLength(3 * WIDTH)
    // Nothing is repeated under an old number, and nothing has ended that was not executed.
    expect(
      await count('from (select 1 from effects group by task_id, attempt having count(*) > 1) as repeated'),
    ).toBe(0)
    expect(
      await count(
        `from tasks t where not exists (select 1 from effects e where e.task_id = t.id and e.attempt = t.attempt)`,
      ),
    ).toBe(0)
    // The kills have hit: every wide task has needed a second execution at least.
    expect(await count('from tasks where attempt > 1')).toBeGreaterThanOrEqual(RUNS * WIDTH)
  },
)

/** Stores the runs by an engine that executes nothing: its tasks wait in the queue for whoever comes. */
async function startRuns(): Promise<void> {
  const engine = createEngine({
    store: createRunStore(database.pool),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    findPlan: () => Promise.resolve(null),
    publisher: { committed: () => undefined },
  })
  for (let run = 0; run < RUNS; run++)
    await engine.startWorkqueue(definition(), { accountId: 'account', appId: 'app', actor: 'kill@test' })
  await engine.stop()
}

/** Wide tasks that run until the end of the test, others after them, and beside them a chain that keeps writing. */
function definition(): Definition {
  const task = (name: string, depends: string[], ms?: number) => ({
    name,
    type: 'task.workforce.delay',
    depends,
    inputs: { name, ...(ms === undefined ? {} : { ms }) },
    outputs: { name: `$state.done.${name}` },
  })
  const wide = names('a').map((name) => task(name, []))
  const after = names('b').map((name, index) => task(name, [`a${index}`, `a${(index + 1) % WIDTH}`], 1))
  const chain = names('c').map((name, index) => task(name, index ? [`c${index - 1}`] : [], 200))
  return { name: 'killed', tasks: [...wide, ...after, ...chain] }
}

async function engineProcess(): Promise<ChildProcess> {
  const child = fork('tests/support/engine-process.ts', [database.url], { execArgv: ['--import', 'tsx'] })
  processes.add(child)
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', reject)
  })
  return child
}

/** Whether the process executes attempts that are still under way. */
async function isExecuting(pid: number): Promise<boolean> {
  const held = await count(
    `from effects e join tasks t on t.id = e.task_id and t.attempt = e.attempt
     where e.process = ${pid} and t.status = 'started'`,
  )
  return held > 0
}

async function count(from: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::integer ${from}`)
  return rows[0]!.count
}

async function until(what: string, reached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
