import type { Kysely } from 'kysely'
import { appSettingsMessages } from '#shared/domains/apps/access-messages.ts'
import { AppError } from '#server/lib/errors.ts'
import type { AccountCaller } from './caller.ts'
import type { Database } from '../db/database.ts'
import { requireOwn } from '../db/ownership.ts'

/**
 * Whether a user may see and change the access tokens and the variables of an app: owners of the account may, and the
 * collaborators of the app. It is read for every call, so that the right ends with the removal of a collaborator.
 */
export async function maySeeSecrets(
  db: Kysely<Database>,
  { accountId, role, user }: AccountCaller,
  appId: string,
): Promise<boolean> {
  if (role === 'owner') return true
  if (role === 'viewer') return false
  const listed = await db
    .selectFrom('collaborators')
    .select('id')
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .where('user_id', '=', user._id)
    .executeTakeFirst()
  return listed !== undefined
}

/** Throws NOT_FOUND for an app that the account does not have, NOT_ALLOWED for a user without that right. */
export async function requireSecretAccess(
  db: Kysely<Database>,
  caller: AccountCaller,
  appId: string,
): Promise<void> {
  await requireOwn(db, caller.accountId, 'apps', appId)
  if (!(await maySeeSecrets(db, caller, appId)))
    throw new AppError('NOT_ALLOWED', appSettingsMessages.secretsHidden)
}
