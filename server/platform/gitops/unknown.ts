import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { GitopsRecorder, PublishedRow } from './record.ts'

/** Deployments that one transaction records. */
const MOST_ROWS = 100

/**
 * Records deployments whose present state was never recorded: those of before the repository was set, changes that were
 * made without it, and deletions with their account.
 */
export async function recordUnknown(
  db: Kysely<Database>,
  recorder: GitopsRecorder,
  repository: string,
  now: number,
): Promise<void> {
  // Another repository, or another branch of it, has nothing yet.
  await sql`
    update gitops_files set repository = ${repository}, version = 0, blob = null, commit = null, published = null,
      refused = null, refused_since = null, tries = 0, next_try = null, found = null
    where repository <> ${repository}`.execute(db)
  await sql`
    delete from gitops_files f where manifest is null and commit is null and blocked is null
      and not exists (select from gitops_changes c where c.deployment_id = f.deployment_id)
      and not exists (select from deployments d where d.id = f.deployment_id)`.execute(db)
  const author = { actor: null, at: new Date(now) }
  let found = MOST_ROWS
  while (found === MOST_ROWS)
    found = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<PublishedRow>`
        select d.id, d.account_id, d.cluster_id, d.alias, d.version, d.flux_config
        from deployments d left join gitops_files f on f.deployment_id = d.id
        where f.version is distinct from d.version order by d.id limit ${MOST_ROWS} for update of d skip locked`.execute(
        trx,
      )
      for (const row of rows) await recorder.record(trx, author, row, 'present')
      return rows.length
    })
  await sql`
    with gone as (
      update gitops_files f set manifest = null, blocked = null, next_try = null
      where (manifest is not null or blocked is not null)
        and not exists (select from deployments d where d.id = f.deployment_id)
      returning f.deployment_id, f.account_id, f.path)
    insert into gitops_changes (deployment_id, account_id, path, manifest, subject, body, actor, at)
    select deployment_id, account_id, path, null, ${'Deleted'}, 'Deployment: ' || deployment_id || chr(10), null, ${author.at}
    from gone`.execute(db)
}
