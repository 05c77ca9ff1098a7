import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import type {
  activeWorkerFilters,
  Worker,
  WorkerBody,
  workerFilters,
  WorkerInputs,
  WorkerPatch,
  workersPatch,
} from '#shared/domains/workers/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween, hasWords, type PageRequest } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { notFound, requireOwn, requireUnmoved } from '#server/platform/db/ownership.ts'
import type { AliasStore } from './aliases.ts'
import { changeWorker, refuseDeleted, type Trx } from './change.ts'
import { freeType } from './free-type.ts'
import { wireWorker, type WithoutAliases, type WorkerRow } from './wire.ts'

export type WorkerFilters = z.output<typeof workerFilters>

export const workerSortKeys = ['created', 'updated', 'name', 'type', 'status'] as const

export type WorkerStore = ReturnType<typeof createWorkerStore>

/** Workers of an account. A deleted one stays readable, since tasks that it ran have its type. */
export function createWorkerStore(db: Kysely<Database>, aliases: AliasStore) {
  const store = createOwnedStore({
    db,
    table: 'workers',
    sortKeys: workerSortKeys,
    rows: (on) =>
      on
        .selectFrom('workers')
        .innerJoin('teams', 'teams.id', 'workers.team_id')
        .selectAll('workers')
        .select('teams.name as team_name'),
    // A given status overrides `showDeleted`; without both, only active workers match.
    matching: (eb, { name, type, teamId, status, showDeleted, search, ...range }: WorkerFilters) => [
      name !== undefined && eb('workers.name', '=', name),
      type !== undefined && eb('workers.type', '=', type),
      teamId !== undefined && eb('workers.team_id', '=', teamId),
      status !== undefined && eb('workers.status', '=', status),
      status === undefined && !showDeleted && eb('workers.status', '=', 'active'),
      ...hasWords(search, ['workers.name', 'workers.description', 'workers.type', 'teams.name']),
      ...createdBetween(eb, 'workers.created', range),
    ],
    wire: wireWorker,
  })

  async function withAliases(accountId: string, workers: readonly WithoutAliases[]): Promise<Worker[]> {
    const listed = await aliases.listed(
      accountId,
      workers.map(({ _id }) => _id),
    )
    return workers.map((worker) => ({ ...worker, aliases: listed.get(worker._id) ?? [] }))
  }

  async function find(accountId: string, id: string): Promise<Worker | null> {
    const found = await store.find(accountId, id)
    return found && ((await withAliases(accountId, [found]))[0] ?? null)
  }

  async function answer(accountId: string, { _id }: { _id: string }): Promise<Worker> {
    const found = await find(accountId, _id)
    if (!found) throw notFound('workers')
    return found
  }

  return {
    find,
    count: store.count,

    /** The inputs that tasks take, of the workers that state them; of one type or of all. */
    async inputs(accountId: string, type: string | undefined): Promise<WorkerInputs[]> {
      const rows = await db
        .selectFrom('workers')
        .select(['type', 'input_schema'])
        .where('account_id', '=', accountId)
        .where('status', '=', 'active')
        .where('input_schema', 'is not', null)
        .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
        .orderBy('type')
        .execute()
      return rows.map((row) => ({ type: row.type, inputSchema: row.input_schema ?? {} }))
    },

    async list(
      accountId: string,
      filters: WorkerFilters,
      page: PageRequest<(typeof workerSortKeys)[number]>,
    ): Promise<Page<Worker>> {
      const { data, total } = await store.list(accountId, filters, page)
      const workers = await withAliases(accountId, data)
      const bare = (worker: Worker) => ({ ...worker, teamId: idOf(worker.teamId) })
      return { data: filters.populateTeamId ? workers : workers.map(bare), total }
    },

    /**
     * Creates the alias `default` too. Throws CONFLICT when a worker has the type, BAD_REQUEST when the name
     * gives none.
     */
    async create(accountId: string, author: Author, body: WorkerBody): Promise<Worker> {
      const values = async (trx: Trx) => ({
        name: body.name,
        description: body.description,
        team_id: body.teamId,
        inputs: JSON.stringify(body.inputs),
        outputs: JSON.stringify(body.outputs),
        input_schema: body.inputSchema ? JSON.stringify(body.inputSchema) : null,
        type: await freeType(trx, accountId, body),
      })
      const also = (trx: Trx, id: string) => aliases.insertDefault(trx, { accountId, id }, author)
      return answer(accountId, await store.create(accountId, author, values, also))
    },

    async update(accountId: string, author: Author, id: string, patch: WorkerPatch): Promise<Worker> {
      const { version, teamId, name, description, inputs, outputs, inputSchema } = patch
      const change = async (row: WorkerRow, trx: Trx) => {
        refuseDeleted(row)
        await requireUnmoved(trx, accountId, {
          field: 'teamId',
          table: 'teams',
          stored: row.team_id,
          given: teamId,
        })
        return {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(inputs !== undefined && { inputs: JSON.stringify(inputs) }),
          ...(outputs !== undefined && { outputs: JSON.stringify(outputs) }),
          ...(inputSchema !== undefined && { input_schema: inputSchema && JSON.stringify(inputSchema) }),
        }
      }
      return answer(accountId, await store.update(accountId, author, id, change, version))
    },

    /** Skips deleted workers. */
    async updateMany(
      accountId: string,
      author: Author,
      filters: z.output<typeof activeWorkerFilters>,
      patch: z.output<typeof workersPatch>,
    ) {
      await requireOwn(db, accountId, 'teams', filters.teamId)
      return store.updateMany(accountId, author, filters, patch, { versioned: true })
    },

    remove: (accountId: string, author: Author, workerId: string): Promise<void> =>
      changeWorker(db, { accountId, author, workerId, action: 'delete' }, async (trx) => {
        await trx
          .updateTable('workers')
          .set({ status: 'deleted', version: sql`version + 1`, updated: author.at, updated_by: author.actor })
          .where('account_id', '=', accountId)
          .where('id', '=', workerId)
          .execute()
        return { answer: undefined }
      }),
  }
}

const idOf = (team: Worker['teamId']) => (typeof team === 'string' ? team : team._id)
