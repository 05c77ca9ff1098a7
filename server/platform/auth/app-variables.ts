import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { oneOf } from '../db/listing.ts'
import type { VariableReader } from '../engine/types.ts'
import type { Seal } from './seal.ts'
import { variablePlace } from './sealed-columns.ts'

/** Reads the variables of apps for the tasks that name them. */
export function createVariableReader({ db, seal }: { db: Kysely<Database>; seal: Seal }): VariableReader {
  return async (accountId, appId, names) => {
    const rows = await db
      .selectFrom('app_variables')
      .select(['id', 'name', 'value'])
      .where('account_id', '=', accountId)
      .where('app_id', '=', appId)
      .where(oneOf('name', names))
      .execute()
    return new Map(rows.map(({ id, name, value }) => [name, seal.open(value, variablePlace(id))]))
  }
}
