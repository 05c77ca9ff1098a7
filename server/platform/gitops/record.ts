import type { Kysely, Transaction } from 'kysely'
import { changeText } from '#shared/domains/clusters/change-words.ts'
import type { DeploymentChange } from '#shared/domains/clusters/changes.ts'
import { publishedManifest } from '#shared/domains/clusters/gitops-manifest.ts'
import { gitopsMessages as texts } from '#shared/domains/clusters/gitops-messages.ts'
import type { Seal } from '../auth/seal.ts'
import { configPlace } from '../auth/sealed-columns.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { plain } from './git.ts'
import { FOLDER } from './repository.ts'

type Trx = Transaction<Database>

/** A deployment as it is after a change. */
export interface PublishedRow {
  id: string
  account_id: string
  cluster_id: string
  alias: string
  version: number
  flux_config: Buffer
}

/** What a change did: `changes` of a save, by the names of the fields. */
export type PublishedDeed = 'created' | 'deleted' | 'present' | readonly DeploymentChange[]

export interface GitopsRecorder {
  /** Writes a change into the outbox, in its transaction. */
  record(
    trx: Trx,
    author: Pick<Author, 'at'> & { actor: string | null },
    row: PublishedRow,
    deed: PublishedDeed,
  ): Promise<void>
}

/** The file of a deployment: ids only, which never change and contain nothing but letters and digits. */
export const filePath = ({ cluster_id: cluster, id }: Pick<PublishedRow, 'cluster_id' | 'id'>) =>
  `${FOLDER}/${safe(cluster)}/${safe(id)}.yaml`

const safe = (id: string): string => {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return id
  throw new Error('The id of a deployment is no name of a file')
}

/** `onRecorded` is called with each change, before its commit. */
export function createGitopsRecorder({
  seal,
  repository,
  onRecorded,
}: {
  seal: Seal
  /** Identifies repository and branch. */
  repository: string
  onRecorded(): void
}): GitopsRecorder {
  return {
    async record(trx, { actor, at }, row, deed) {
      const path = filePath(row)
      const made = deed === 'deleted' ? { manifest: null } : manifestOf(seal, row)
      const base = { deployment_id: row.id, account_id: row.account_id, path }
      const state = {
        version: row.version,
        blocked: 'reason' in made ? made.reason : null,
        // The next change is tried at once: it may be what a refusal asks for.
        next_try: null,
        restores: 0,
        restored: null,
        ...('reason' in made ? {} : { manifest: made.manifest }),
      }
      await trx
        .insertInto('gitops_files')
        .values({ ...base, repository, manifest: null, ...state })
        .onConflict((on) => on.column('deployment_id').doUpdateSet({ ...state, path }))
        .execute()
      if ('reason' in made) return onRecorded()
      const { subject, body } = await messageOf(trx, row, deed)
      await trx
        .insertInto('gitops_changes')
        .values({ ...base, manifest: made.manifest, subject, body, actor, at })
        .execute()
      onRecorded()
    },
  }
}

function manifestOf(seal: Seal, row: PublishedRow): { manifest: string } | { reason: string } {
  const config = seal.tryOpen(row.flux_config, configPlace(row.id))
  return config === null ? { reason: texts.unreadable } : publishedManifest(config, row)
}

/** Longest subject and body; Activity has the rest. */
const [MAX_SUBJECT, MAX_BODY] = [100, 4000]

/** As Activity says it: values only of fields that are no secrets. */
async function messageOf(
  on: Kysely<Database>,
  { id, cluster_id: clusterId, alias, version }: PublishedRow,
  deed: PublishedDeed,
): Promise<{ subject: string; body: string }> {
  const cluster = await on
    .selectFrom('clusters')
    .select('name')
    .where('id', '=', clusterId)
    .executeTakeFirst()
  const lines = typeof deed === 'string' ? [] : deed.map(changeText)
  const [only, ...more] = lines
  const what =
    typeof deed === 'string'
      ? texts[deed]
      : more.length > 0
        ? texts.changed(lines.length)
        : (only ?? texts.textOnly)
  const subject = oneLine(`${cluster?.name ?? clusterId}/${alias}: ${what}`, MAX_SUBJECT)
  const listed =
    more.length > 0
      ? `${lines
          .map((line) => oneLine(line, 200))
          .join('\n')
          .slice(0, MAX_BODY)}\n\n`
      : ''
  return { subject, body: `${listed}Deployment: ${id}\nVersion: ${version}\n` }
}

function oneLine(text: string, most: number): string {
  const line = plain(text).replaceAll('\n', ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
