import type { Kysely } from 'kysely'
import type { AccountRole } from '#shared/domains/account/contract.ts'
import type { PayloadView, ViewerScope } from '#shared/lib/viewers.ts'
import { faultOf } from '#server/lib/faults.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../db/ownership.ts'

/** The columns of a membership or an invitation that say what a viewer sees. */
export interface ViewerColumns {
  role: AccountRole | null
  apps: string[]
  payloads_hidden: boolean
}

/** A role as a body gives it. */
export interface GivenRole {
  role: AccountRole
  apps?: string[] | undefined
  payloads?: PayloadView | undefined
}

/** What a role sees; null for a role that sees everything. */
export const scopeOf = ({ role, apps, payloads_hidden: hidden }: ViewerColumns): ViewerScope | null =>
  role === 'viewer' ? { apps, payloads: hidden ? 'hidden' : 'shown' } : null

/** The fields of an answer about a role. */
export const wireScope = (columns: ViewerColumns): { apps?: string[]; payloads?: PayloadView } => {
  const scope = scopeOf(columns)
  return scope ? { apps: [...scope.apps], payloads: scope.payloads } : {}
}

/**
 * The columns of a role. A field that is absent keeps what `before` has: all apps and shown payloads, unless that is a
 * viewer too. Throws BAD_REQUEST for another role with fields of viewers, NOT_FOUND for an app that the account does not
 * have; one that is gone since may stay in the list.
 */
export async function viewerColumns<Role extends AccountRole>(
  db: Kysely<Database>,
  accountId: string,
  { role, apps, payloads }: GivenRole & { role: Role },
  before?: ViewerColumns,
): Promise<ViewerColumns & { role: Role }> {
  const given = Object.entries({ apps, payloads }).find(([, value]) => value !== undefined)
  if (role !== 'viewer' && given) throw faultOf(given[0], 'is only for viewers')
  if (role !== 'viewer') return { role, apps: [], payloads_hidden: false }
  const known: Pick<ViewerColumns, 'apps' | 'payloads_hidden'> =
    before?.role === 'viewer' ? before : { apps: [], payloads_hidden: false }
  const named = [...new Set(apps ?? known.apps)]
  await requireApps(
    db,
    accountId,
    named.filter((id) => !known.apps.includes(id)),
  )
  return { role, apps: named, payloads_hidden: payloads ? payloads === 'hidden' : known.payloads_hidden }
}

async function requireApps(db: Kysely<Database>, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .selectFrom('apps')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length) throw notFound('apps')
}
