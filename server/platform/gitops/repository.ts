import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { gitEnvironment, type GitAddress, type GitSettings } from './address.ts'
import { createGit, GitError, plain } from './git.ts'

/** Where the files of deployments are. */
export const FOLDER = 'clusters'
/** Commits of the branch that are fetched: enough to find who changed a file. */
const DEPTH = 100
const DEFAULT_BRANCH = 'main'
const WORK = 'refs/heads/console'

/** A write of one file, as one commit. */
export interface FileWrite {
  path: string
  /** Null removes the file. */
  manifest: string | null
  message: string
  author: string
  at: Date
}

/** The branch as it was fetched. */
export interface Head {
  branch: string
  /** Null: the repository is empty. */
  commit: string | null
  /** Git objects of the files below `clusters`, by path. */
  files: Map<string, string>
}

export type Pushed =
  | { state: 'pushed'; commits: string[] }
  /** Another commit was there first. */
  | { state: 'moved' }
  /** By a hook or a rule of the repository, in its words. */
  | { state: 'refused'; reason: string }

export type Repository = ReturnType<typeof createRepository>

export interface RepositoryOptions {
  address: GitAddress
  settings: GitSettings
  /** Folder of the working copy, which the console may delete. */
  folder: string
  /** `PATH` of the program. */
  path: string | undefined
  /** The e-mail of the author of all commits, whose name is that of the user. */
  email: string
}

/**
 * The working copy: a bare, shallow clone without files, which is made again whenever it is broken. Commits are written by
 * one `fast-import`, so that nothing of the repository is ever checked out or executed.
 */
export function createRepository({ address, settings, folder, path: programs, email }: RepositoryOptions) {
  const stopped = new AbortController()
  const copy = path.join(folder, 'copy.git')
  const env = gitEnvironment(address, settings, { home: folder, path: programs })
  const { secrets } = address
  const at = (cwd: string) => createGit({ cwd, env, secrets, signal: stopped.signal })
  const [outside, git] = [at(folder), at(copy)]

  /** The branch and its commit at the repository, without anything being fetched. */
  async function look(): Promise<{ branch: string; commit: string | null }> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const told = await outside.read(['ls-remote', '--symref', '--', address.url, 'HEAD', 'refs/heads/*'])
    const own = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(told)?.[1]
    const branch = settings.branch ?? own ?? DEFAULT_BRANCH
    const line = told.split('\n').find((each) => each.endsWith(`\trefs/heads/${branch}`))
    return { branch, commit: line?.split('\t')[0] ?? null }
  }

  async function remake(): Promise<void> {
    await rm(copy, { recursive: true, force: true })
    await outside.read(['init', '--quiet', '--bare', '--template=', copy])
  }

  async function fetchCommit(branch: string): Promise<void> {
    const refspec = `+refs/heads/${branch}:refs/heads/remote`
    const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', `--depth=${DEPTH}`]
    await git.read([...args, '--', address.url, refspec])
  }

  /** Fetches the branch. The copy is made again when that fails, since only the repository counts. */
  async function fetch(): Promise<Head> {
    const { branch, commit } = await look()
    if (commit === null) {
      await remake()
      return { branch, commit, files: new Map() }
    }
    try {
      await fetchCommit(branch)
      return await headOf(branch)
    } catch {
      await remake()
      await fetchCommit(branch)
      return headOf(branch)
    }
  }

  async function headOf(branch: string): Promise<Head> {
    const commit = (await git.read(['rev-parse', '--verify', 'refs/heads/remote^{commit}'])).trim()
    const listed = await git.read(['ls-tree', '-r', '-z', commit, '--', FOLDER])
    const files = new Map<string, string>()
    for (const entry of listed.split('\0')) {
      const [mode = '', , blob = ''] = entry.split('\t')[0]!.split(' ')
      // A link or a program in the place of a file is no file of the console.
      if (entry !== '')
        files.set(entry.slice(entry.indexOf('\t') + 1), mode === '100644' ? blob : `${mode} ${blob}`)
    }
    return { branch, commit, files }
  }

  /** Makes a commit of each write upon the head and pushes them, all or none. */
  async function push(head: Head, writes: readonly FileWrite[]): Promise<Pushed> {
    const marks = path.join(folder, 'marks')
    await git.read(
      ['fast-import', '--quiet', '--force', `--export-marks=${marks}`],
      writes.map((write, index) => commandsOf(write, index, head.commit, email)).join(''),
    )
    const commits = await readMarks(marks, writes.length)
    const target = `refs/heads/${head.branch}`
    const result = await git.run([
      'push',
      '--porcelain',
      '--no-verify',
      // Not even an older commit of the console comes back when the branch was rewound meanwhile.
      `--force-with-lease=${target}:${head.commit ?? ''}`,
      '--',
      address.url,
      `${commits.at(-1)}:${target}`,
    ])
    if (result.code === 0) return { state: 'pushed', commits }
    const status = /^!\t\S+\t(.*)$/m.exec(result.stdout)?.[1]
    // The exchange itself has failed.
    if (status === undefined) throw new GitError(git.reasonOf(result))
    if (isMoved(status)) return { state: 'moved' }
    const said = result.stderr.includes('remote:')
    return { state: 'refused', reason: said ? git.reasonOf(result) : plain(status, secrets).slice(0, 300) }
  }

  return {
    look,
    fetch,
    push,
    /** Whether a commit is in the history of another one, as far as it was fetched. */
    async contains(head: string, commit: string): Promise<boolean> {
      return (await git.run(['merge-base', '--is-ancestor', commit, head])).code === 0
    },
    /** The commit that changed a file last, with its author; null: not known. */
    async lastChange(head: string, file: string): Promise<{ commit: string; author: string } | null> {
      const { code, stdout } = await git.run([
        'log',
        '-1',
        '--no-mailmap',
        '--format=%H%x09%an',
        head,
        '--',
        file,
      ])
      const [commit, author] = stdout.trim().split('\t')
      if (code !== 0 || !commit) return null
      // The oldest fetched commit seems to have made everything before it.
      const shallow = await readFile(path.join(copy, 'shallow'), 'utf8').catch(() => '')
      if (shallow.includes(commit)) return null
      return {
        commit,
        author: plain(author ?? '', secrets)
          .replaceAll('\n', ' ')
          .slice(0, 100),
      }
    },
    stop: () => stopped.abort(),
  }
}

