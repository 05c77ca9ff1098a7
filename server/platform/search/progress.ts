import { sql } from 'kysely'
import type { SearchTrx } from './rows.ts'

/**
 * Runs of one bucket: a frequent term costs at most the reading of so many rows. The last batch of a bucket may pass it.
 */
const BUCKET_RUNS = 20_000

/** Where the runs of before are added. */
export interface OldRuns {
  /** Runs from before that moment are added by and by. */
  since: Date
  /** The last one that was added. */
  accountId: string
  created: Date | null
  runId: string | null
  done: boolean
}

export async function readOldRuns(trx: SearchTrx): Promise<OldRuns> {
  const { rows } = await sql<OldRuns>`
    select since, account_id as "accountId", created, run_id as "runId", done from search_progress`.execute(
    trx,
  )
  const [progress] = rows
  if (!progress) throw new Error('search_progress has no row')
  return progress
}

/** The bucket of so many new runs. */
export async function placeNew(trx: SearchTrx, runs: number): Promise<number> {
  const { rows } = await sql<{ bucket: number }>`
    update search_progress set newest = newest + (newest_runs >= ${BUCKET_RUNS})::int,
      newest_runs = case when newest_runs >= ${BUCKET_RUNS} then 0 else newest_runs end + ${runs}
    returning newest as bucket`.execute(trx)
  return rows[0]!.bucket
}

/** The bucket of so many runs of before, and where they end. */
export async function placeOld(trx: SearchTrx, runs: number, end: Omit<OldRuns, 'since'>): Promise<number> {
  const { rows } = await sql<{ bucket: number }>`
    update search_progress set oldest = oldest - (oldest_runs >= ${BUCKET_RUNS})::int,
      oldest_runs = case when oldest_runs >= ${BUCKET_RUNS} then 0 else oldest_runs end + ${runs},
      account_id = ${end.accountId}, created = ${end.created}, run_id = ${end.runId}, done = ${end.done}
    returning oldest as bucket`.execute(trx)
  return rows[0]!.bucket
}
