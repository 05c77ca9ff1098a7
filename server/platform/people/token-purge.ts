import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { purgeExpiredTokens } from '../auth/tokens.ts'
import type { Database } from '../db/database.ts'
import { purgeInvitationMails } from './invitation-limits.ts'
import { purgeExpiredLinks } from './mail-links.ts'
import { purgeSignInAttempts } from './sign-in-attempts.ts'

const PURGE_EVERY_MS = 10 * 60_000

/**
 * Deletes expired tokens, mailed links and counts of mails every ten minutes. They are refused, and no longer counted,
 * as soon as they expire; this only keeps their tables small.
 */
export const tokenPurge = fp<{ db: Kysely<Database>; clock: Clock }>(
  async (app, { db, clock }) => {
    const purge = async () => {
      await purgeExpiredTokens(db, clock.now())
      await purgeExpiredLinks(db, clock.now())
      await purgeInvitationMails(db, clock.now())
      await purgeSignInAttempts(db, clock.now())
    }
    const timer = setInterval(() => {
      purge().catch((error: unknown) => {
        app.log.warn({ err: error }, 'expired tokens could not be removed')
      })
    }, PURGE_EVERY_MS)
    timer.unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'token-purge', fastify: '5.x' },
)