/** Statuses of a push that another commit has overtaken. */
const isMoved = (status: string) =>
  /\[rejected\]|stale info|non-fast-forward|fetch first|cannot lock ref|failed to update ref|reference already exists/.test(
    status,
  )

/** A commit in the language of `fast-import`. */
function commandsOf(
  { path: file, manifest, message, author, at }: FileWrite,
  index: number,
  head: string | null,
  email: string,
): string {
  const from = index === 0 ? head : `:${index}`
  const second = (date: Date) => Math.floor(date.getTime() / 1000)
  return [
    ...(index === 0 ? [`reset ${WORK}`, ''] : []),
    `commit ${WORK}`,
    `mark :${index + 1}`,
    `author ${nameOf(author)} <${email}> ${second(at)} +0000`,
    `committer workforce-console <${email}> ${second(at)} +0000`,
    data(message),
    ...(from === null ? [] : [`from ${from}`]),
    manifest === null ? `D ${file}` : `M 100644 inline ${file}`,
    ...(manifest === null ? [] : [data(manifest)]),
    '',
    '',
  ].join('\n')
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}`

/** Git takes a name in one line without angle brackets. */
const nameOf = (name: string) =>
  plain(name)
    .replace(/[<>\n]/g, ' ')
    .trim()
    .slice(0, 200) || 'workforce-console'

async function readMarks(file: string, count: number): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const byMark = new Map(lines.map((line) => line.split(' ') as [string, string]))
  return Array.from({ length: count }, (_, index) => {
    const commit = byMark.get(`:${index + 1}`)
    if (commit === undefined) throw new GitError('A commit was not written')
    return commit
  })
}

/** The Git object of a file, which tells whether the repository already has it; null: no file. */
export function blobOf(manifest: string | null): string | null {
  if (manifest === null) return null
  const bytes = Buffer.from(manifest)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
