import { sql, type Selectable } from 'kysely'
import type { Hook, HookCall } from '#shared/domains/hooks/contract.ts'
import { mask } from '#shared/lib/mask.ts'
import { hookSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { HookCallTable, HookTable } from '#server/platform/db/tables/hooks.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

/** A start address with what lists show beside its columns. */
export interface HookRow extends Selectable<HookTable> {
  app_name: string
  plan_name: string
  calls: number
  /** As JSON has it. */
  last: { at: string; status: number; reason: string | null; workqueueId: string | null } | null
}

/** Calls of 24 hours, by whole hours. `now` in milliseconds. */
export const callsColumn = (now: number) => sql<number>`(
  select coalesce(sum(h.calls), 0)::int from hook_hours h
  where h.hook_id = hooks.id and h.hour > ${new Date(now)}::timestamptz - interval '24 hours')`

export const lastCallColumn = sql<HookRow['last']>`(
  select json_build_object('at', c.at, 'status', c.status, 'reason', c.reason, 'workqueueId', c.workqueue_id) from hook_calls c
  where c.hook_id = hooks.id order by c.at desc, c.id desc limit 1)`

/** The wire form of a start address, its secret masked. */
export const wireHook = wireForm<Hook>()((row: HookRow, seal: Seal, now: number) => ({
  _id: row.id,
  appId: row.app_id,
  planId: row.plan_id,
  name: row.name,
  app: { _id: row.app_id, name: row.app_name },
  plan: { _id: row.plan_id, name: row.plan_name },
  enabled: row.enabled,
  mapping: row.mapping,
  limit: row.call_limit,
  secret: mask(seal.tryOpen(row.secret, hookSecretPlace(row.id)) ?? ''),
  secretCreated: row.secret_created.toISOString(),
  oldSecretUntil: row.old_until && row.old_until.getTime() > now ? row.old_until.toISOString() : null,
  calls: row.calls,
  last: row.last && { ...row.last, at: new Date(row.last.at).toISOString() },
  version: row.version,
  ...wireAuthored(row),
}))

export const wireCall = wireForm<HookCall>()((row: Selectable<HookCallTable>) => ({
  _id: String(row.id),
  at: row.at.toISOString(),
  status: row.status,
  reason: row.reason,
  key: row.key,
  workqueueId: row.workqueue_id,
  repeated: row.repeated,
  count: row.count,
  ms: row.ms,
  source: row.source,
}))
