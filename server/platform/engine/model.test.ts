import { pino } from 'pino'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, testPool, type TestDatabase } from '#tests/support/database.ts'
import { createRandom } from '#tests/support/model/random.ts'
import { randomDefinition } from '#tests/support/model/random-run.ts'
import { attemptFails } from '#tests/support/model/reference.ts'
import { BY_HAND_VALUE, replay, type Write } from '#tests/support/model/replay.ts'
import type { Definition, WorkqueueStatus, WorkqueueEventData } from '#shared/domains/workqueues/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { createDatabase } from '../db/database.ts'
import { createAttemptStore } from '../domains/tasks/attempt-store.ts'
import { createPayloadStore } from '../domains/tasks/payload-store.ts'
import { createRunStore } from '../runs/store.ts'
import { createEngine } from './engine.ts'
import { TaskFailure, type Executor } from './executor.ts'
import type { Engine, LivePublisher } from './types.ts'

/**
 * Random runs on two engines over one database: each with its own pool, its own holder number and its own
 * snapshots, and both asked to start, cancel, restart and to end tasks by hand. Every write is compared with a plain reference of
 * the rules.
 */
const SEEDS = 300
const AT_ONCE = 24
const owner = { accountId: 'account', appId: 'app', actor: 'model@test' }

let database: TestDatabase
let pools: pg.Pool[]
let engines: Engine[]
/** What each attempt was given and has returned, as its executor saw it: by task and number. */
const executed = new Map<string, { resolved: JsonObject; outputs: JsonObject | null }>()
/** Tasks that a person has ended. */
let decided = 0
/** Called with the id of every run that an engine has seen end. */
const ended = new Map<string, () => void>()

const publisher: LivePublisher = {
  committed(_outboxId, messages) {
    for (const { data } of messages) {
      const { _id, status } = data as WorkqueueEventData
      if (isTerminal(status)) ended.get(_id)?.()
    }
  },
}

/** Fails in the attempts that its inputs name, after a time that differs from task to task. */
const scripted: Executor = async ({ inputs, task }) => {
  const seen = { resolved: inputs, outputs: null as JsonObject | null }
  executed.set(`${task.id} ${task.attempt}`, seen)
  if (inputs.ms) await new Promise((resolve) => setTimeout(resolve, Number(inputs.ms)))
  if (attemptFails({ inputs }, task.attempt)) throw new TaskFailure('scripted')
  return (seen.outputs = { ...inputs, last: task.name, number: task.attempt })
}

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`insert into accounts (id, name) values ('account', 'account')`)
  await database.pool.query(
    `insert into apps (id, account_id, name, description) values ('app', 'account', 'a', '')`,
  )
  pools = [1, 2].map(() => testPool(database.url, 8))
  engines = pools.map((pool) =>
    createEngine({
      store: createRunStore(pool),
      clock: systemClock,
      log: pino({ level: 'silent' }),
      findPlan: () => Promise.resolve(null),
      publisher,
      executors: { 'task.workforce.noop': scripted },
    }),
  )
  await Promise.all(engines.map((engine) => engine.start()))
})

afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()))
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

