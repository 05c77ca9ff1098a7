import type pg from 'pg'

/** Forgets the uses of tokens of workers that have expired: these are refused for that. */
export async function purgeTokenUses(pool: pg.Pool, now: number): Promise<void> {
  await pool.query('delete from worker_token_uses where expires <= $1', [new Date(now)])
}
