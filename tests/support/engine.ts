import { pino } from 'pino'
import type pg from 'pg'
import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { createEngine, type EngineParts } from '#server/platform/engine/engine.ts'
import type { Run } from '#server/platform/engine/run.ts'
import type { RunTask } from '#server/platform/engine/task.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import { createTestDatabase, testPool } from './database.ts'

export const owner = { accountId: 'account', appId: 'app', actor: 'ada@test' }

export interface EngineBench {
  database: Awaited<ReturnType<typeof createTestDatabase>>
  /** Plans by id, for plan and map tasks. */
  plans: Map<string, Definition>
  /** The events of all engines, in order. */
  messages: LiveMessage[]
  /** Another engine on the database, with its own pool. */
  engine(parts?: Partial<EngineParts>): Promise<Engine>
  /** Starts a run of these tasks, given by name. */
  run(
    engine: Engine,
    tasks: Record<string, Partial<TaskDefinition>>,
    more?: Partial<Definition>,
  ): Promise<string>
  load(workqueueId: string): Promise<Run>
  task(workqueueId: string, name: string): Promise<RunTask>
  /** Waits until the run meets the condition; a failure shows its actual state. */
  until(workqueueId: string, wanted: (run: Run) => boolean): Promise<Run>
  over(workqueueId: string): Promise<Run>
  close(): Promise<void>
}

/** A database with an account and an app, and the given number of engines on it. */
export async function createEngineBench(): Promise<EngineBench> {
  const database = await createTestDatabase()
  await database.pool.query(`insert into accounts (id, name) values ('account', 'account')`)
  await database.pool.query(
    `insert into apps (id, account_id, name, description) values ('app', 'account', 'a', '')`,
  )
  const store = createRunStore(database.pool)
  const plans = new Map<string, Definition>()
  const messages: LiveMessage[] = []
  const open: { engine: Engine; pool: pg.Pool }[] = []

  const load = async (workqueueId: string) => {
    const run = await store.load(workqueueId)
    if (!run) throw new Error(`no run ${workqueueId}`)
    return run
  }
  const until = async (workqueueId: string, wanted: (run: Run) => boolean) => {
    const deadline = Date.now() + 10_000
    for (;;) {
      const run = await load(workqueueId)
      if (wanted(run)) return run
      const now = run.tasks.map(({ name, status, reason }) => `${name} ${status} ${reason ?? ''}`).join(', ')
      if (Date.now() > deadline) throw new Error(`timed out waiting for the run: ${run.status}; ${now}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  return {
    database,
    plans,
    messages,
    async engine(parts = {}) {
      const pool = testPool(database.url, 6)
      const engine = createEngine({
        store: createRunStore(pool),
        clock: systemClock,
        log: pino({ level: 'silent' }),
        findPlan: (_accountId, planId) => Promise.resolve(plans.get(planId) ?? null),
        publisher: { committed: (_outboxId, told) => void messages.push(...told) },
        ...parts,
      })
      open.push({ engine, pool })
      await engine.start()
      return engine
    },
    run: (engine, tasks, more = {}) => engine.startWorkqueue(definitionOf(tasks, more), owner),
    load,
    task: async (workqueueId, name) => (await load(workqueueId)).tasks.find((task) => task.name === name)!,
    until,
    over: (workqueueId) =>
      until(workqueueId, ({ status }) => status !== 'notstarted' && status !== 'started'),
    async close() {
      for (const { engine, pool } of open) {
        await engine.stop()
        await pool.end()
      }
      await database.drop()
    },
  }
}

export function definitionOf(
  tasks: Record<string, Partial<TaskDefinition>>,
  more: Partial<Definition> = {},
): Definition {
  const list = Object.entries(tasks).map(([name, task]) => ({ name, type: 'task.workforce.noop', ...task }))
  return { name: 'run', tasks: list, ...more }
}
