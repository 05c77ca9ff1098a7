import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { forkProgram } from './programs.ts'

/** PostgreSQL and the process that owns it, on a data folder. */
export interface OwnedPostgres {
  child: ChildProcess
  url: string
  pid: number
  /** Duration of the start, measured in that process. */
  ms: number
}

export type OwnerMessage =
  | { url: string; pid: number; ms: number; error?: undefined }
  | { error: string; ms: number }

export async function startOwner(dataDir: string): Promise<{ child: ChildProcess; told: OwnerMessage }> {
  const child = forkProgram('postgres-process', dataDir)
  const [told] = (await once(child, 'message')) as [OwnerMessage]
  return { child, told }
}

export async function openPostgres(dataDir: string): Promise<OwnedPostgres> {
  const { child, told } = await startOwner(dataDir)
  if (told.error !== undefined) throw new Error(told.error)
  return { child, ...told }
}

/** Kills both at once, as when the machine loses power. */
export async function killBoth({ child, pid }: OwnedPostgres): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(pid, 'SIGKILL')
  child.kill('SIGKILL')
  await ended
}

/** The writes that were acknowledged. */
export interface Acknowledged {
  singles: Set<number>
  pairs: Set<number>
}

/**
 * Writes until the connection breaks: single rows, and pairs of rows in a transaction, about `perSecond` of
 * both together. Numbers start at `from`; returns the next one.
 */
export async function writeUntilBroken(
  url: string,
  from: number,
  perSecond: number,
  acknowledged: Acknowledged,
): Promise<number> {
  const client = new pg.Client(url)
  let broken = false
  client.on('error', () => (broken = true))
  await client.connect()
  let n = from
  const begun = performance.now()
  try {
    for (; !broken; n++) {
      const ahead = ((n - from) * 1000) / perSecond - (performance.now() - begun)
      if (ahead > 0) await wait(ahead)
      if (n % 2) {
        await client.query('insert into singles values ($1)', [n])
        acknowledged.singles.add(n)
      } else {
        await client.query('begin')
        await client.query('insert into pairs values ($1, 1)', [n])
        await client.query('insert into pairs values ($1, 2)', [n])
        await client.query('commit')
        acknowledged.pairs.add(n)
      }
    }
  } catch (error) {
    if (!broken && !/terminat|ECONN|EPIPE|closed|shutting down/i.test(String(error))) throw error
  }
  void client.end().catch(() => undefined)
  return n + 1
}

export async function createTables(url: string): Promise<void> {
  await ask(url, 'create table singles (n integer primary key)')
  await ask(url, 'create table pairs (n integer, part integer, primary key (n, part))')
}

export interface DurabilityFigures {
  acknowledged: number
  lost: number
  /** Transactions of which only one half is stored. */
  torn: number
}

export async function compare(url: string, acknowledged: Acknowledged): Promise<DurabilityFigures> {
  const numbers = async (text: string) => new Set((await ask(url, text)).map(({ n }) => n as number))
  const singles = await numbers('select n from singles')
  const whole = await numbers('select n from pairs group by n having count(*) = 2')
  const torn = await numbers('select n from pairs group by n having count(*) <> 2')
  const missing = (wanted: Set<number>, there: Set<number>) => [...wanted].filter((n) => !there.has(n)).length
  return {
    acknowledged: acknowledged.singles.size + acknowledged.pairs.size,
    lost: missing(acknowledged.singles, singles) + missing(acknowledged.pairs, whole),
    torn: torn.size,
  }
}

export async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

export interface DurabilityTrial {
  kills: number
  perSecond: number
  /** How long is written before the next kill. */
  pauseMs(): number
  /** A slow machine writes longer, until this many writes were acknowledged since the kill before. */
  leastWrites?: number
}

/** Kills both the given number of times under writes; returns the losses and the longest reopening. */
export async function durabilityTrial(
  dataDir: string,
  trial: DurabilityTrial,
): Promise<DurabilityFigures & { slowestReopenMs: number }> {
  const acknowledged: Acknowledged = { singles: new Set(), pairs: new Set() }
  const written = () => acknowledged.singles.size + acknowledged.pairs.size
  let postgres = await openPostgres(dataDir)
  try {
    await createTables(postgres.url)
    let next = 0
    let slowestReopenMs = 0
    for (let killed = 0; killed < trial.kills; killed++) {
      const writing = writeUntilBroken(postgres.url, next, trial.perSecond, acknowledged)
      const enough = written() + (trial.leastWrites ?? 0)
      await wait(trial.pauseMs())
      while (written() < enough) await wait(5)
      await killBoth(postgres)
      next = await writing
      postgres = await openPostgres(dataDir)
      slowestReopenMs = Math.max(slowestReopenMs, postgres.ms)
    }
    return { ...(await compare(postgres.url, acknowledged)), slowestReopenMs }
  } finally {
    postgres.child.kill('SIGKILL')
  }
}
