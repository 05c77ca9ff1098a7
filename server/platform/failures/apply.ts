import { sql, type Kysely } from 'kysely'
import { isCancelledTask } from '#shared/domains/tasks/rules.ts'
import { advisoryLocks, type Database } from '../db/database.ts'
import { inTurn } from '../db/turns.ts'
import type { FailureEventRow, FailureTrx } from './batch.ts'
import { GroupChanges, type OnGroupsChanged } from './changes.ts'
import { addFailures } from './failed.ts'
import { applyRemovals, removeCancelled } from './removals.ts'
import { closeRepaired, endMutes } from './group-states.ts'
import { repair, successesMeanwhile } from './repairs.ts'
import { checkKeys, dropKeys, openKeysOf } from './keys.ts'

/** Events of one transaction. */
const BATCH_ROWS = 1000

interface Applied {
  /** More may wait. */
  more: boolean
  /** Tasks have failed whose names processes may not know. */
  opened: boolean
}
const nothing: Applied = { more: false, opened: false }

/**
 * Whether a batch may find something: events, removed runs, a mute that ends, or names of failed tasks, which are looked at
 * again until none is open. Nothing of it is there at rest, and one statement a second costs less than a transaction.
 */
export async function mayApply(db: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from failure_events)
      or exists (select from failure_removals)
      or exists (select from failure_keys)
      or exists (select from failure_groups where muted_until <= ${now}) as some`.execute(db)
  return rows[0]?.some ?? true
}

/**
 * Applies a batch of events to the groups in one transaction, or nothing while another process does so. All statements
 * see the database as it was when the transaction began: what changes meanwhile is in the next batch, or makes this one
 * fail as a whole.
 */
export async function applyBatch(
  db: Kysely<Database>,
  { now, onGroupsChanged }: { now: Date; onGroupsChanged: OnGroupsChanged },
): Promise<Applied> {
  const work = async (trx: FailureTrx): Promise<Applied> => {
    const events = await takeEvents(trx)
    const changes = new GroupChanges()
    await applyRemovals(trx, changes, now)
    const failed = await addFailures(trx, changes, ofKind(events, 'failed'), now)
    await removeCancelled(trx, changes, events.filter(isCancelled), now)
    const opened = await openKeysOf(trx, failed)
    const unsettled = await checkKeys(trx)
    const successes = [
      ...ofKind(events, 'passed').filter((event) => !isCancelled(event)),
      ...(await successesMeanwhile(trx, opened, failed)),
      ...(await successesMeanwhile(trx, unsettled, [])),
    ]
    await closeRepaired(trx, changes, await repair(trx, successes), now)
    await endMutes(trx, changes, now)
    await dropKeys(trx)
    if (changes.any()) await onGroupsChanged(trx, changes.list())
    return { more: events.length === BATCH_ROWS, opened: opened.length > 0 }
  }
  return (await inTurn(db, advisoryLocks.failures, work, 'repeatable read')) ?? nothing
}

const ofKind = (events: readonly FailureEventRow[], wanted: FailureEventRow['kind']) =>
  events.filter(({ kind }) => kind === wanted)

const isCancelled = ({ kind, reason }: FailureEventRow) =>
  kind === 'passed' && isCancelledTask({ status: 'skipped', reason })

async function takeEvents(trx: FailureTrx): Promise<FailureEventRow[]> {
  const { rows } = await sql<FailureEventRow>`
    delete from failure_events where id = any(array(
      select id from failure_events order by id limit ${BATCH_ROWS})) returning *`.execute(trx)
  return rows.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
}
