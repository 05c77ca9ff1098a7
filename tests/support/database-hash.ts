import type { ClientBase, Pool } from 'pg'

/** Row count and hash by table, independent of the order; two databases with the same rows have the same. */
export async function hashesOf(database: Pool | ClientBase): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await database.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as hash
       from (select md5(t::text) as row from ${name} t) as rows`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}
