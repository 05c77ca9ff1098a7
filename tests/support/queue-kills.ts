import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { startFleet } from './platform-fleet.ts'
import { setUpWorker, startIndependentRun } from './worker-setup.ts'

export interface KillsOptions {
  databaseUrl: string
  runs: number
  tasksPerRun: number
  /** Platform processes are killed in turn, evenly distributed over the work. */
  kills: number
  workMs: number
  /** Visibility of a message, seconds. */
  visibility: number
  holdEvery: number
}

/** The actions of the worker and the final rows of the database. */
export interface KillsOutcome {
  seconds: number
  runsCompleted: number
  tasksEnded: number
  /** Executions of a task, by any attempt. */
  executions: number
  /** Pairs of task and attempt that were executed more than once. */
  repeated: number
  /** Tasks that were executed again, by a later attempt. */
  again: number
  /** Tasks that were never executed, or whose last attempt was not. */
  missed: number
  /** Tasks with more than one accepted report of an end. */
  endedTwice: number
  /** Reports on ended leases, by the status of their answer. */
  late: Map<number, number>
}

interface Said {
  took?: string
  reported?: string
  late?: string
  attempt: number
  status?: number
}

const PLATFORMS = 3
const CONSUMERS = 4
const program = new URL('counting-worker.mjs', import.meta.url).pathname

/**
 * One worker program empties the queues of two aliases while its platform processes are killed and restarted
 * in turn.
 */
export async function runThroughKills(options: KillsOptions): Promise<KillsOutcome> {
  const { runs, tasksPerRun, kills, workMs, visibility, holdEvery } = options
  const total = runs * tasksPerRun
  const fleet = await startFleet({ size: PLATFORMS, ...options })
  const database = new Client(options.databaseUrl)
  let worker: ReturnType<typeof startWorker> | null = null
  try {
    await database.connect()
    const setup = await setUpWorker(fleet.call, 'killed', ['second'])
    const ids: string[] = []
    const retry = { max: 20, delayMs: 10, factor: 1 }
    for (let run = 0; run < runs; run++)
      ids.push(await startIndependentRun(fleet.call, setup, tasksPerRun, retry))
    const from = performance.now()
    worker = startWorker({
      aliases: Object.values(setup.aliases),
      platform: fleet.url,
      consumers: CONSUMERS,
      workMs,
      visibility,
      holdEvery,
    })
    for (let kill = 0; kill < kills; kill++) {
      await worker.untilAccepted((total * (kill + 1)) / (kills + 2))
      await fleet.killAndRestart(kill % PLATFORMS)
    }
    while ((await unfinished(database, ids)) > 0) await wait(50)
    const seconds = (performance.now() - from) / 1000
    return outcomeOf(seconds, await worker.stop(), await storedOf(database, ids))
  } finally {
    worker?.kill()
    await database.end()
    await fleet.stop()
  }
}

function startWorker(setup: object) {
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(setup)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said: Said[] = []
  let accepted = 0
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const message = JSON.parse(line) as Said
    said.push(message)
    if (message.reported && message.status === 200) accepted++
  })
  return {
    /** Resolves when that many reports of an end were accepted. */
    async untilAccepted(count: number) {
      while (accepted < count) {
        if (child.exitCode !== null) throw new Error(`The worker ended with ${child.exitCode}`)
        await wait(10)
      }
    },
    kill: () => child.kill('SIGKILL'),
    /** Waits until it has finished its current tasks; returns its output. */
    async stop() {
      const over = once(lines, 'close')
      child.kill('SIGTERM')
      await over
      return said
    },
  }
}

async function unfinished(database: Client, ids: string[]): Promise<number> {
  const text = `select 1 from workqueues where id = any($1) and status in ('notstarted', 'started')`
  return (await database.query(text, [ids])).rowCount ?? 0
}

interface Stored {
  runs: { status: string }[]
  tasks: { id: string; status: string; attempt: number }[]
}

async function storedOf(database: Client, ids: string[]): Promise<Stored> {
  const runs = await database.query('select status from workqueues where id = any($1)', [ids])
  const tasks = await database.query('select id, status, attempt from tasks where workqueue_id = any($1)', [
    ids,
  ])
  return { runs: runs.rows, tasks: tasks.rows }
}

function outcomeOf(seconds: number, said: Said[], { runs, tasks }: Stored): KillsOutcome {
  const executed = countBy(said.flatMap(({ took, attempt }) => (took ? [`${took} ${attempt}`] : [])))
  const executedTasks = countBy([...executed.keys()].map((key) => key.split(' ')[0]))
  const accepted = countBy(
    said.flatMap(({ reported, late, status }) => (status === 200 ? [reported ?? late] : [])),
  )
  const several = (counts: Map<unknown, number>) => [...counts.values()].filter((count) => count > 1).length
  return {
    seconds,
    runsCompleted: runs.filter(({ status }) => status === 'completed').length,
    tasksEnded: tasks.filter(({ status }) => status === 'ended').length,
    executions: [...executed.values()].reduce((sum, count) => sum + count, 0),
    repeated: several(executed),
    again: several(executedTasks),
    missed: tasks.filter(({ id, attempt }) => !executed.has(`${id} ${attempt}`)).length,
    endedTwice: several(accepted),
    late: countBy(said.flatMap(({ late, status }) => (late && status ? [status] : []))),
  }
}

function countBy<Key>(keys: Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
