import { sql, type Kysely } from 'kysely'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Database } from '../db/database.ts'

/** The tables of credentials; their rows have `last_used` and `last_used_by`. */
const tables = ['app_tokens', 'alias_keys', 'worker_aliases', 'replaced_access_keys'] as const
export type KeyTable = (typeof tables)[number]

export interface KeyUse {
  table: KeyTable
  id: string
  /** The host or the address that it was used from. */
  by: string
  /** Milliseconds since 1970. */
  at: number
}

/** How long a stored use stands for all that follow: a program may sign in many times a second. */
export const NOTED_MS = 60_000
/** Credentials that are remembered, so that their next use needs no statement. */
const REMEMBERED = 10_000
/** An address can have this many characters, a host can be named longer. */
const MAX_BY = 200

export type KeyUses = ReturnType<typeof createKeyUses>

/**
 * Notes when credentials are used, each at most once a minute over all processes. No call waits for it, and one that
 * fails only leaves an older moment.
 */
export function createKeyUses(db: Kysely<Database>, log: Logger) {
  const noted = new BoundedMap<string, number>(REMEMBERED)
  const pending = new Set<Promise<void>>()

  async function write({ table, id, by, at }: KeyUse): Promise<void> {
    try {
      await sql`
        update ${sql.table(table)} set last_used = ${new Date(at)}, last_used_by = ${by.slice(0, MAX_BY)}
        where id = ${id} and (last_used is null or last_used <= ${new Date(at - NOTED_MS)})`.execute(db)
    } catch (error) {
      log.warn({ err: error }, 'the use of a key could not be noted')
    }
  }

  return {
    note(use: KeyUse): void {
      const key = `${use.table} ${use.id}`
      if (Math.abs(use.at - (noted.get(key) ?? -Infinity)) < NOTED_MS) return
      noted.set(key, use.at)
      const written = write(use).finally(() => pending.delete(written))
      pending.add(written)
    },

    /** Resolves when everything that was noted is written. */
    async settled(): Promise<void> {
      await Promise.all(pending)
    },
  }
}
