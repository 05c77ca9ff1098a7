import { sql, type RawBuilder } from 'kysely'
import type { KeyKind } from '#shared/domains/keys/kinds.ts'

/**
 * The credentials of an account by their kinds, as selects of the same columns: `_id`, kind, name, app, worker, alias, created
 * and by whom, end, last use and by whom, the one that was made in its place, plan, and until when the secret before it is
 * valid. `collaborator`: only tokens of the apps that this user works on; null: all.
 */
export const keyLists = (
  accountId: string,
  collaborator: string | null,
): Record<KeyKind, RawBuilder<unknown>> => ({
  token: tokensOf(accountId, collaborator),
  privateKey: privateKeysOf(accountId),
  accessKey: accessKeysOf(accountId),
  hookSecret: hookSecretsOf(accountId),
})

/** Of what is no start address. */
const noHook = sql`null::json, null::timestamptz`

const tokensOf = (accountId: string, collaborator: string | null) => sql`
  select t.id, 'token', t.key, json_build_object('_id', app.id, 'name', app.name), null::json, null::text,
    t.created, t.created_by, t.expires, t.last_used, t.last_used_by,
    (select json_build_object('_id', n.id, 'name', n.key, 'at', n.created) from app_tokens n
      where n.app_id = t.app_id and n.replaces = t.id order by n.created desc limit 1),
    ${noHook}
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
      where n.alias_id = k.alias_id and n.replaces = k.id order by n.created desc limit 1),
    ${noHook}
  from alias_keys k join worker_aliases a on a.id = k.alias_id ${aliasesOf}
  where k.account_id = ${accountId}`

/** The one of each alias, and those that it had before. */
const accessKeysOf = (accountId: string) => sql`
  select a.id, 'accessKey', a.access_key_id, null::json, ${aliasColumns}, coalesce(a.key_made, a.created),
    case when a.key_made is null then a.created_by else a.key_made_by end, null::timestamptz,
    a.last_used, a.last_used_by, null::json, ${noHook}
  from worker_aliases a ${aliasesOf}
  where a.account_id = ${accountId}
  union all
  select r.id, 'accessKey', r.access_key_id, null::json, ${aliasColumns}, r.created, r.created_by, r.expires,
    r.last_used, r.last_used_by, json_build_object('_id', a.id, 'name', a.access_key_id, 'at', a.key_made),
    ${noHook}
  from replaced_access_keys r join worker_aliases a on a.id = r.alias_id ${aliasesOf}
  where r.account_id = ${accountId}`

/**
 * The present one of each start address; the one before it is no row of its own, as it ends by itself. Who made the present
 * one is known of the first only. A call that has shown it is a use, also where the call was refused for another reason.
 */
const hookSecretsOf = (accountId: string) => sql`
  select h.id, 'hookSecret', h.name, json_build_object('_id', app.id, 'name', app.name), null::json, null::text,
    h.secret_created, case when h.secret_created = h.created then h.created_by end, null::timestamptz,
    c.at, c.source, null::json, json_build_object('_id', p.id, 'name', p.name), h.old_until
  from hooks h join apps app on app.id = h.app_id join plans p on p.id = h.plan_id
    left join lateral (select c.at, c.source from hook_calls c where c.hook_id = h.id and c.had_secret
      order by c.id desc limit 1) c on true
  where h.account_id = ${accountId}`
