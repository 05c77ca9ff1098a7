import { sql } from 'kysely'
import { placeNew } from './progress.ts'
import { readRunsToIndex, writeRows, type SearchTrx } from './rows.ts'

/** Changes of one transaction. */
const BATCH_CHANGES = 400

/** Applies a batch of changes to the rows of the search; resolves with whether more may wait. */
export async function applyChanges(trx: SearchTrx): Promise<boolean> {
  const { rows: taken } = await sql<{ id: string; changes: number }>`
    with taken as (
      delete from search_changes where id = any(array(
        select id from search_changes order by id limit ${BATCH_CHANGES})) returning id, run_id)
    select run_id as id, count(*)::int as changes from taken group by run_id order by min(id)`.execute(trx)
  if (taken.length === 0) return false
  // A later statement than the one that took the changes, so it sees at least what they tell of.
  const runs = await readRunsToIndex(
    trx,
    taken.map(({ id }) => id),
  )
  if (runs.length < taken.length) {
    const present = new Set(runs.map(({ id }) => id))
    const gone = taken.filter(({ id }) => !present.has(id)).map(({ id }) => id)
    await sql`delete from run_search where run_id = any(${gone})`.execute(trx)
  }
  // A run keeps its bucket. One that is still to be added gets it in its turn, in the order of the runs.
  const added = runs.filter(({ bucket, ahead }) => bucket === null && !ahead).length
  const newest = added > 0 ? await placeNew(trx, added) : 0
  await writeRows(
    trx,
    runs
      .filter(({ bucket, ahead }) => bucket !== null || !ahead)
      .map((run) => ({ run, bucket: run.bucket ?? newest })),
  )
  return taken.reduce((sum, { changes }) => sum + changes, 0) === BATCH_CHANGES
}
