import type { AuditEntry } from '#shared/domains/account/contract.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { pageOf } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'

export interface AuditQuery extends PageArgs {
  actor?: string | null | undefined
  action?: readonly string[] | null | undefined
  entity?: readonly string[] | null | undefined
  within?: string | null | undefined
  part?: string | null | undefined
  refused?: boolean | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
  fold?: boolean | null | undefined
}

/** A page of the audit records of the account. */
export async function listAudit(call: Call, query: AuditQuery) {
  const { actor, action, entity, within, part, refused, from, to, fold } = query
  const result = refused ? 'refused' : undefined
  const filters = {
    actor: actor || undefined,
    action,
    entity,
    within,
    part,
    result,
    from,
    to,
    fold: fold || undefined,
  }
  return pageOf<AuditEntry>(
    await call({ method: 'GET', path: 'audit', query: { ...pageQuery(query), ...filters } }),
  )
}
