import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { FailureEventTable, FailureGroupTable } from '../db/tables/failures.ts'

/** The transaction that applies a batch of events. */
export type FailureTrx = Transaction<Database>
export type FailureEventRow = Selectable<FailureEventTable>
export type StoredGroup = Selectable<FailureGroupTable>

/** A failed attempt with its fingerprint. */
export interface Failed {
  event: FailureEventRow
  fingerprint: string
  title: string
}

/** A group and the failures of this batch in it, oldest first. */
export interface Grouped {
  group: StoredGroup
  failures: Failed[]
}

/** A failure from before the moment that a person has closed the group at is over. */
export const isCurrent = ({ dismissed }: StoredGroup, { at }: FailureEventRow): boolean =>
  dismissed === null || at > dismissed

/** Open tasks of a group that were repaired: one element for each. */
export interface Repaired {
  group_id: string
  generation: number
}
