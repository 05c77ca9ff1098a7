import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'

const answer = { body: z.object({ status: z.literal('ok') }) }

/**
 * `GET /healthz`: 200 while this process serves, whatever its database does. For the liveness of a pod: a process that hangs
 * accepts connections and answers none.
 */
export async function liveness(app: FastifyInstance): Promise<void> {
  const schema = { summary: 'Whether this process serves', answer }
  app.get('/healthz', { config: { platformAccess: 'public' }, schema }, () => ({ status: 'ok' }))
}

/**
 * `GET /api/health`: 200 while the database answers and has disk space, else 503. Concurrent calls share one
 * check. The gateway's `/readyz` calls it; a platform without this route answers 404, which counts as up.
 */
export async function health(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  let looking: Promise<void> | null = null

  app.get(
    '/health',
    { config: { platformAccess: 'public' }, schema: { summary: 'Whether calls can be served now', answer } },
    async () => {
      await (looking ??= look(db).finally(() => (looking = null)))
      return { status: 'ok' }
    },
  )
}

/**
 * Throws when a write would fail because the disk is full, or almost full (`monitorSpace`). A sort of 300 kB with 64 kB of memory uses
 * temporary files and, unlike a write, leaves no row and no WAL.
 */
const look = (db: Kysely<Database>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      on: boolean
    }>`select current_setting('transaction_read_only')::boolean as on`.execute(trx)
    if (rows[0]?.on) throw new AppError('NO_SPACE')
    await sql`set local work_mem = '64kB'`.execute(trx)
    await sql`select count(distinct repeat(n::text, 200)) from generate_series(1, 500) n`.execute(trx)
  })
