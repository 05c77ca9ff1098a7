import { sql } from 'kysely'
import type { AttentionTrx } from './items.ts'

/** What is looked at regularly, by one process of the platform at a time, and how often. */
const everyMs = {
  mutes: 5_000,
  failures: 10_000,
  restarts: 2_000,
  queues: 5_000,
  services: 5_000,
  git: 15_000,
  runs: 15_000,
  deployments: 15_000,
  schedules: 5_000,
  keys: 60_000,
  deliveries: 15_000,
  hours: 60_000,
  purge: 600_000,
} as const
export type Look = keyof typeof everyMs

/**
 * Those that are due are noted as done, in the transaction that does them and has the lock. After the clock was set back
 * all are due.
 */
export async function dueLooks(trx: AttentionTrx, now: number): Promise<ReadonlySet<Look>> {
  const { rows } = await sql<{ name: string; at: Date }>`select name, at from attention_looks`.execute(trx)
  const last = new Map(rows.map(({ name, at }) => [name, at.getTime()]))
  const due = (Object.keys(everyMs) as Look[]).filter((name) => {
    const at = last.get(name)
    return at === undefined || at > now || now - at >= everyMs[name]
  })
  if (due.length > 0)
    await sql`
      insert into attention_looks (name, at) select name, ${new Date(now)} from unnest(${due}::text[]) as name
      on conflict (name) do update set at = excluded.at`.execute(trx)
  return new Set(due)
}
