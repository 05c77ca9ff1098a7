import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { chown, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Starts PostgreSQL's programs as a user that PostgreSQL accepts. */
export interface PostgresUser {
  run(program: string, args: string[], options: { stdio: StdioOptions; lock?: Lock }): ChildProcess
  /** Changes the owner of a folder and its contents to that user, where it differs. */
  own(folder: string): Promise<void>
}

/** A kernel lock on a file. The program and all its children hold it until the last of them has ended. */
export interface Lock {
  file: string
  /** Two files that only a lock holder leaves behind; they are deleted once the lock is held. */
  leftovers: readonly [string, string]
}

const nobody = 65_534

/** Exit code of a program whose `lock` file another process holds. */
export const lockedExitCode = 75

/**
 * PostgreSQL refuses to run as root. Root therefore starts it in a user namespace: inside, it is an unmapped
 * user, while its files stay root's. Where namespaces are disabled it runs as `nobody`. With `setpriv` the
 * kernel stops it when this process dies without stopping it, and `detached` keeps a Ctrl-C in the terminal
 * from stopping it before the platform has written its last row.
 */
export function postgresUser(): PostgresUser {
  const dieWithParent = succeeds('setpriv', '--pdeathsig', 'INT', 'true')
    ? ['setpriv', '--pdeathsig', 'INT', '--']
    : []
  // A kernel lock also works between containers that share a volume, where process ids mean nothing.
  const flock = succeeds('flock', '--version')
    ? ['flock', '--no-fork', '--timeout', '1.5', '--conflict-exit-code', String(lockedExitCode)]
    : null
  const root = process.getuid?.() === 0
  const namespace = root && succeeds('unshare', '--user', '--', 'true')
  const prefix = [...(namespace ? ['unshare', '--user', '--'] : []), ...dieWithParent]
  const other = root && !namespace ? { uid: nobody, gid: nobody } : {}

  return {
    run(program, args, { stdio, lock }) {
      const locked = lock && flock ? [...flock, lock.file] : []
      const cleared = lock && flock ? ['sh', '-c', removeAndRun, ...lock.leftovers] : []
      const [command = program, ...rest] = [...locked, ...prefix, ...cleared, program, ...args]
      return spawn(command, rest, { stdio, detached: true, cwd: path.dirname(program), ...other })
    },
    async own(folder) {
      if (!('uid' in other)) return
      await chown(folder, nobody, nobody)
      for (const entry of await readdir(folder, { recursive: true }))
        await chown(path.join(folder, entry), nobody, nobody)
    },
  }
}

/** Arguments: two files, then the program. */
const removeAndRun = 'rm -f -- "$0" "$1" && shift && exec "$@"'

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
