import type pg from 'pg'

/**
 * Tokens of workers that were used. Its commit does not wait for the disk: a use forgotten by a crash leaves a token
 * that is good for one more call within its five minutes, for the same lease.
 */
export function createTokenUses(pool: pg.Pool) {
  return {
    /** Notes a use; false when there was one before. */
    async first(aliasId: string, jti: string, expires: Date): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: 'token-use',
        text: `with unhurried as (select set_config('synchronous_commit', 'off', true))
          insert into worker_token_uses (alias_id, jti, expires) select $1, $2, $3 from unhurried
          on conflict do nothing`,
        values: [aliasId, jti, expires],
      })
      return rowCount === 1
    },
    /** Removes those that have expired: their tokens are refused for that. */
    async purge(now: number): Promise<void> {
      await pool.query('delete from worker_token_uses where expires <= $1', [new Date(now)])
    },
  }
}
