import { sql, type Kysely, type Selectable } from 'kysely'
import type { z } from 'zod'
import type {
  Script,
  ScriptBody,
  scriptFilters,
  ScriptPatch,
  scriptPatchMany,
  ScriptSummary,
} from '#shared/domains/scripts/contract.ts'
import type { Author } from '#server/platform/db/audit.ts'
import { wireAuthored } from '#server/platform/db/authored.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween, equals } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { requireOwn, requireUnmoved } from '#server/platform/db/ownership.ts'
import type { ScriptTable } from '#server/platform/db/tables/workers.ts'

export type ScriptFilters = z.output<typeof scriptFilters>

export const scriptSortKeys = ['created', 'updated', 'name', 'type'] as const
const sortColumns = {
  created: 'scripts.created',
  updated: 'scripts.updated',
  name: 'scripts.name',
  type: 'scripts.type',
}

/** Columns of a list's row; the code, up to 1 MiB each, stays away. */
const listed = sql`scripts.id, scripts.name, scripts.description, scripts.type, scripts.team_id, scripts.version,
  scripts.created, scripts.created_by, scripts.updated, scripts.updated_by, teams.name as team_name`

export type ScriptStore = ReturnType<typeof createScriptStore>

/** Scripts of an account, each owned by one of its teams. */
export function createScriptStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'scripts',
    sortColumns,
    from: sql`scripts join teams on teams.id = scripts.team_id`,
    columns: sql`scripts.*, teams.name as team_name`,
    listed: { columns: listed, wire: wireSummary },
    matching: ({ name, teamId, type, ...range }: ScriptFilters) => [
      name !== undefined && equals('scripts.name', name),
      teamId !== undefined && equals('scripts.team_id', teamId),
      type !== undefined && equals('scripts.type', type),
      ...createdBetween('scripts.created', range),
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
      return store.updateMany(accountId, author, filters, patch, { versioned: true })
    },
  }
}

type ScriptRow = Selectable<ScriptTable> & { team_name: string }

function wireSummary(row: Omit<ScriptRow, 'account_id' | 'code'>): ScriptSummary {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    teamId: { _id: row.team_id, name: row.team_name },
    version: row.version,
    ...wireAuthored(row),
  }
}

const wireScript = (row: ScriptRow): Script => ({ ...wireSummary(row), code: row.code })
