import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'

export type Trx = Transaction<Database>

/** A worker that is not deleted, locked by the transaction. */
export interface ActiveWorker {
  id: string
  accountId: string
  type: string
}

export interface WorkerChangeOptions {
  accountId: string
  author: Author
  workerId: string
  action:
    | 'delete'
    | 'add-alias'
    | 'remove-alias'
    | 'add-private-key'
    | 'remove-private-key'
    | 'add-access-key'
    | 'remove-access-key'
}

/** Throws CONFLICT for a deleted worker, which is read-only. */
export function refuseDeleted({ status }: { status: string }): void {
  if (status === 'deleted') throw new AppError('CONFLICT', 'The worker is deleted and can only be read')
}

/**
 * Runs one change of a worker beside its own fields, and records it; `detail` names the changed part. Changes
 * of one worker run one after the other. Throws NOT_FOUND without the worker, CONFLICT when it is deleted.
 */
export function changeWorker<Answer>(
  db: Kysely<Database>,
  { accountId, author, workerId, action }: WorkerChangeOptions,
  make: (trx: Trx, worker: ActiveWorker) => Promise<{ detail?: string; answer: Answer }>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('workers')
      .select(['type', 'status'])
      .where('account_id', '=', accountId)
      .where('id', '=', workerId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('workers')
    refuseDeleted(row)
    const { detail, answer } = await make(trx, { id: workerId, accountId, type: row.type })
    await recordAudit(trx, accountId, author, { action, entity: 'worker', entityId: workerId, detail })
    return answer
  })
}

/** Returns an alias of a locked worker; NOT_FOUND without it. */
export async function requireAlias(
  trx: Trx,
  worker: Pick<ActiveWorker, 'id' | 'accountId'>,
  name: string,
): Promise<{ id: string }> {
  const alias = await trx
    .selectFrom('worker_aliases')
    .select('id')
    .where('account_id', '=', worker.accountId)
    .where('worker_id', '=', worker.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!alias) throw new AppError('NOT_FOUND', 'Alias not found')
  return alias
}
