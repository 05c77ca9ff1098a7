import { sql, type Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import type { Seal } from '../auth/seal.ts'
import { advisoryLocks, type Database } from '../db/database.ts'
import { inLongTurn } from '../db/turns.ts'
import { gitAddressOf, type GitSettings } from './address.ts'
import { GitError } from './git.ts'
import { createGitopsOutbox } from './outbox.ts'
import { createGitPublisher } from './publisher.ts'
import { createGitopsRecorder, type GitopsRecorder } from './record.ts'
import { createRepository } from './repository.ts'
import { recordUnknown } from './unknown.ts'

/** How long changes are collected, how often is looked for what is due, and how often for what others have pushed. */
const COLLECT_MS = 200
const TURN_MS = 1000
const LOOK_MS = 60_000

export interface GitopsOptions {
  db: Kysely<Database>
  seal: Seal
  settings: GitSettings
  /** A folder for the working copy, which nothing else uses. */
  folder: string
  /** `PATH` of the program git. */
  path: string | undefined
  /** The e-mail of the author of commits. */
  email: string
  clock: Clock
  log: Logger
  onTried?: ((result: 'published' | 'refused' | 'failed', count: number) => void) | undefined
}

export interface Gitops extends GitopsRecorder {
  /** Identifies repository and branch. */
  repository: string
  /** Tries a deployment again, whatever has failed before. */
  again(deploymentId: string): Promise<void>
  start(): void
  /** Publishes all that is due and looks for what others have pushed, unless another process does so. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Deployments in a Git repository: every change is written into an outbox, in its transaction, and one process at a time
 * publishes what waits, in order.
 */
export function createGitops(options: GitopsOptions): Gitops {
  const { db, seal, settings, clock, log, onTried } = options
  const address = gitAddressOf(settings)
  const { repository: id } = address
  const recorder = createGitopsRecorder({ seal, repository: id, onRecorded: () => loop.soon() })
  const repository = createRepository({ ...options, address })
  const outbox = createGitopsOutbox(db, id)
  const publisher = createGitPublisher({ outbox, repository, clock, onTried })

  /** Publishes what waits, and with `looks` compares the repository. */
  async function work(looks: boolean, isStopping: () => boolean): Promise<void> {
    for (;;) {
      const remote = await outbox.remote()
      const isLookDue = looks || remote.looked === null || clock.now() - remote.looked.getTime() >= LOOK_MS
      if (isLookDue) await recordUnknown(db, recorder, id, clock.now())
      if (remote.next_try !== null && remote.next_try.getTime() > clock.now()) return
      const isDue = isLookDue || (await outbox.due(clock.now())).changes.length > 0
      if (!isDue) return
      try {
        const more = await publisher.round(remote.head)
        if (!more || isStopping()) return
        looks = false
      } catch (error) {
        if (!(error instanceof GitError)) throw error
        if (isStopping()) return
        if (remote.tries === 0) log.warn({ reason: error.message }, 'deployments cannot be published')
        await outbox.failed(error.message, remote.tries, clock.now())
        onTried?.('failed', 1)
        return
      }
    }
  }

  /** Whether there is anything to do: a look costs one statement. */
  async function waits(): Promise<boolean> {
    const now = new Date(clock.now())
    const { rows } = await sql<{ some: boolean }>`
      select coalesce((
        select (r.next_try is null or r.next_try <= ${now}) and (
          r.looked is null or r.looked <= ${new Date(now.getTime() - LOOK_MS)} or exists (
            select from gitops_changes c join gitops_files f on f.deployment_id = c.deployment_id
            where f.next_try is null or f.next_try <= ${now}))
        from gitops_remote r where r.id = 1 and r.repository = ${id}), true) as some`.execute(db)
    return rows[0]?.some ?? true
  }

  let isLookWanted = false
  const loop = createWorkLoop({
    log,
    failure: 'deployments could not be published',
    collectMs: COLLECT_MS,
    everyMs: TURN_MS,
    async drain(isStopping) {
      const looks = isLookWanted
      isLookWanted = false
      if (looks || (await waits())) await inLongTurn(db, advisoryLocks.gitops, () => work(looks, isStopping))
    },
  })

  return {
    ...recorder,
    repository: id,
    async again(deploymentId) {
      await outbox.again(deploymentId)
      loop.soon()
    },
    start: loop.start,
    async settle() {
      isLookWanted = true
      await loop.drain()
    },
    async stop() {
      repository.stop()
      await loop
        .stop()
        .catch((error: unknown) => log.debug({ err: toError(error) }, 'publishing was stopped'))
    },
  }
}
