import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Confined } from '../image/confined.ts'

/** Uses only features of the kernel; its mounts end with its last process. Needs root. */
const script = `set -e
mount --make-rprivate /
mount -t proc proc "$1/proc"
mount -t tmpfs -o size=64k,nosuid tmpfs "$1/dev"
for one in null zero full random urandom; do touch "$1/dev/$one"; mount --bind "/dev/$one" "$1/dev/$one"; done
ln -s /proc/self/fd "$1/dev/fd"
mkdir "$1/dev/shm"
mount -t tmpfs -o size=1g,mode=1777,nosuid,nodev tmpfs "$1/dev/shm"
root="$1" user="$2" folder="$3" command="$4"
shift 4
exec chroot --userspec="$user" --groups= "$root" /usr/bin/env -i --chdir="$folder" "$@" \\
  setpriv --pdeathsig KILL -- sh -c "$command"`

export interface Inside {
  folder: string
  /** `0:0` for root. */
  user: string
  environment: readonly string[]
}

/** A shell command in another root file system, with this machine's network and nothing else of it. */
export interface Line extends Confined {
  /** Sends Ctrl-C as a terminal does. */
  interrupt(): void
}

/** Starts a command there; its output is also shown. */
export function start(root: string, command: string, { folder, user, environment }: Inside): Line {
  const inner = ['sh', '-c', script, 'inside', root, user, folder, `${command}; exit $?`, ...environment]
  const apart = ['unshare', '--mount', '--pid', '--fork']
  // The command ends with this process. A change of user clears that setting, so it is set again afterwards.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...apart, ...inner], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const take = (stream: Readable) =>
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  take(child.stdout)
  take(child.stderr)
  return {
    child,
    output: () => output,
    interrupt() {
      if (child.pid) process.kill(-child.pid, 'SIGINT')
    },
  }
}

/** Resolves with the exit status of a command. */
export function ended({ child }: Line): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}
