import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { lockAccount } from './joining.ts'

/** Mails with invitations in any hour, first ones and repeated ones. */
export interface InvitationLimits {
  perInviter: number
  perAccount: number
}

const HOUR_MS = 3_600_000

/**
 * Counts one mail before it is sent. Throws TOO_MANY_REQUESTS, with the seconds until the next one is possible. The
 * count is in the database, so it holds for all platforms on it and through restarts; the account and the inviter
 * are locked, so that concurrent calls are counted one after the other. A mail that could not be sent stays counted,
 * because a slow mail server may still deliver it.
 */
export async function countInvitation(
  trx: Transaction<Database>,
  limits: InvitationLimits,
  accountId: string,
  { actor, at }: Author,
): Promise<void> {
  await lockAccount(trx, accountId)
  await trx.selectFrom('users').select('id').where('email', '=', actor).forNoKeyUpdate().execute()
  const byInviter = await freeAt(trx, 'inviter', actor, limits.perInviter, at)
  if (byInviter) throw tooMany(`You have sent ${mails(limits.perInviter)} within an hour`, byInviter, at)
  const byAccount = await freeAt(trx, 'account_id', accountId, limits.perAccount, at)
  if (byAccount)
    throw tooMany(`The account has sent ${mails(limits.perAccount)} within an hour`, byAccount, at)
  await trx
    .insertInto('invitation_mails')
    .values({ account_id: accountId, inviter: actor, sent: at })
    .execute()
}

/** Deletes what no limit counts any more by `now` (ms since 1970). */
export async function purgeInvitationMails(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('invitation_mails')
    .where('sent', '<=', new Date(now - HOUR_MS))
    .execute()
}

/** When fewer than `limit` mails are in the last hour again; null when they are already. */
async function freeAt(
  trx: Transaction<Database>,
  column: 'inviter' | 'account_id',
  value: string,
  limit: number,
  at: Date,
): Promise<Date | null> {
  const row = await trx
    .selectFrom('invitation_mails')
    .select('sent')
    .where(column, '=', value)
    .where('sent', '>', new Date(at.getTime() - HOUR_MS))
    .orderBy('sent', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return row ? new Date(row.sent.getTime() + HOUR_MS) : null
}

const mails = (count: number) => (count === 1 ? '1 invitation' : `${count} invitations`)

function tooMany(reason: string, free: Date, at: Date): AppError {
  const seconds = Math.max(1, Math.ceil((free.getTime() - at.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new AppError('TOO_MANY_REQUESTS', `${reason}: the next one is possible in ${wait}`, {
    retryAfter: seconds,
  })
}
