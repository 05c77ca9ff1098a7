import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createGit } from './git.ts'
import type { GitSettings } from './address.ts'
import { createGitops, type Gitops, type GitopsOptions } from './gitops.ts'

/** Older ones take no configuration from the environment. */
const [MAJOR, MINOR] = [2, 31]

/**
 * Throws an error that names the setting when a program is missing that the address needs. `programs`: `PATH`.
 */
export async function requirePrograms(
  { url }: Pick<GitSettings, 'url'>,
  programs: string | undefined,
): Promise<void> {
  const env: Record<string, string> = programs === undefined ? {} : { PATH: programs }
  const git = createGit({ cwd: tmpdir(), env, secrets: [], signal: new AbortController().signal })
  const version = await git.read(['version']).catch(() => null)
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version ?? '') ?? []).slice(1).map(Number)
  const isOld = major < MAJOR || (major === MAJOR && minor < MINOR)
  if (version === null || isOld)
    throw new Error(
      `FLUX_GIT_URL needs the program git ${MAJOR}.${MINOR} or newer; ${version === null ? 'there is none' : `this one is ${major}.${minor}`}. Install it, or unset FLUX_GIT_URL.`,
    )
  if (!url.startsWith('ssh:')) return
  const ssh = createGit({
    cwd: tmpdir(),
    env,
    secrets: [],
    signal: new AbortController().signal,
    program: 'ssh',
  })
  const found = await ssh.run(['-V']).then(
    ({ code }) => code === 0,
    () => false,
  )
  if (!found)
    throw new Error(
      'FLUX_GIT_URL with ssh needs the program ssh; there is none. Install openssh-client, or use https.',
    )
}

export interface GitopsStart extends Omit<GitopsOptions, 'folder' | 'email'> {
  /** The folder of the console; null: it may have none, and the working copy is temporary. */
  dataDir: string | null
  publicUrl: string
}

/** Publishes until it is stopped. */
export async function startGitops({ dataDir, publicUrl, ...options }: GitopsStart): Promise<Gitops> {
  const folder =
    dataDir === null
      ? await mkdtemp(path.join(tmpdir(), 'workforce-console-git-'))
      : path.join(path.resolve(dataDir), 'gitops')
  const gitops = createGitops({
    ...options,
    folder,
    email: `workforce-console@${new URL(publicUrl).hostname}`,
  })
  gitops.start()
  return {
    ...gitops,
    async stop() {
      await gitops.stop()
      if (dataDir === null) await rm(folder, { recursive: true, force: true })
    },
  }
}
