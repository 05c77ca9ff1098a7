import { sql, type Kysely } from 'kysely'
import type { FoundElsewhere } from '#shared/domains/clusters/gitops-contract.ts'
import type { Database } from '../db/database.ts'

/** Changes of one push. */
const MOST_CHANGES = 50

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
/** Waits after failures: of the whole repository, and of a deployment that it refuses. */
const outageWait = (tries: number) => Math.min(5 * SECOND * 2 ** tries, 5 * MINUTE)
const refusalWait = (tries: number) => Math.min(MINUTE * 2 ** tries, HOUR)
/** Waits between writes of a file that others change again and again. */
const restoreWait = (restores: number) => Math.min(MINUTE * 2 ** restores, 6 * HOUR)

export interface PendingChange {
  id: string
  deploymentId: string
  path: string
  manifest: string | null
  subject: string
  body: string
  actor: string | null
  at: Date
}

/** A file whose content in the repository is not what was published last. */
export interface MovedFile {
  deploymentId: string
  path: string
  manifest: string | null
  isPending: boolean
  /** It is written again at once; else later, because it was so too often. */
  isDue: boolean
}

/** What a push has published of a deployment. */
export interface Publication {
  deploymentId: string
  /** Ids of changes that need no further publication. */
  changes: string[]
  blob: string | null
  commit: string | null
  found: FoundElsewhere | null
  /** It was written again, without a change. */
  isRestore: boolean
}

/** No process publishes any more: what has failed needs no attention. What waits is kept for the next repository. */
export async function leaveRepository(db: Kysely<Database>): Promise<void> {
  await sql`
    update gitops_files set refused = null, refused_since = null, tries = 0, next_try = null
    where refused is not null`.execute(db)
  await sql`
    update gitops_remote set fault = null, failing_since = null, tries = 0, next_try = null
    where fault is not null`.execute(db)
}

export type GitopsOutbox = ReturnType<typeof createGitopsOutbox>

/** What waits for the repository and what it has, of one repository and branch. */
export function createGitopsOutbox(db: Kysely<Database>, repository: string) {
  const reset = { fault: null, failing_since: null, tries: 0, next_try: null }

  return {
    /** The repository as it was seen last; a row of another one counts as none. */
    async remote() {
      const row = await db.selectFrom('gitops_remote').selectAll().where('id', '=', 1).executeTakeFirst()
      if (row?.repository === repository) return row
      const none = { head: null, looked: null, ...reset }
      await db
        .insertInto('gitops_remote')
        .values({ id: 1, repository, ...none })
        .onConflict((on) => on.column('id').doUpdateSet({ repository, ...none }))
        .execute()
      return { id: 1, repository, ...none }
    },

    /** The oldest changes that may be published now, without those of deployments that were refused lately. */
    async due(now: number): Promise<{ changes: PendingChange[]; more: boolean }> {
      const { rows } = await sql<PendingChange>`
        select c.id, c.deployment_id as "deploymentId", c.path, c.manifest, c.subject, c.body, c.actor, c.at
        from gitops_changes c join gitops_files f on f.deployment_id = c.deployment_id
        where f.next_try is null or f.next_try <= ${new Date(now)}
        order by c.id limit ${MOST_CHANGES + 1}`.execute(db)
      return { changes: rows.slice(0, MOST_CHANGES), more: rows.length > MOST_CHANGES }
    },

    /** The published files of which the repository now has something else, by the objects of its paths. */
    async moved(files: ReadonlyMap<string, string>, now: number): Promise<MovedFile[]> {
      const { rows } = await sql<{ deploymentId: string; path: string; blob: string | null }>`
        select deployment_id as "deploymentId", path, blob from gitops_files
        where repository = ${repository} and commit is not null`.execute(db)
      const ids = rows
        .filter(({ path, blob }) => (files.get(path) ?? null) !== blob)
        .map(({ deploymentId }) => deploymentId)
      if (ids.length === 0) return []
      const found = await sql<
        Omit<MovedFile, 'isDue'> & { restores: number; restored: Date | null; nextTry: Date | null }
      >`
        select f.deployment_id as "deploymentId", f.path, f.manifest, f.restores, f.restored, f.next_try as "nextTry",
          exists (select from gitops_changes c where c.deployment_id = f.deployment_id) as "isPending"
        from gitops_files f where f.deployment_id = any(${ids}::text[]) order by f.deployment_id`.execute(db)
      return found.rows.map(({ restores, restored, nextTry, ...file }) => {
        const at = Math.max(
          restored === null || restores === 0 ? 0 : restored.getTime() + restoreWait(restores),
          nextTry?.getTime() ?? 0,
        )
        return { ...file, isDue: at <= now }
      })
    },

    /** Marks what a push has brought to the repository, whose head is now this commit. */
    async published(publications: readonly Publication[], head: string | null, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const { deploymentId, changes, blob, commit, found, isRestore } of publications) {
          await sql`delete from gitops_changes where id = any(${changes}::bigint[])`.execute(trx)
          await trx
            .updateTable('gitops_files')
            .set({
              blob,
              commit,
              published: new Date(now),
              refused: null,
              refused_since: null,
              tries: 0,
              next_try: null,
              found: found && JSON.stringify(found),
              ...(isRestore ? { restores: sql`restores + 1`, restored: new Date(now) } : {}),
            })
            .where('deployment_id', '=', deploymentId)
            .execute()
        }
        await trx.updateTable('gitops_remote').set({ head }).where('id', '=', 1).execute()
      })
    },

    /**
     * The repository refuses these changes of a deployment, for this reason. They wait, unless another one was recorded
     * meanwhile, which may be what the refusal asks for.
     */
    async refused(
      { deploymentId, changes }: Pick<Publication, 'deploymentId' | 'changes'>,
      reason: string,
      now: number,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // Locked, so that a change that is being recorded is seen below.
        const file = await trx
          .selectFrom('gitops_files')
          .select('tries')
          .where('deployment_id', '=', deploymentId)
          .forUpdate()
          .executeTakeFirst()
        if (!file) return
        const isNewer = sql`exists (
          select from gitops_changes where deployment_id = ${deploymentId} and id <> all(${changes}::bigint[]))`
        await trx
          .updateTable('gitops_files')
          .set({
            refused: reason,
            refused_since: sql`coalesce(refused_since, ${new Date(now)})`,
            tries: file.tries + 1,
            next_try: sql`case when not ${isNewer} then ${new Date(now + refusalWait(file.tries))}::timestamptz end`,
          })
          .where('deployment_id', '=', deploymentId)
          .execute()
      })
    },

    /** The repository could not be reached, for this reason. */
    async failed(reason: string, tries: number, now: number): Promise<void> {
      await db
        .updateTable('gitops_remote')
        .set({
          fault: reason,
          failing_since: sql`coalesce(failing_since, ${new Date(now)})`,
          tries: tries + 1,
          next_try: new Date(now + outageWait(tries)),
        })
        .where('id', '=', 1)
        .execute()
    },

    /** The repository was reached and has this head. */
    async reached(head: string | null, now: number): Promise<void> {
      await db
        .updateTable('gitops_remote')
        .set({ head, looked: new Date(now), ...reset })
        .where('id', '=', 1)
        .execute()
    },

    /** The next round tries it again, whatever has failed before. */
    async again(deploymentId: string): Promise<void> {
      await db
        .updateTable('gitops_files')
        .set({ next_try: null, restores: 0 })
        .where('deployment_id', '=', deploymentId)
        .execute()
      await db.updateTable('gitops_remote').set({ next_try: null }).where('id', '=', 1).execute()
    },
  }
}
