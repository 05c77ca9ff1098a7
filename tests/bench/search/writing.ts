import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import type pg from 'pg'
import { systemClock } from '../../../server/lib/clock.ts'
import { newId } from '../../../server/lib/ids.ts'
import { createPool } from '../../../server/platform/db/database.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { createEngine } from '../../../server/platform/engine/engine.ts'
import { createRunStore } from '../../../server/platform/runs/store.ts'
import type { Definition } from '../../../shared/domains/workqueues/contract.ts'
import { median } from '../table.ts'
import { backendOf, ownProcessorTime, processorTimeOf } from './processor.ts'

const WARM_UP = 400
const RUNS = 1000
/** Runs that are under way at the same time. */
const AT_ONCE = 40
const TRIGGER_ROUNDS = 7
const TRIGGER_RUNS = 300
const log = pino({ level: 'warn' })

/** Microseconds of processor time a run. */
export interface WritingCost {
  /** The engine and its database, for the run itself. */
  run: number
  /** What the search adds: its process, its connection, and the triggers that note changes. */
  platform: number
  database: number
  triggers: number
}

/** Runs of five tasks in a chain through the engine while another process makes them searchable. */
export async function costOfWriting(url: string): Promise<WritingCost> {
  const pool = createPool(url, log)
  await migrate(pool, log)
  const follower = fork(new URL('follower-process.ts', import.meta.url).pathname, [url], {
    execArgv: ['--import', 'tsx'],
  })
  await once(follower, 'message')
  const runner = await startRunner(pool)
  try {
    await runner.complete(WARM_UP)
    const before = await timesOf(follower, 30)
    const engineBefore = await engineTime(pool)
    await runner.complete(RUNS)
    const run = ((await engineTime(pool)) - engineBefore) / RUNS
    const after = await timesOf(follower, 0)
    const [platform, database] = (['platform', 'database'] as const).map(
      (part) => (after[part] - before[part]) / RUNS,
    ) as [number, number]
    return {
      run,
      platform,
      database,
      triggers: await triggerCost(url, runner.owner),
    }
  } finally {
    follower.kill()
    await runner.stop()
    await pool.end()
  }
}

async function timesOf(follower: ChildProcess, rewrites: number) {
  follower.send(rewrites)
  const [times] = (await once(follower, 'message')) as [{ platform: number; database: number }]
  return times
}

/** This process, and the connections of the engine. */
async function engineTime(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query not like '%search_%'`,
  )
  const times = await Promise.all(rows.map(({ pid }) => processorTimeOf(pid).catch(() => 0)))
  return times.reduce((sum, time) => sum + time, ownProcessorTime())
}

async function startRunner(pool: pg.Pool) {
  const owner = { accountId: newId(), appId: newId() }
  await pool.query('insert into accounts (id, name) values ($1, $1)', [owner.accountId])
  await pool.query(`insert into apps (id, account_id, name, description) values ($1, $2, 'bench', '')`, [
    owner.appId,
    owner.accountId,
  ])
  const ended = new Set<string>()
  let seen = () => {}
  const engine = createEngine({
    store: createRunStore(pool),
    clock: systemClock,
    log,
    findPlan: async () => null,
    publisher: {
      committed(_outboxId, messages) {
        for (const { data } of messages as {
          data: { _id: string; status?: string }
        }[])
          if (data.status === 'completed') ended.add(data._id)
        seen()
      },
    },
  })
  await engine.start()
  let started = 0
  return {
    owner,
    async complete(runs: number): Promise<void> {
      const end = started + runs
      await new Promise<void>((resolve, reject) => {
        const more = () => {
          if (ended.size >= end) resolve()
          while (started < end && started - ended.size < AT_ONCE)
            engine
              .startWorkqueue(definition(started++), {
                ...owner,
                actor: 'bench',
              })
              .catch(reject)
        }
        seen = more
        more()
      })
    },
    stop: () => engine.stop(),
  }
}

const definition = (number: number): Definition => ({
  name: `Nightly refunds EU ${number}`,
  description: 'pays card refunds back',
  tags: ['eu-west', 'card'],
  initialState: {
    customer: number % 20_000,
    order: { id: `o${number}`, region: 'eu', items: number % 7 },
    amount: number % 997,
    currency: 'EUR',
    channel: `c${number % 11}`,
  },
  tasks: Array.from({ length: 5 }, (_, step) => ({
    name: `step-${step}`,
    type: 'task.workforce.noop',
    depends: step ? [`step-${step - 1}`] : [],
  })),
})

/** The insert of a run and two updates of its status, with the triggers and without, alternately; the difference. */
async function triggerCost(url: string, { accountId, appId }: { accountId: string; appId: string }) {
  const pool = createPool({ connectionString: url, max: 1 }, log)
  const backend = await backendOf(pool)
  const times: Record<'enable' | 'disable', number[]> = {
    enable: [],
    disable: [],
  }
  for (let round = 0; round < 2 * TRIGGER_ROUNDS; round++) {
    const mode = round % 2 ? 'enable' : 'disable'
    for (const event of ['insert', 'update'])
      await pool.query(`alter table workqueues ${mode} trigger workqueues_search_${event}`)
    const before = await processorTimeOf(backend)
    for (let run = 0; run < TRIGGER_RUNS; run++) {
      const id = newId()
      await pool.query(
        `insert into workqueues (id, account_id, app_id, name, description, status, created, inputs, initial_state, state)
         values ($1, $2, $3, 'Nightly', '', 'notstarted', now(), '{}', '{}', '{}')`,
        [id, accountId, appId],
      )
      for (const status of ['started', 'completed'])
        await pool.query('update workqueues set status = $2 where id = $1', [id, status])
    }
    times[mode].push(((await processorTimeOf(backend)) - before) / TRIGGER_RUNS)
  }
  await pool.end()
  return median(times.enable) - median(times.disable)
}
