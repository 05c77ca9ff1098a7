import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { ON_TIME_MS, type CatchUp } from '#shared/domains/schedules/constants.ts'
import { cronOracle } from './cron-oracle.ts'
import { forkProgram } from './programs.ts'

export interface ScheduleTrial {
  /** The first moment, in milliseconds. */
  from: number
  hours: number
  /** Kills of one of two processes at random moments while they start runs. */
  kills: number
  /** Spans without any process, in hours after `from`. */
  outages: readonly (readonly [from: number, to: number])[]
  random(): number
}

export interface ScheduleFigures {
  schedules: number
  /** Times that came, by the oracle. */
  times: number
  started: number
  kills: number
  /** Times of which nothing is recorded. */
  lost: number
  /** Times with more than one run. */
  doubled: number
  /** Times that were started or skipped otherwise than their schedule says. */
  wrong: number
  /** Skipped times without reason. */
  unexplained: number
}

/** Every schedule of the trial: several zones, all ways to catch up, with and without jitter. */
const patterns = [
  ['*/15 * * * *', 'Europe/Berlin'],
  ['0 * * * *', 'UTC'],
  ['30 2 * * *', 'Europe/Berlin'],
  ['0 7 * * 1-5', 'America/New_York'],
  ['0,30 2 * * *', 'Europe/London'],
  ['0 */6 * * *', 'Australia/Lord_Howe'],
] as const
const catchUps: readonly CatchUp[] = ['none', 'last', 'all']
/** Seconds. */
const WINDOW = 2 * 3600
const JITTER_MS = 5000
const HOUR = 3_600_000

interface Planned {
  id: string
  cron: string
  timeZone: string
  catchUp: CatchUp
  jitterMs: number
}

const schedules: readonly Planned[] = patterns.flatMap(([cron, timeZone], pattern) =>
  catchUps.map((catchUp, index) => ({
    id: `s${pattern}${catchUp}`,
    cron,
    timeZone,
    catchUp,
    jitterMs: index === 1 ? JITTER_MS : 0,
  })),
)

/**
 * Lets hours or days pass for two schedulers on one database, by a clock that the trial moves from time to time of the
 * schedules, kills them at random moments and compares what has become of every time with a ledger that it keeps itself.
 * The database has only its schema.
 */
export async function scheduleTrial(
  database: { url: string; pool: pg.Pool },
  trial: ScheduleTrial,
): Promise<ScheduleFigures> {
  const { pool } = database
  const to = trial.from + trial.hours * HOUR
  const outages = trial.outages.map(
    ([begin, end]) => [trial.from + begin * HOUR, trial.from + end * HOUR] as const,
  )
  const isOut = (at: number) => outages.some(([begin, end]) => at >= begin && at < end)
  await prepare(pool, trial.from)
  const times = new Map(
    schedules.map(({ id, cron, timeZone }) => [id, cronOracle(cron, timeZone).between(trial.from + 1, to)]),
  )
  const instants = [...new Set([...times.values()].flat().filter((at) => !isOut(at)))]
  const moments = [...instants, ...outages.map(([, end]) => end)].sort((a, b) => a - b)
  const fleet = await startFleet(database.url)
  let kills = 0
  try {
    for (const [index, moment] of moments.entries()) {
      const left = (moments.length - index) / Math.max(trial.kills - kills, 1)
      const isKilled = kills < trial.kills && trial.random() < 1 / left
      // A process looks twice a second, so it comes a little late, and once more when all jitter has passed.
      await fleet.turn(moment + Math.floor(trial.random() * 500), isKilled ? trial.random() * 25 : null)
      if (isKilled) kills++
      for (const later of [3000, JITTER_MS + 1000, ON_TIME_MS - 1000]) await fleet.turn(moment + later, null)
    }
    await fleet.settle(pool, moments.at(-1)! + ON_TIME_MS)
    return { kills, ...(await compare(pool, times, outages)) }
  } finally {
    fleet.stop()
  }
}

