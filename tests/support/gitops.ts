import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { environmentWith } from '#server/config.ts'
import type { GitSettings } from '#server/platform/gitops/address.ts'
import { createGitops, type Gitops, type GitopsOptions } from '#server/platform/gitops/gitops.ts'
import { createGitopsRecorder } from '#server/platform/gitops/record.ts'
import { createTestPlatform, type TestPlatform } from './platform-app.ts'
import { idleEngine, insertTeam, insertWorker } from './platform-rows.ts'

/** Records changes of deployments and publishes none. */
export const unpublished = ({ seal }: Pick<GitopsOptions, 'seal'>): Gitops => ({
  ...createGitopsRecorder({ seal, repository: 'none', onRecorded: () => undefined }),
  repository: 'none',
  again: async () => undefined,
  start: () => undefined,
  settle: async () => undefined,
  stop: async () => undefined,
})

/** A bare repository as a team has it, and a clone of another user. */
export async function createRemote() {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-git-'))
  const bare = path.join(folder, 'fleet.git')
  const clone = path.join(folder, 'clone')
  const env = environmentWith({
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Otto',
    GIT_AUTHOR_EMAIL: 'otto@example.test',
    GIT_COMMITTER_NAME: 'Otto',
    GIT_COMMITTER_EMAIL: 'otto@example.test',
  })
  const run = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
  const git = (...args: string[]) => run(bare, ...args)
  run(folder, 'init', '--quiet', '--bare', '--initial-branch=main', bare)

  /** Commits and pushes something else to the branch. */
  function commit(files: Record<string, string | null>, message = 'by hand'): string {
    rmSync(clone, { recursive: true, force: true })
    run(folder, 'clone', '--quiet', bare, clone)
    for (const [file, text] of Object.entries(files)) {
      const full = path.join(clone, file)
      mkdirSync(path.dirname(full), { recursive: true })
      if (text === null) rmSync(full)
      else writeFileSync(full, text)
    }
    run(clone, 'add', '--all')
    run(clone, 'commit', '--quiet', '--allow-empty', '-m', message)
    run(clone, 'push', '--quiet', 'origin', 'HEAD:main')
    return run(clone, 'rev-parse', 'HEAD').trim()
  }

  return {
    folder,
    bare,
    url: `file://${bare}`,
    git,
    commit,
    head: () => git('rev-parse', 'main').trim(),
    file: (name: string, at = 'main') => git('show', `${at}:${name}`),
    files: () => git('ls-tree', '-r', '--name-only', 'main').split('\n').filter(Boolean),
    /** Subjects and authors, newest first. */
    log: () => git('log', '--format=%an | %s', 'main').split('\n').filter(Boolean),
    /** Everything that the repository holds, as text: all objects, messages and names. */
    everything: () =>
      execFileSync(
        'sh',
        ['-c', 'git cat-file --batch-all-objects --batch-check="%(objectname)" | git cat-file --batch'],
        { cwd: bare, env, maxBuffer: 64 * 1024 * 1024 },
      ).toString('latin1'),
    /** Installs a hook; null removes it. */
    hook(script: string | null, name = 'pre-receive') {
      const file = path.join(bare, 'hooks', name)
      mkdirSync(path.dirname(file), { recursive: true })
      if (script === null) return rmSync(file, { force: true })
      writeFileSync(file, `#!/bin/sh\n${script}\n`)
      chmodSync(file, 0o755)
    },
    /** Executes a script in the repository right before the next push of the console. */
    beforePush(script: string) {
      const [program, once] = [path.join(folder, 'bin/git'), path.join(folder, 'once')]
      mkdirSync(path.dirname(program), { recursive: true })
      writeFileSync(once, `cd '${bare}' && ${script}\n`)
      const turn = `if [ "$1" = push ] && [ -e '${once}' ]; then mv '${once}' '${once}.sh'; sh '${once}.sh'; fi`
      writeFileSync(program, `#!/bin/sh\n${turn}\nPATH="\${PATH#*:}" exec git "$@"\n`)
      chmodSync(program, 0o755)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type Remote = Awaited<ReturnType<typeof createRemote>>

/** A platform that publishes its deployments in a repository when a test lets it settle. */
export async function createGitBed(remote: Remote, settings: Partial<GitSettings> = {}) {
  const made: Gitops[] = []
  const folder = path.join(remote.folder, 'work')
  const platform = await createTestPlatform(idleEngine, {
    gitops(parts) {
      const gitops = createGitops({
        ...parts,
        settings: { url: remote.url, ...settings },
        folder,
        path: `${path.join(remote.folder, 'bin')}:${environmentWith({}).PATH}`,
        email: 'workforce-console@console.example.test',
      })
      made.push(gitops)
      return gitops
    },
  })
  const [gitops] = made
  const { accountId } = platform.alice
  const teamId = await insertTeam(platform.pool, accountId)
  const workerId = await insertWorker(platform.pool, {
    accountId,
    teamId,
    name: 'Pay',
    type: 'task.shop.pay',
  })
  const send = async (...sent: Parameters<TestPlatform['send']>) => (await platform.send(...sent)).body
  const cluster = await send('post', 'clusters', { name: 'Quay' })
  let number = 0

  return {
    platform,
    gitops: gitops!,
    folder,
    clusterId: cluster._id as string,
    send,
    async create(body: object = {}) {
      number += 1
      return (await send('post', 'deployments', {
        clusterId: cluster._id,
        workerId,
        alias: `pay-${number}`,
        ...body,
      })) as { _id: string; alias: string; gitops: { path: string } }
    },
    /** What a deployment says of its publication. */
    told: (id: string) => send('get', `deployments/${id}/gitops`),
    /** Lets some time pass, so that what failed is tried again, and publishes. */
    async settle(ms = 61_000) {
      platform.clock.advance(ms)
      await gitops!.settle()
      const { rows } = await platform.pool.query('select fault from gitops_remote')
      return rows[0]?.fault as string | null
    },
    async close() {
      await platform.close()
      remote.remove()
    },
  }
}

export type GitBed = Awaited<ReturnType<typeof createGitBed>>
