import { sql } from 'kysely'
import { placeOld, readOldRuns } from './progress.ts'
import { readRunsToIndex, writeRows, type SearchTrx } from './rows.ts'

/** Runs of one transaction. */
const BATCH_RUNS = 200

/**
 * Adds the next runs that were there before the search, those of one account after the other, newest first: so the buckets
 * of an account are in the order of its list. Where it stopped is stored with them. Resolves with whether more may wait.
 */
export async function addOldRuns(trx: SearchTrx): Promise<boolean> {
  const { accountId, created, runId, since, done } = await readOldRuns(trx)
  if (done) return false
  const { rows } = await sql<{ id: string; created: Date }>`
    select id, created from workqueues
    where account_id = ${accountId} and created < ${since}
      and (${created}::timestamptz is null or (created, id) < (${created}::timestamptz, ${runId}::text))
    order by created desc, id desc limit ${BATCH_RUNS}`.execute(trx)
  const last = rows.at(-1)
  if (!last) {
    const { rows: following } = await sql<{ id: string }>`
      select id from accounts where id > ${accountId} order by id limit 1`.execute(trx)
    const next = following[0]?.id
    const end = { accountId: next ?? accountId, created: null, runId: null, done: next === undefined }
    await placeOld(trx, 0, end)
    return !end.done
  }
  const runs = await readRunsToIndex(
    trx,
    rows.map(({ id }) => id),
  )
  const end = { accountId, created: last.created, runId: last.id, done: false }
  const bucket = await placeOld(trx, runs.length, end)
  await writeRows(
    trx,
    runs.map((run) => ({ run, bucket })),
  )
  return true
}
