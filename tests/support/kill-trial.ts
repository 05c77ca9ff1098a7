import type { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import type pg from 'pg'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createEngine } from '#server/platform/engine/engine.ts'
import { forkProgram } from './programs.ts'

export interface KillTrial {
  runs: number
  /** Tasks of a run that are running at every kill. */
  width: number
  kills: number
  /** Milliseconds between two kills, besides the time until the tasks are executed again. */
  pauseMs(): number
}

export interface KillFigures {
  runsCompleted: number
  tasksNotEnded: number
  /** Outputs in the states of the runs. */
  outputs: number
  /** Executions with an attempt number that was used before. */
  repeated: number
  /** Tasks that ended with an attempt that was never executed. */
  unexecuted: number
  secondExecutions: number
  /** From the end of the last new process's start to the end of the last run. */
  secondsToEnd: number
}

/**
 * Kills engine processes while they execute, two at a time on one database, and counts the results of the
 * tasks. A run has three times `width` tasks: parallel ones that last until all kills are over, as many after
 * them, and a parallel chain. The database has only its schema.
 */
export async function killTrial(
  database: { url: string; pool: pg.Pool },
  trial: KillTrial,
): Promise<KillFigures> {
  const { pool } = database
  const { runs, width, kills } = trial
  const alive: ChildProcess[] = []
  const count = async (from: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::integer ${from}`)).rows[0]?.count ?? 0
  try {
    await prepare(pool)
    await startRuns(pool, runs, width)
    alive.push(await engineProcess(database.url), await engineProcess(database.url))
    await until(
      `${runs * width} tasks run`,
      async () => (await count(`from tasks where status = 'started'`)) >= runs * width,
    )
    for (let killed = 0; killed < kills; killed++) {
      await new Promise((resolve) => setTimeout(resolve, trial.pauseMs()))
      // Whichever process has taken the tasks over.
      const victim = await executing(pool, alive)
      victim.kill('SIGKILL')
      alive.splice(alive.indexOf(victim), 1)
      alive.push(await engineProcess(database.url))
    }
    const from = performance.now()
    for (const child of alive) child.send('finish')
    await until(
      'every run is over',
      async () => (await count(`from workqueues where status in ('notstarted', 'started')`)) === 0,
    )
    const secondsToEnd = (performance.now() - from) / 1000
    const { rows } = await pool.query<{ state: { done: object } }>('select state from workqueues')
    return {
      secondsToEnd,
      runsCompleted: await count(`from workqueues where status = 'completed'`),
      tasksNotEnded: await count(`from tasks where status <> 'ended'`),
      outputs: rows.reduce((sum, { state }) => sum + Object.keys(state.done).length, 0),
      repeated: await count(
        'from (select 1 from effects group by task_id, attempt having count(*) > 1) as repeated',
      ),
      unexecuted: await count(
        `from tasks t where not exists
           (select 1 from effects e where e.task_id = t.id and e.attempt = t.attempt)`,
      ),
      secondExecutions: await count('from tasks where attempt > 1'),
    }
  } finally {
    for (const child of alive) child.kill('SIGKILL')
  }
}

async function prepare(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into accounts (id, name) values ('account', 'account')`)
  await pool.query(`insert into apps (id, account_id, name, description) values ('app', 'account', 'a', '')`)
  await pool.query('create table effects (task_id text, attempt integer, process integer)')
  await pool.query('create index on effects (task_id, attempt)')
}

/** Stores the runs with an engine that executes nothing: their tasks wait in the queue. */
async function startRuns(pool: pg.Pool, runs: number, width: number): Promise<void> {
  const engine = createEngine({
    store: createRunStore(pool),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    findPlan: () => Promise.resolve(null),
    readVariables: () => Promise.resolve(new Map()),
    publisher: { committed: () => undefined },
  })
  for (let run = 0; run < runs; run++)
    await engine.startWorkqueue(definition(width), { accountId: 'account', appId: 'app', actor: 'kill@test' })
  await engine.stop()
}

function definition(width: number): Definition {
  const names = (layer: string) => Array.from({ length: width }, (_, index) => `${layer}${index}`)
  const task = (name: string, depends: string[], ms?: number) => ({
    name,
    type: 'task.workforce.delay',
    depends,
    inputs: { name, ...(ms === undefined ? {} : { ms }) },
    outputs: { name: `$state.done.${name}` },
  })
  const wide = names('a').map((name) => task(name, []))
  const after = names('b').map((name, index) => task(name, [`a${index}`, `a${(index + 1) % width}`], 1))
  const chain = names('c').map((name, index) => task(name, index ? [`c${index - 1}`] : [], 200))
  return { name: 'killed', tasks: [...wide, ...after, ...chain] }
}

async function engineProcess(url: string): Promise<ChildProcess> {
  const child = forkProgram('engine-process', url)
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', reject)
  })
  return child
}

/** A process whose attempts are still running. */
async function executing(pool: pg.Pool, alive: readonly ChildProcess[]): Promise<ChildProcess> {
  let found: ChildProcess | undefined
  await until('a process executes the tasks', async () => {
    const { rows } = await pool.query<{ process: number }>(
      `select distinct e.process from effects e
         join tasks t on t.id = e.task_id and t.attempt = e.attempt where t.status = 'started'`,
    )
    const pids = new Set(rows.map(({ process }) => process))
    found = alive.find(({ pid }) => pid !== undefined && pids.has(pid))
    return found !== undefined
  })
  if (!found) throw new Error('no process executes')
  return found
}

async function until(what: string, reached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