test(
  `${SEEDS} random runs on two engines follow the rules at every write`,
  { timeout: 120_000 },
  async () => {
    const runs = new Map<number, { id: string; definition: Definition }>()
    let next = 1
    const lane = async () => {
      while (next <= SEEDS) {
        const seed = next++
        const definition = randomDefinition(seed)
        runs.set(seed, { id: await drive(seed, definition), definition })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))

    const writes = await writesByRun()
    const statuses = new Map<WorkqueueStatus, number>()
    for (const [seed, { id, definition }] of runs) {
      const { status } = replayed(seed, definition, writes.get(id) ?? [])
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    // The seeds are only useful while they reach every outcome.
    for (const status of ['completed', 'failed', 'cancelled'] as const)
      expect(statuses.get(status), status).toBeGreaterThan(SEEDS / 20)
    expect(decided).toBeGreaterThan(SEEDS / 20)
    await comparePayloads()
  },
)

/**
 * Starts a run, cancels and restarts at random while it lasts, restarts failed tasks, and resolves with its
 * id when it has ended.
 */
async function drive(seed: number, definition: Definition): Promise<string> {
  const random = createRandom(seed + 1_000_000)
  const id = await random.pick(engines).startWorkqueue(definition, owner)
  if (random.chance(0.3)) {
    await pause(random.below(12))
    await unlessConflict(
      random.chance(0.5)
        ? restartOne(id, random.below(100))
        : random.pick(engines).cancelWorkqueue(owner.accountId, id, owner.actor),
    )
  }
  await over(id, seed)
  for (let restarts = random.below(4); restarts > 0; restarts--) {
    if (random.chance(0.4)) await unlessConflict(decideOne(id, random.below(100)))
    else await unlessConflict(restartOne(id, random.below(100)))
    if (random.chance(0.4)) {
      await pause(random.below(6))
      await unlessConflict(restartOne(id, random.below(100)))
    }
    await over(id, seed)
  }
  return id

  async function restartOne(runId: string, choice: number): Promise<void> {
    const task = await pickTask(runId, 'failed', choice)
    if (task) await random.pick(engines).restartTask(owner.accountId, task.id, owner.actor)
  }

  /** A person ends a failed task, or runs an ended one again with what comes after it. */
  async function decideOne(runId: string, choice: number): Promise<void> {
    const status = choice % 3 === 0 ? 'ended' : 'failed'
    const task = await pickTask(runId, status, choice)
    if (!task) return
    const engine = random.pick(engines)
    const { accountId, actor } = owner
    if (status === 'ended') return engine.restartTask(accountId, task.id, actor, { downstream: true })
    const outputs = { value: BY_HAND_VALUE, last: task.name }
    const act = choice % 3 === 1 ? ({ type: 'complete', outputs } as const) : ({ type: 'skip' } as const)
    await engine.endTask(accountId, task.id, actor, { ...act, reason: 'decided' })
    decided++
  }

  async function pickTask(runId: string, status: string, choice: number) {
    const { rows } = await database.pool.query<{ id: string; name: string }>(
      `select id, name from tasks where workqueue_id = $1 and status = $2 order by position`,
      [runId, status],
    )
    return rows[choice % Math.max(1, rows.length)]
  }
}

/** Resolves when the run is over; a lost wake-up is found here. */
async function over(id: string, seed: number): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const signal = new Promise<void>((resolve) => ended.set(id, resolve))
    const { rows } = await database.pool.query<{ status: WorkqueueStatus }>(
      'select status from workqueues where id = $1',
      [id],
    )
    if (isTerminal(rows[0]?.status)) return
    if (Date.now() > deadline) throw new Error(`seed ${seed}: the run does not come to an end`)
    await Promise.race([signal, pause(500)])
  }
}

/** Every attempt that was executed is answered with what its executor was given and has returned. */
async function comparePayloads(): Promise<void> {
  const payloads = createPayloadStore(createDatabase(database.pool))
  let rebuilt = 0
  for (const [key, { resolved, outputs }] of executed) {
    const [taskId = '', attempt] = key.split(' ')
    const found = await payloads.find(owner.accountId, taskId, Number(attempt))
    expect([key, found.resolved]).toEqual([key, resolved])
    // An attempt that was cancelled may return, but its result is not accepted.
    if (found.outputs !== null) expect([key, found.outputs]).toEqual([key, outputs])
    if (found.outputs === null && outputs !== null)
      expect([key, await endOf(taskId, Number(attempt))]).toEqual([key, 'skipped'])
    rebuilt++
  }
  expect(rebuilt).toBeGreaterThan(SEEDS * 5)
}

async function endOf(taskId: string, number: number): Promise<string | undefined> {
  const attempts = createAttemptStore(createDatabase(database.pool))
  const { data } = await attempts.ofTask(owner.accountId, taskId, { page: 1, pagesize: 1000 })
  return data.find((attempt) => attempt.number === number)?.status
}

async function writesByRun(): Promise<Map<string, Write[]>> {
  const { rows } = await database.pool.query<{ messages: Write }>(
    'select messages::json from outbox order by id',
  )
  const writes = new Map<string, Write[]>()
  for (const { messages } of rows) {
    const id = messages.map(({ channel }) => channel.split('.')[3]).find(Boolean)
    if (id) writes.set(id, [...(writes.get(id) ?? []), messages])
  }
  return writes
}

function replayed(seed: number, definition: Definition, writes: readonly Write[]) {
  try {
    return replay(definition, writes)
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error })
  }
}

async function unlessConflict(asked: Promise<void>): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
  }
}

const isTerminal = (status: string | undefined) =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
