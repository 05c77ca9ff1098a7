import { sql } from 'kysely'

/*
 * Conditions on the tasks of failure groups, for statements with the tables `failure_tasks`, `failure_groups`, `tasks` and
 * `workqueues` under these names.
 */

/** The restarts that have tasks to come, with those tasks: they are held, or it is their turn soon. They are few at a time. */
export const openRestarts = sql`receipts join receipt_rows on receipt_rows.receipt_id = receipts.id
  where receipts.ended is null and receipts.action = 'restart-tasks' and receipt_rows.ok is null`

/** A restart takes the task up. */
const isTakenUp = sql<boolean>`(tasks.status = 'failed' and tasks.id in (select entity_id from ${openRestarts}))`

/** What a restart of the group takes up: all that is still failed, also where a later run has passed the task. */
export const canRestart = sql<boolean>`(tasks.status = 'failed'
  and workqueues.status not in ('cancelled', 'notstarted') and not ${isTakenUp})`

/** The task has not succeeded since, and no person has closed the group since. */
export const isOpen = sql<boolean>`(failure_tasks.repaired is null
  and failure_tasks.generation = failure_groups.generation)`

/** The task waits or runs again, or a restart has taken it up. */
export const isAgain = sql<boolean>`(tasks.status in ('queued', 'started', 'retry') or ${isTakenUp})`

/** A person has restarted the task, and it has not ended since. */
export const isRestarting = sql<boolean>`(${isAgain} and (tasks.round > 0 or tasks.status = 'failed'))`

/** A person has restarted the task, and it has failed again. */
export const hasFailedAgain = sql<boolean>`(tasks.status = 'failed' and tasks.round > 0 and not ${isTakenUp})`

/** The task is part of what the group still is. */
export const isLeft = sql<boolean>`(${isOpen} or ${canRestart} or ${isAgain})`
