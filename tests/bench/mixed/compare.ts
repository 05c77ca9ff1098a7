import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { LiveBrowser } from '../../support/live-browser.ts'
import type { Ledger } from './ledger.ts'

export const SECONDS_OF_SCHEDULE = 10
const SETTLE_MS = 120_000

/** How what is stored and shown differs from what was acknowledged. */
export interface Found {
  runs: number
  missing: number
  doubled: number
  otherEnd: number
  times: number
  timesLost: number
  browsersBehind: number
}

/** Waits until every run has ended and every time of the ended schedule is decided, and compares. `socket`: folder of the database's socket. */
export async function compare(
  socket: string,
  ledger: Ledger,
  schedule: string,
  browsers: readonly LiveBrowser[],
): Promise<Found> {
  const database = new pg.Client({ host: socket, port: 5432, user: 'postgres' })
  await database.connect()
  try {
    const open = async () =>
      (
        await database.query(
          `select from workqueues where status in ('notstarted', 'started')
           union all select from schedules where next_at is not null
           union all select from schedule_occurrences where state = 'waiting' limit 1`,
        )
      ).rowCount
    const deadline = performance.now() + SETTLE_MS
    while ((await open()) && performance.now() < deadline) await wait(200)
    const { rows } = await database.query<{ id: string; name: string; status: string }>(
      'select id, name, status from workqueues where schedule_id is null',
    )
    const stored = new Map(rows.map(({ name, status }) => [name, status]))
    const times = await database.query<{ at: Date }>(
      'select at from schedule_occurrences where schedule_id = $1 order by at',
      [schedule],
    )
    const [first, last] = [times.rows[0], times.rows.at(-1)].map((row) => row?.at.getTime() ?? 0)
    const due = (last! - first!) / (SECONDS_OF_SCHEDULE * 1000) + 1
    const started = await database.query<{ runs: number }>(
      'select count(*)::integer as runs from workqueues where schedule_id = $1',
      [schedule],
    )
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
    const behind = browsers.filter(({ rows: shown }) =>
      [...shown.values()].some(({ id, status }) => statusOf.has(id) && statusOf.get(id) !== status),
    )
    return {
      runs: ledger.ends.size,
      missing: [...ledger.ends.keys()].filter((name) => !stored.has(name)).length,
      doubled: rows.length - stored.size,
      otherEnd: [...ledger.ends].filter(([name, end]) => stored.has(name) && stored.get(name) !== end).length,
      times: due,
      timesLost: due - started.rows[0]!.runs,
      browsersBehind: behind.length,
    }
  } finally {
    await database.end()
  }
}

/** Nothing is missing, doubled or otherwise. */
export const isExact = (found: Found, ledger: Ledger) =>
  ledger.refused.length +
    found.missing +
    found.doubled +
    found.otherEnd +
    found.timesLost +
    found.browsersBehind ===
  0
