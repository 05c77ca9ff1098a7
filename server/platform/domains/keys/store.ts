import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { KeyRow, keyFilters, keySortKeys } from '#shared/domains/keys/contract.ts'
import { keyKinds, type KeyKind } from '#shared/domains/keys/kinds.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import type { AccountCaller } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PageRequest } from '#server/platform/db/listing.ts'

export type KeyFilters = z.output<typeof keyFilters>
export type KeySort = (typeof keySortKeys)[number]

export type KeyListStore = ReturnType<typeof createKeyListStore>

type Row = Omit<KeyRow, 'created' | 'expires' | 'lastUsed'> & {
  created: Date
  expires: Date | null
  usedAt: Date | null
  usedBy: string | null
  total: number
}

const sortColumns: Record<KeySort, RawBuilder<unknown>> = {
  expires: sql`expires`,
  created: sql`created`,
  lastUsed: sql`"usedAt"`,
}

/** Every credential of an account: tokens of apps, and the keys of aliases. */
export function createKeyListStore(db: Kysely<Database>) {
  return {
    /**
     * A page of them, those first that end first. Tokens are those of the apps whose secrets the caller may see: all for an
     * owner, else those of which it is a collaborator.
     */
    async list(
      { accountId, role, user }: Pick<AccountCaller, 'accountId' | 'role' | 'user'>,
      { kind = [], appId, workerId, alias }: KeyFilters,
      page: PageRequest<KeySort>,
    ): Promise<Page<KeyRow>> {
      const wanted = kind.length > 0 ? kind : keyKinds
      const mayAll = role === 'owner'
      const lists: Record<KeyKind, RawBuilder<unknown>> = {
        token: tokensOf(accountId, mayAll ? null : user._id),
        privateKey: privateKeysOf(accountId),
        accessKey: accessKeysOf(accountId),
      }
      const order = [...(page.sort ?? []).map(orderBy), sql`expires nulls last`, sql`created`, sql`_id`]
      const { rows } = await sql<Row>`
        select *, count(*) over ()::int as total
        from (${sql.join(
          [...new Set(wanted)].map((each) => lists[each]),
          sql` union all `,
        )})
          as key (_id, kind, name, app, worker, alias, created, "createdBy", expires, "usedAt", "usedBy", "replacedBy")
        where true
          ${appId === undefined ? sql`` : sql`and app ->> '_id' = ${appId}`}
          ${workerId === undefined ? sql`` : sql`and worker ->> '_id' = ${workerId}`}
          ${alias === undefined ? sql`` : sql`and alias = ${alias}`}
        order by ${sql.join(order)}
        limit ${page.pagesize} offset ${offsetOf(page)}`.execute(db)
      return { data: rows.map(wireKey), total: rows[0]?.total ?? 0 }
    },
  }
}

const orderBy = ({ key, descending }: { key: KeySort; descending: boolean }) =>
  descending ? sql`${sortColumns[key]} desc nulls last` : sql`${sortColumns[key]} nulls last`

/** The columns of each are those of `key` above. */
const tokensOf = (accountId: string, collaborator: string | null) => sql`
  select t.id, 'token', t.key, json_build_object('_id', app.id, 'name', app.name), null::json, null::text,
    t.created, t.created_by, t.expires, t.last_used, t.last_used_by,
    (select json_build_object('_id', n.id, 'name', n.key, 'at', n.created) from app_tokens n
      where n.app_id = t.app_id and n.replaces = t.id order by n.created desc limit 1)
  from app_tokens t join apps app on app.id = t.app_id
  where t.account_id = ${accountId} ${
    collaborator === null
      ? sql``
      : sql`and exists (select from collaborators c where c.app_id = t.app_id and c.user_id = ${collaborator})`
  }`

const aliasColumns = sql`json_build_object('_id', w.id, 'name', w.name), a.name`
const aliasesOf = sql`join workers w on w.id = a.worker_id and w.status <> 'deleted'`

const privateKeysOf = (accountId: string) => sql`
  select k.id, 'privateKey', k.name, null::json, ${aliasColumns}, k.created, k.created_by, k.expires,
    k.last_used, k.last_used_by,
    (select json_build_object('_id', n.id, 'name', n.name, 'at', n.created) from alias_keys n
      where n.alias_id = k.alias_id and n.replaces = k.id order by n.created desc limit 1)
  from alias_keys k join worker_aliases a on a.id = k.alias_id ${aliasesOf}
  where k.account_id = ${accountId}`

/** The one of each alias, and those that it had before. */
const accessKeysOf = (accountId: string) => sql`
  select a.id, 'accessKey', a.access_key_id, null::json, ${aliasColumns}, coalesce(a.key_made, a.created),
    case when a.key_made is null then a.created_by else a.key_made_by end, null::timestamptz,
    a.last_used, a.last_used_by, null::json
  from worker_aliases a ${aliasesOf}
  where a.account_id = ${accountId}
  union all
  select r.id, 'accessKey', r.access_key_id, null::json, ${aliasColumns}, r.created, r.created_by, r.expires,
    r.last_used, r.last_used_by, json_build_object('_id', a.id, 'name', a.access_key_id, 'at', a.key_made)
  from replaced_access_keys r join worker_aliases a on a.id = r.alias_id ${aliasesOf}
  where r.account_id = ${accountId}`

function wireKey({ total: _total, usedAt, usedBy, created, expires, replacedBy, ...row }: Row): KeyRow {
  return {
    ...row,
    created: created.toISOString(),
    expires: expires?.toISOString() ?? null,
    replacedBy: replacedBy && { ...replacedBy, at: new Date(replacedBy.at).toISOString() },
    lastUsed: usedAt && { at: usedAt.toISOString(), by: usedBy ?? '' },
  }
}
