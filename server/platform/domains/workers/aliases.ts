import { sql, type Kysely, type Selectable } from 'kysely'
import { DEFAULT_ALIAS } from '#shared/domains/tasks/constants.ts'
import type { Alias, ListedAlias, PrivateKey } from '#shared/domains/workers/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { openField, type Seal } from '#server/platform/auth/seal.ts'
import { aliasSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { WorkerAliasTable } from '#server/platform/db/tables/workers.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import type { TaskQueues } from '#server/platform/queue/task-queues.ts'
import { newAccessKeyId, newSecret } from './access-keys.ts'
import { changeWorker, requireAlias, type ActiveWorker, type Trx } from './change.ts'
import { keysOf } from './keys.ts'

export type AliasStore = ReturnType<typeof createAliasStore>

type AliasRow = Selectable<WorkerAliasTable>

interface AliasStoreDeps {
  db: Kysely<Database>
  seal: Seal
  queues: Pick<TaskQueues, 'addressesOf'>
}

/** Aliases of workers. Each has its own queue, an access key for the queue, and keys that sign reports. */
export function createAliasStore({ db, seal, queues }: AliasStoreDeps) {
  /** Returns undefined when the worker has an alias of that name. */
  async function insert(trx: Trx, worker: { accountId: string; id: string }, name: string, author: Author) {
    const id = newId(author.at.getTime())
    return trx
      .insertInto('worker_aliases')
      .values({
        id,
        account_id: worker.accountId,
        worker_id: worker.id,
        name,
        access_key_id: newAccessKeyId(),
        secret: seal.seal(newSecret(), aliasSecretPlace(id)),
        created: author.at,
        created_by: author.actor,
      })
      .onConflict((conflict) => conflict.columns(['worker_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst()
  }

  function wireAlias(row: AliasRow, queueUrl: string, privateKeys: PrivateKey[]): Alias {
    return {
      ...wireListed(row),
      accessKeyId: row.access_key_id,
      ...openField(seal, 'secretAccessKey', row.secret, aliasSecretPlace(row.id)),
      queueUrl,
      privateKeys,
    }
  }

  /** The rows of one worker, each with its keys and the address of its queue. */
  async function wireOfWorker(
    ofQueue: OfQueue,
    rows: readonly AliasRow[],
    keys: ReadonlyMap<string, PrivateKey[]>,
  ): Promise<Alias[]> {
    const addresses = await queues.addressesOf(rows.map(({ name }) => ({ ...ofQueue, alias: name })))
    return rows.map((row, index) => wireAlias(row, addresses[index] ?? '', keys.get(row.id) ?? []))
  }

  /** An alias of one worker with its secrets and keys. Throws NOT_FOUND without it. */
  async function openedOne(accountId: string, workerId: string, name: string): Promise<Alias> {
    const worker = await db
      .selectFrom('workers')
      .select('type')
      .where('account_id', '=', accountId)
      .where('id', '=', workerId)
      .executeTakeFirst()
    const rows = await rowsOf(db, accountId, [workerId])
    const row = rows.find((one) => one.name === name)
    if (!worker || !row) throw new AppError('NOT_FOUND', 'Alias not found')
    const keys = await keysOf(db, accountId, workerId)
    const [alias] = await wireOfWorker({ accountId, type: worker.type }, [row], keys)
    if (!alias) throw new AppError('NOT_FOUND', 'Alias not found')
    return alias
  }

  return {
    /** The aliases of these workers by worker, without secrets. */
    async listed(accountId: string, workerIds: readonly string[]): Promise<Map<string, ListedAlias[]>> {
      const byWorker = new Map(workerIds.map((id) => [id, [] as ListedAlias[]]))
      for (const row of await rowsOf(db, accountId, workerIds))
        byWorker.get(row.worker_id)?.push(wireListed(row))
      return byWorker
    },

    /** The aliases of one worker with their secrets and keys. */
    async opened(accountId: string, { _id, type }: { _id: string; type: string }): Promise<Alias[]> {
      const [rows, keys] = await Promise.all([rowsOf(db, accountId, [_id]), keysOf(db, accountId, _id)])
      return wireOfWorker({ accountId, type }, rows, keys)
    },

    openedOne,

    async insertDefault(trx: Trx, worker: { accountId: string; id: string }, author: Author): Promise<void> {
      await insert(trx, worker, DEFAULT_ALIAS, author)
    },

    /** Throws CONFLICT when the worker has an alias of that name. */
    async add(accountId: string, author: Author, workerId: string, name: string): Promise<Alias> {
      const change = { accountId, author, workerId, action: 'add-alias' } as const
      await changeWorker(db, change, async (trx, worker) => {
        const row = await insert(trx, worker, name, author)
        if (!row) throw faultOf('aliasName', `is taken: the worker has an alias ${name}`, 'CONFLICT')
        return { detail: name, answer: undefined }
      })
      // After the commit, so that its queue can be made.
      return openedOne(accountId, workerId, name)
    },

    /** Throws CONFLICT for `default`, and while tasks are queued for the alias or run on it. */
    remove: (accountId: string, author: Author, workerId: string, name: string): Promise<void> =>
      changeWorker(db, { accountId, author, workerId, action: 'remove-alias' }, async (trx, worker) => {
        if (name === DEFAULT_ALIAS)
          throw new AppError('CONFLICT', `The alias ${DEFAULT_ALIAS} cannot be deleted`)
        const alias = await requireAlias(trx, worker, name)
        await refuseBusy(trx, worker, name)
        await trx
          .deleteFrom('worker_aliases')
          .where('account_id', '=', accountId)
          .where('id', '=', alias.id)
          .execute()
        return { detail: name, answer: undefined }
      }),
  }
}

/** The account and the task type of an alias's queue. */
interface OfQueue {
  accountId: string
  type: string
}

async function refuseBusy(trx: Trx, { accountId, type }: ActiveWorker, alias: string): Promise<void> {
  const waiting = await trx
    .selectFrom('tasks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('alias', '=', alias)
    // By the index of the backlog: engine processes hold no tasks of workers.
    .where(sql<boolean>`resting in ('queued', 'started', 'retry')`)
    .limit(1)
    .executeTakeFirst()
  if (waiting) throw new AppError('CONFLICT', `Tasks wait for the alias ${alias} or run on it`)
}

/** `default` first, then in order of creation. */
const rowsOf = (db: Kysely<Database>, accountId: string, workerIds: readonly string[]): Promise<AliasRow[]> =>
  db
    .selectFrom('worker_aliases')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`worker_id = any(${workerIds})`)
    .orderBy(sql`name <> ${DEFAULT_ALIAS}`)
    .orderBy('created')
    .orderBy('id')
    .execute()

const wireListed = wireForm<ListedAlias>()((row: AliasRow) => ({
  _id: row.id,
  name: row.name,
  lastPoll: row.last_poll?.toISOString() ?? null,
}))
