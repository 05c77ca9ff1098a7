import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { oneOf } from '../db/listing.ts'
import type { NamedSecret } from '../engine/redaction.ts'
import type { VariableReader } from '../engine/types.ts'
import type { Seal } from './seal.ts'
import { variablePlace } from './sealed-columns.ts'

/** Reads the variables of apps for the tasks that name them. */
export function createVariableReader({ db, seal }: { db: Kysely<Database>; seal: Seal }): VariableReader {
  return async (accountId, appId, names) => {
    const rows = await named(db, accountId, appId, names).execute()
    return new Map(rows.map(({ id, name, value }) => [name, seal.tryOpen(value, variablePlace(id))]))
  }
}

/** Reads every value that tasks under way may have received by these names. */
export type ReceivedReader = (
  accountId: string,
  appId: string,
  names: readonly string[],
) => Promise<NamedSecret[]>

/** A variable that was removed since is kept while such a task is under way (`removed_variables`). */
export function createReceivedReader({ db, seal }: { db: Kysely<Database>; seal: Seal }): ReceivedReader {
  return async (accountId, appId, names) => {
    const rows = await named(db, accountId, appId, names)
      .unionAll((eb) =>
        eb
          .selectFrom('removed_variables')
          .select(['id', 'name', 'value'])
          .where('account_id', '=', accountId)
          .where('app_id', '=', appId)
          .where(oneOf('name', names)),
      )
      .execute()
    return rows.flatMap(({ id, name, value: sealed }) => {
      const value = seal.tryOpen(sealed, variablePlace(id))
      // A value that does not open now did not open when the task was handed out.
      return value === null ? [] : [{ name, value }]
    })
  }
}

/** The variables of an app that have one of these names. */
const named = (db: Kysely<Database>, accountId: string, appId: string, names: readonly string[]) =>
  db
    .selectFrom('app_variables')
    .select(['id', 'name', 'value'])
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .where(oneOf('name', names))
