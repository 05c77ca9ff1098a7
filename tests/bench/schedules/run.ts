import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { forkProgram } from '../../support/programs.ts'
import { inDatabase } from '../database.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'

const ROUNDS = 3
const REST_SECONDS = 20
/** From the second in which times are due to the kill of one of the processes, in milliseconds. */
const KILL_AFTER = 300

interface Round {
  /** From the due second to the last run that is stored, seconds. */
  lastStarted: number
  lost: number
  doubled: number
}

/**
 * Many schedules, some of them due in one second, two processes of the platform, one of which is killed while it starts
 * their runs; and what waiting costs. Returns a section of Markdown.
 */
export async function benchSchedules(sizes: Sizes): Promise<string> {
  const { schedules = 100_000, due = 2000 } = sizes
  return inDatabase(async ({ url, pool }) => {
    await fill(pool, schedules)
    const start = async () => {
      const child = forkProgram('scheduler-process', [url, 'real'])
      await once(child, 'message')
      return child
    }
    const alive = [await start(), await start()]
    try {
      await wait(2000)
      const rest = await shareOfCore(alive.map(({ pid }) => pid!))
      const found: Round[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const at = await makeDue(pool, due, round)
        await wait(at + KILL_AFTER - Date.now())
        const killed = alive.shift()!
        killed.kill('SIGKILL')
        found.push(await measure(pool, due, round, at))
        alive.push(await start())
      }
      return report(schedules, due, rest, found)
    } finally {
      for (const child of alive) child.kill('SIGKILL')
    }
  })
}

/** Schedules whose next time is far away. */
async function fill(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(`insert into accounts (id, name) values ('account', 'account')`)
  await pool.query(`insert into apps (id, account_id, name, description) values ('app', 'account', 'a', '')`)
  await pool.query(
    `insert into plans (id, account_id, name, definition) values ('plan', 'account', 'Report', $1)`,
    [{ name: 'Report', tasks: [{ name: 'One', type: 'task.workforce.noop' }] }],
  )
  await insertSchedules(pool, 'rest', count, '0 0 1 1 *', new Date(Date.now() + 300 * 86_400_000))
  await pool.query('analyze schedules')
}

async function insertSchedules(
  pool: pg.Pool,
  name: string,
  count: number,
  cron: string,
  next: Date,
): Promise<void> {
  await pool.query(
    `insert into schedules (id, account_id, app_id, plan_id, name, cron, time_zone, inputs, overlap, catch_up,
       catch_up_window, jitter_ms, priority, next_at, created, updated)
     select $1 || n, 'account', 'app', 'plan', 'Nightly', $3, 'UTC', '{}', 'skip', 'last', 3600, 0, 3, $4, now(), now()
     from generate_series(1, $2::integer) n`,
    [name, count, cron, next],
  )
}

/** Schedules that come in one second, soon; resolves with it. */
async function makeDue(pool: pg.Pool, count: number, round: number): Promise<number> {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3000)
  const cron = `${at.getUTCSeconds()} ${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${at.getUTCMonth() + 1} *`
  await insertSchedules(pool, `due${round}-`, count, cron, at)
  return at.getTime()
}

/** What has become of the due times, after all are started or half a minute has passed. */
async function measure(pool: pg.Pool, count: number, round: number, at: number): Promise<Round> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const { rows } = await pool.query<{ schedules: number; runs: number; last: Date | null }>(
      `select count(distinct schedule_id)::integer as schedules, count(*)::integer as runs, max(created) as last
       from workqueues where schedule_id like $1`,
      [`due${round}-%`],
    )
    const { schedules = 0, runs = 0, last = null } = rows[0] ?? {}
    if (schedules === count || Date.now() > deadline)
      return {
        lastStarted: last ? (last.getTime() - at) / 1000 : Number.NaN,
        lost: count - schedules,
        doubled: runs - schedules,
      }
    await wait(50)
  }
}

/** The share of a core that the processes take at rest, in percent. */
async function shareOfCore(pids: readonly number[]): Promise<number> {
  const used = async () => {
    const seconds = await Promise.all(pids.map(processorSeconds))
    return seconds.reduce((sum, one) => sum + one, 0)
  }
  const before = await used()
  await wait(REST_SECONDS * 1000)
  return (((await used()) - before) / REST_SECONDS) * 100
}

/** Processor time of all threads of a process, user and system. The kernel counts in hundredths of a second. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function report(schedules: number, due: number, rest: number, found: readonly Round[]): string {
  const last = found.map(({ lastStarted }) => lastStarted)
  return [
    `## H7: ${figure(schedules)} schedules, ${figure(due)} due in one second`,
    '',
    `Two processes of the platform on one database; one of them is killed ${KILL_AFTER} ms after the times are due. ${ROUNDS} rounds.`,
    '',
    table(
      ['figure', 'found', 'must be'],
      [
        ['last run started after the due second, s (median)', figure(median(last)), 'at most 5'],
        ['the slowest round, s', figure(Math.max(...last)), 'at most 5'],
        ['times lost', found.reduce((sum, { lost }) => sum + lost, 0), 0],
        ['times started twice', found.reduce((sum, { doubled }) => sum + doubled, 0), 0],
        ['both processes at rest, % of a core', figure(rest), 'at most 1 each'],
      ],
    ),
  ].join('\n')
}
