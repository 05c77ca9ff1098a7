import { sql, type Kysely, type Selectable } from 'kysely'
import type { z } from 'zod'
import type {
  livingWorkerFilters,
  Worker,
  WorkerBody,
  workerFilters,
  WorkerPatch,
  workersPatch,
} from '../../../../shared/domains/workers/contract.ts'
import { RESERVED_NAMESPACE, workerType } from '../../../../shared/domains/workers/rules.ts'
import type { Page } from '../../../../shared/lib/wire.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Author } from '../../db/audit.ts'
import type { Database } from '../../db/database.ts'
import { createdBetween, equals, type PageRequest } from '../../db/listing.ts'
import { createOwnedStore } from '../../db/owned-store.ts'
import { notFound, requireOwn, requireUnmoved } from '../../db/ownership.ts'
import type { WorkerTable } from '../../db/tables/workers.ts'
import type { AliasStore } from './aliases.ts'
import { changeWorker, refuseDeleted, type Trx } from './change.ts'

export type WorkerFilters = z.output<typeof workerFilters>

export const workerSortKeys = ['created', 'updated', 'name', 'type', 'status'] as const
const sortColumns = {
  created: 'workers.created',
  updated: 'workers.updated',
  name: 'workers.name',
  type: 'workers.type',
  status: 'workers.status',
}

export type WorkerStore = ReturnType<typeof createWorkerStore>

/** Workers of an account. Deleting one keeps it readable: what it has run names its type (spec section 4). */
export function createWorkerStore(db: Kysely<Database>, aliases: AliasStore) {
  const store = createOwnedStore({
    db,
    table: 'workers',
    sortColumns,
    columns: sql`workers.*, teams.name as team_name`,
    from: sql`workers join teams on teams.id = workers.team_id`,
    matching: (filters: WorkerFilters) => [
      filters.name !== undefined && equals('workers.name', filters.name),
      filters.type !== undefined && equals('workers.type', filters.type),
      filters.teamId !== undefined && equals('workers.team_id', filters.teamId),
      statusFilter(filters),
      ...createdBetween('workers.created', filters),
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

    /** With the alias `default`. CONFLICT when a worker has the type, BAD_REQUEST when the name makes none. */
    async create(accountId: string, author: Author, body: WorkerBody): Promise<Worker> {
      const values = async (trx: Trx) => ({
        ...{ name: body.name, description: body.description, team_id: body.teamId },
        ...{ inputs: JSON.stringify(body.inputs), outputs: JSON.stringify(body.outputs) },
        type: await freeType(trx, accountId, body),
      })
      const also = (trx: Trx, id: string) => aliases.insertDefault(trx, { accountId, id }, author)
      return answer(accountId, await store.create(accountId, author, values, also))
    },

    async update(accountId: string, author: Author, id: string, patch: WorkerPatch): Promise<Worker> {
      const { version, teamId, name, description, inputs, outputs } = patch
      const change = async (row: WorkerRow, trx: Trx) => {
        refuseDeleted(row)
        await requireUnmoved(trx, accountId, {
          ...{ field: 'teamId', table: 'teams', stored: row.team_id, given: teamId },
        })
        return {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(inputs !== undefined && { inputs: JSON.stringify(inputs) }),
          ...(outputs !== undefined && { outputs: JSON.stringify(outputs) }),
        }
      }
      return answer(accountId, await store.update(accountId, author, id, change, version))
    },

    /** Deleted workers are never among the matches. */
    async updateMany(
      accountId: string,
      author: Author,
      filters: z.output<typeof livingWorkerFilters>,
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

/** A status that is asked for is shown, deleted ones otherwise only on demand. */
function statusFilter({ status, showDeleted }: WorkerFilters) {
  if (status !== undefined) return equals('workers.status', status)
  return showDeleted ? undefined : equals('workers.status', 'active')
}

/** The type of a new worker. The lock on its team keeps a second one of that type waiting until this one is there. */
async function freeType(trx: Trx, accountId: string, { name, teamId }: WorkerBody): Promise<string> {
  const team = await trx
    .selectFrom('teams')
    .select('namespace')
    .where('account_id', '=', accountId)
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!team) throw notFound('teams')
  if (team.namespace === RESERVED_NAMESPACE)
    throw new AppError('CONFLICT', `The namespace ${RESERVED_NAMESPACE} is kept for built-in task types`)
  const type = workerType(team.namespace, name)
  if (type === null) throw new AppError('BAD_REQUEST', 'body/name: must hold a letter or a digit')
  const taken = await trx
    .selectFrom('workers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (taken) throw new AppError('CONFLICT', `body/name: a worker has the type ${type} already`)
  return type
}

const idOf = (team: Worker['teamId']) => (typeof team === 'string' ? team : team._id)

interface WorkerRow extends Selectable<WorkerTable> {
  team_name: string
}

type WithoutAliases = Omit<Worker, 'aliases'>

function wireWorker(row: WorkerRow): WithoutAliases {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    status: row.status,
    teamId: { _id: row.team_id, name: row.team_name },
    inputs: row.inputs,
    outputs: row.outputs,
    version: row.version,
    created: row.created.toISOString(),
    createdBy: row.created_by,
    updated: row.updated.toISOString(),
    updatedBy: row.updated_by,
  }
}
