import type { WorkerBody } from '#shared/domains/workers/contract.ts'
import { reservedNamespaces, workerType } from '#shared/domains/workers/rules.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import type { Trx } from './change.ts'

/** Returns the type of a new worker. The lock on its team makes a concurrent creation of that type wait. */
export async function freeType(trx: Trx, accountId: string, { name, teamId }: WorkerBody): Promise<string> {
  const team = await trx
    .selectFrom('teams')
    .select('namespace')
    .where('account_id', '=', accountId)
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!team) throw notFound('teams')
  if (reservedNamespaces.includes(team.namespace))
    throw new AppError('CONFLICT', `The namespace ${team.namespace} is kept for built-in task types`)
  const type = workerType(team.namespace, name)
  if (type === null) throw faultOf('name', 'must have a letter or a digit')
  const taken = await trx
    .selectFrom('workers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (taken) throw faultOf('name', `is taken: a worker has the type ${type}`, 'CONFLICT')
  return type
}
