import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { purgeExpiredLinks } from './mail-links.ts'
import { purgeExpiredTokens } from './tokens.ts'

const PURGE_EVERY_MS = 10 * 60_000

/**
 * Removes expired tokens and mailed links now and then; they are refused long before, this only keeps their tables
 * small.
 */
export const tokenPurge = fp<{ db: Kysely<Database>; clock: Clock }>(
  async (app, { db, clock }) => {
    const purge = async () => {
      await purgeExpiredTokens(db, clock.now())
      await purgeExpiredLinks(db, clock.now())
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
