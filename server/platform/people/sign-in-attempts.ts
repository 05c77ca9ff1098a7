import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'

const WINDOW_MS = 60_000
/**
 * Six times what one gateway lets through. Gateways know the browsers of a user and let those in while others guess, so
 * this limit must not be reached by what the gateways let through. It is for callers of the platform's own port.
 */
export const SIGN_INS_PER_USER = 60

/** Attempts to sign in as one user, or to change or reset the password, over all platform processes. */
export interface SignInAttempts {
  /**
   * Counts an attempt before it is made. Throws TOO_MANY_REQUESTS above the limit. The returned function takes it back:
   * call it when the password was right.
   */
  begin(email: string): Promise<() => Promise<void>>
}

export function createSignInAttempts(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  max = SIGN_INS_PER_USER,
): SignInAttempts {
  return {
    async begin(email) {
      const key = createHash('sha256').update(email).digest()
      const now = clock.now()
      const [begun, window] = [new Date(now), new Date(now + WINDOW_MS)]
      const { count, ends } = await db
        .insertInto('sign_in_attempts')
        .values({ user_key: key, count: 1, ends: window })
        .onConflict((conflict) =>
          conflict.column('user_key').doUpdateSet({
            count: sql`case when sign_in_attempts.ends <= ${begun} then 1 else sign_in_attempts.count + 1 end`,
            ends: sql`case when sign_in_attempts.ends <= ${begun} then excluded.ends else sign_in_attempts.ends end`,
          }),
        )
        .returning(['count', 'ends'])
        .executeTakeFirstOrThrow()
      if (count > max) {
        const retryAfter = Math.max(1, Math.ceil((ends.getTime() - now) / 1000))
        const text = `Too many attempts for this user, try again in ${retryAfter} s`
        throw new AppError('TOO_MANY_REQUESTS', text, { retryAfter })
      }
      return async () => {
        await db
          .updateTable('sign_in_attempts')
          .set({ count: sql`count - 1` })
          .where('user_key', '=', key)
          .where('ends', '=', ends)
          .execute()
      }
    },
  }
}

/** Deletes the windows that have ended by `now` (ms since 1970). */
export async function purgeSignInAttempts(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('ends', '<=', new Date(now)).execute()
}
