import type { FoundElsewhere } from '#shared/domains/clusters/gitops-contract.ts'
import { gitopsMessages as texts } from '#shared/domains/clusters/gitops-messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { GitError } from './git.ts'
import type { GitopsOutbox, MovedFile, PendingChange, Publication } from './outbox.ts'
import { blobOf, type FileWrite, type Head, type Repository } from './repository.ts'

/** How often a push begins again because another commit was first. */
const MOST_MOVES = 5
const CONSOLE = 'workforce-console'

/** What is published of one deployment, together or not at all. */
interface Group extends Omit<Publication, 'commit'> {
  path: string
  writes: FileWrite[]
}

type Answer =
  | { state: 'pushed'; head: string | null }
  | { state: 'moved' }
  | { state: 'refused'; reason: string }

export interface GitPublisherOptions {
  outbox: GitopsOutbox
  repository: Repository
  clock: Clock
  /** Commits were published, or the repository has refused a deployment. */
  onTried?: ((result: 'published' | 'refused', count: number) => void) | undefined
}

/**
 * Brings the repository to the state of the deployments: what others have changed in files of the console, then the
 * changes of the outbox, each as a commit upon the present head. A refusal concerns only the deployment that it is about:
 * when a push of several is refused, each is pushed alone.
 */
export function createGitPublisher({ outbox, repository, clock, onTried }: GitPublisherOptions) {
  /** One round; `known` is the head that the last one left. Resolves with whether more changes wait. Throws GitError. */
  async function round(known: string | null): Promise<boolean> {
    const { changes, more } = await outbox.due(clock.now())
    for (let moves = 0; moves < MOST_MOVES; moves += 1) {
      const head = await repository.fetch()
      const groups = await groupsOf(head, known, changes)
      const left = await publish(head, groups)
      if (left === null) continue
      await outbox.reached(left.head, clock.now())
      return more
    }
    throw new GitError('Other commits are always faster')
  }

  /** Null when another commit was first; what was published before that stays so. */
  async function publish(head: Head, groups: readonly Group[]): Promise<{ head: string | null } | null> {
    if (groups.length === 0) return { head: head.commit }
    const all = await push(head, groups)
    if (all.state !== 'refused') return all.state === 'pushed' ? all : null
    let base = head
    for (const group of groups) {
      let answer: Answer = groups.length === 1 ? all : await push(base, [group])
      // A later change may be what the refusal of an earlier one asked for.
      if (answer.state === 'refused' && group.writes.length > 1)
        answer = await push(base, [{ ...group, writes: [asOne(group.writes)] }])
      if (answer.state === 'moved') return null
      if (answer.state === 'refused') await refuse(group, answer.reason)
      else base = { ...base, commit: answer.head }
    }
    return { head: base.commit }
  }

  async function push(head: Head, groups: readonly Group[]): Promise<Answer> {
    const writes = groups.flatMap((group) => group.writes)
    const answer =
      writes.length === 0 ? { state: 'pushed' as const, commits: [] } : await repository.push(head, writes)
    if (answer.state !== 'pushed') return answer
    let at = 0
    const publications: Publication[] = []
    for (const { path, writes: own, ...group } of groups) {
      at += own.length
      const commit = own.length > 0 ? answer.commits[at - 1]! : await lastCommit(head, path)
      publications.push({ ...group, commit })
    }
    const left = answer.commits.at(-1) ?? head.commit
    await outbox.published(publications, left, clock.now())
    if (writes.length > 0) onTried?.('published', writes.length)
    return { state: 'pushed', head: left }
  }

  /** Of a file that the repository already has. */
  const lastCommit = async ({ commit }: Head, path: string): Promise<string | null> =>
    commit === null ? null : ((await repository.lastChange(commit, path))?.commit ?? commit)

  async function refuse(group: Group, reason: string): Promise<void> {
    await outbox.refused(group, reason, clock.now())
    onTried?.('refused', 1)
  }

  async function groupsOf(
    head: Head,
    known: string | null,
    changes: readonly PendingChange[],
  ): Promise<Group[]> {
    const byDeployment = new Map<string, PendingChange[]>()
    for (const change of changes)
      byDeployment.set(change.deploymentId, [...(byDeployment.get(change.deploymentId) ?? []), change])
    const found = new Map<string, FoundElsewhere>()
    const groups: Group[] = []
    const moved = await outbox.moved(head.files, clock.now())
    const isRewritten = moved.length > 0 && (await isOutside(head.commit, known))
    for (const file of moved) {
      const own = byDeployment.get(file.deploymentId) ?? []
      if (own.some(({ manifest }) => blobOf(manifest) === (head.files.get(file.path) ?? null))) continue
      const was = await foundOf(head, file, isRewritten)
      if (own.length > 0) found.set(file.deploymentId, was)
      else if (!file.isPending && file.isDue) groups.push(restoreOf(file, was))
    }
    for (const [deploymentId, own] of byDeployment)
      groups.push(groupOf(deploymentId, own, head, found.get(deploymentId) ?? null))
    return groups
  }

  /** Whether the history of the branch no longer contains a commit. */
  async function isOutside(head: string | null, known: string | null): Promise<boolean> {
    if (known === null || head === known) return false
    return head === null || !(await repository.contains(head, known))
  }

  async function foundOf({ commit }: Head, { path }: MovedFile, rewritten: boolean): Promise<FoundElsewhere> {
    const last = commit === null ? null : await repository.lastChange(commit, path)
    const at = new Date(clock.now()).toISOString()
    return { commit: last?.commit ?? null, author: last?.author ?? null, at, rewritten }
  }

  /** Writes what was published last again. */
  function restoreOf({ deploymentId, path, manifest }: MovedFile, found: FoundElsewhere): Group {
    const subject = texts.restored(found.rewritten ? null : found.commit, found.author)
    const message = `${subject}\n\nDeployment: ${deploymentId}\n`
    const write = { path, manifest, message, author: CONSOLE, at: new Date(clock.now()) }
    return {
      deploymentId,
      path,
      changes: [],
      blob: blobOf(manifest),
      found,
      isRestore: true,
      writes: [write],
    }
  }

  return { round }
}

/** `changes`: all of one deployment that are due, oldest first. */
function groupOf(
  deploymentId: string,
  changes: readonly PendingChange[],
  head: Head,
  found: FoundElsewhere | null,
): Group {
  const last = changes.at(-1)!
  const present = head.files.get(last.path) ?? null
  // A process that died after its push has left changes that the repository already has.
  const done =
    present === null
      ? changes[0]!.manifest === null
        ? 0
        : -1
      : changes.findLastIndex(({ manifest }) => blobOf(manifest) === present)
  const writes = changes.slice(done + 1).map(({ path, manifest, subject, body, actor, at }) => ({
    path,
    manifest,
    message: `${subject}\n\n${body}`,
    author: actor ?? CONSOLE,
    at,
  }))
  return {
    deploymentId,
    path: last.path,
    changes: changes.map(({ id }) => id),
    blob: blobOf(last.manifest),
    found,
    isRestore: false,
    writes,
  }
}

/** The last of several writes, with the messages of all. */
function asOne(writes: readonly FileWrite[]): FileWrite {
  const last = writes.at(-1)!
  const earlier = writes.slice(0, -1).map(({ message, author }) => `${message.split('\n')[0]} (${author})`)
  return { ...last, message: `${last.message}\nWith:\n${earlier.join('\n')}\n` }
}