async function prepare(pool: pg.Pool, from: number): Promise<void> {
  await pool.query(`insert into accounts (id, name) values ('account', 'account')`)
  await pool.query(`insert into apps (id, account_id, name, description) values ('app', 'account', 'a', '')`)
  const definition = { name: 'Report', tasks: [{ name: 'One', type: 'task.workforce.noop' }] }
  await pool.query(
    `insert into plans (id, account_id, name, definition) values ('plan', 'account', 'Report', $1)`,
    [definition],
  )
  for (const { id, cron, timeZone, catchUp, jitterMs } of schedules) {
    const next = cronOracle(cron, timeZone).between(from + 1, from + 4 * 24 * HOUR)[0]!
    await pool.query(
      `insert into schedules (id, account_id, app_id, plan_id, name, cron, time_zone, inputs, overlap, catch_up,
         catch_up_window, jitter_ms, priority, next_at, created, updated)
       values ($1, 'account', 'app', 'plan', $1, $2, $3, '{}', 'allow', $4, $5, $6, 3, $7, $8, $8)`,
      [id, cron, timeZone, catchUp, WINDOW, jitterMs, new Date(next), new Date(from)],
    )
  }
}

/** Two processes; one that is killed is replaced before the next turn. */
async function startFleet(url: string) {
  const start = async () => {
    const child = forkProgram('scheduler-process', url)
    await once(child, 'message')
    return child
  }
  const alive: ChildProcess[] = await Promise.all([start(), start()])

  /** Resolves when the process has done all that is due, or has died. */
  async function toldTo(child: ChildProcess, now: number): Promise<void> {
    const answered = new AbortController()
    const { signal } = answered
    child.send(now, () => undefined)
    await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])
    answered.abort()
  }

  async function turn(now: number, killAfterMs: number | null): Promise<void> {
    const answers = alive.map((child) => toldTo(child, now))
    if (killAfterMs !== null) {
      await wait(killAfterMs)
      alive.shift()!.kill('SIGKILL')
    }
    await Promise.all(answers)
    if (alive.length < 2) alive.push(await start())
  }

  return {
    turn,
    /** Turns until nothing waits. */
    async settle(pool: pg.Pool, now: number): Promise<void> {
      for (let turns = 0; turns < 100; turns++) {
        await turn(now + turns * 100, null)
        const { rowCount } = await pool.query(`select from schedule_occurrences where state = 'waiting'`)
        if (rowCount === 0) return
      }
    },
    stop: () => alive.forEach((child) => child.kill('SIGKILL')),
  }
}

/** Compares what is stored with what the schedules say about every time. */
async function compare(
  pool: pg.Pool,
  times: ReadonlyMap<string, readonly number[]>,
  outages: readonly (readonly [number, number])[],
): Promise<Omit<ScheduleFigures, 'kills'>> {
  const { rows: stored } = await pool.query<{
    schedule_id: string
    at: Date
    state: string
    reason: string | null
  }>('select schedule_id, at, state, reason from schedule_occurrences')
  const { rows: runs } = await pool.query<{ schedule_id: string; scheduled_for: Date; count: number }>(
    'select schedule_id, scheduled_for, count(*)::integer from workqueues group by 1, 2',
  )
  const key = (id: string, at: number) => `${id} ${at}`
  const occurrences = new Map(stored.map((row) => [key(row.schedule_id, row.at.getTime()), row]))
  const runCounts = new Map(runs.map((row) => [key(row.schedule_id, row.scheduled_for.getTime()), row.count]))
  const figures = {
    schedules: schedules.length,
    times: 0,
    started: 0,
    lost: 0,
    doubled: 0,
    wrong: 0,
    unexplained: 0,
  }
  for (const schedule of schedules) {
    const all = times.get(schedule.id) ?? []
    for (const at of all) {
      const found = occurrences.get(key(schedule.id, at))
      const count = runCounts.get(key(schedule.id, at)) ?? 0
      const wanted = isStarted(schedule, at, all, outages)
      figures.times++
      figures.started += count
      if (!found) figures.lost++
      if (count > 1) figures.doubled++
      if (count > 0 !== wanted || (found?.state === 'started') !== wanted) figures.wrong++
      if (found?.state === 'skipped' && found.reason !== 'window') figures.unexplained++
    }
  }
  // A run, or a record, of a time that never was.
  const known = new Set([...times].flatMap(([id, all]) => all.map((at) => key(id, at))))
  figures.wrong += [...occurrences.keys(), ...runCounts.keys()].filter((one) => !known.has(one)).length
  return figures
}

/** What becomes of a time: the ledger, which knows only the settings of the schedule and when processes were there. */
function isStarted(
  { catchUp }: Planned,
  at: number,
  all: readonly number[],
  outages: readonly (readonly [number, number])[],
): boolean {
  const outage = outages.find(([begin, end]) => at >= begin && at < end)
  if (!outage) return true
  const [begin, end] = outage
  if (end - at <= ON_TIME_MS) return true
  if (catchUp === 'none' || end - at > WINDOW * 1000) return false
  return catchUp === 'all' || at === all.findLast((other) => other >= begin && other <= end)
}
