import type { Kysely, Selectable, Transaction } from 'kysely'
import type { z } from 'zod'
import type {
  Script,
  ScriptBody,
  scriptFilters,
  scriptListFilters,
  ScriptPatch,
  scriptPatchMany,
  ScriptSummary,
} from '#shared/domains/scripts/contract.ts'
import { scriptFaults } from '#shared/domains/scripts/faults.ts'
import { scriptTaskType } from '#shared/domains/scripts/rules.ts'
import { typeWord } from '#shared/domains/workers/rules.ts'
import { faultOf } from '#server/lib/faults.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween, hasWords } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { requireOwn, requireUnmoved } from '#server/platform/db/ownership.ts'
import type { ScriptTable } from '#server/platform/db/tables/workers.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

export type ScriptFilters = z.output<typeof scriptFilters>
type ScriptListFilters = z.output<typeof scriptListFilters>

export const scriptSortKeys = ['created', 'updated', 'name', 'type'] as const

const withTeam = (db: Kysely<Database>) =>
  db.selectFrom('scripts').innerJoin('teams', 'teams.id', 'scripts.team_id').select('teams.name as team_name')

/** Columns of a list's row, without the code, which can be 1 MiB. */
const listedColumns = [
  'scripts.id',
  'scripts.name',
  'scripts.description',
  'scripts.type',
  'scripts.team_id',
  'scripts.version',
  'scripts.created',
  'scripts.created_by',
  'scripts.updated',
  'scripts.updated_by',
] as const

export type ScriptStore = ReturnType<typeof createScriptStore>

/** Scripts of an account, each owned by one of its teams. */
export function createScriptStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'scripts',
    sortKeys: scriptSortKeys,
    rows: (on) => withTeam(on).selectAll('scripts'),
    listed: { rows: (on) => withTeam(on).select(listedColumns), wire: wireScriptSummary },
    matching: (eb, { name, teamId, type, search, ...range }: ScriptListFilters) => [
      name !== undefined && eb('scripts.name', '=', name),
      teamId !== undefined && eb('scripts.team_id', '=', teamId),
      type !== undefined && eb('scripts.type', '=', type),
      ...hasWords(search, ['scripts.name', 'scripts.description', 'teams.name']),
      ...createdBetween(eb, 'scripts.created', range),
    ],
    wire: wireScript,
  })
  const checkFilters = (accountId: string, { teamId }: ScriptFilters) =>
    requireOwn(db, accountId, 'teams', teamId)

  return {
    ...store,
    checkFilters,

    /** NOT_FOUND for a team that is not the account's. */
    create: (accountId: string, author: Author, { teamId, ...values }: ScriptBody) =>
      store.create(accountId, author, async (trx) => {
        await requireOwn(trx, accountId, 'teams', teamId)
        await requireFreeName(trx, accountId, values.name)
        return { ...values, team_id: teamId }
      }),

    /** CONFLICT when the script was changed since `version`, BAD_REQUEST for another team. */
    update: (accountId: string, author: Author, id: string, { version, teamId, ...values }: ScriptPatch) =>
      store.update(
        accountId,
        author,
        id,
        async (row, trx) => {
          await requireUnmoved(trx, accountId, {
            field: 'teamId',
            table: 'teams',
            stored: row.team_id,
            given: teamId,
          })
          if (values.name !== undefined && scriptTaskType(values.name) !== scriptTaskType(row.name))
            await requireFreeName(trx, accountId, values.name)
          return values
        },
        version,
      ),

    async updateMany(
      accountId: string,
      author: Author,
      filters: ScriptFilters,
      patch: z.output<typeof scriptPatchMany>,
    ) {
      await checkFilters(accountId, filters)
      if (patch.name !== undefined) throw faultOf('name', scriptFaults.unshared, 'CONFLICT')
      return store.updateMany(accountId, author, filters, patch, { versioned: true })
    },
  }
}

/** The lock on the account makes a concurrent script of that name wait. */
async function requireFreeName(trx: Transaction<Database>, accountId: string, name: string): Promise<void> {
  const slug = typeWord(name)
  if (slug === '') throw faultOf('name', scriptFaults.unnamed)
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const taken = await trx
    .selectFrom('scripts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (taken) throw faultOf('name', scriptFaults.taken(scriptTaskType(name)), 'CONFLICT')
}

type ScriptRow = Selectable<ScriptTable> & { team_name: string }

const wireScriptSummary = wireForm<ScriptSummary>()(
  (row: Omit<ScriptRow, 'account_id' | 'code' | 'slug'>) => ({
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    teamId: { _id: row.team_id, name: row.team_name },
    version: row.version,
    ...wireAuthored(row),
  }),
)

const wireScript = wireForm<Script>()((row: ScriptRow) => ({ ...wireScriptSummary(row), code: row.code }))
