import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A program in the image's files as a strict host runs it: root file system read-only, no network but loopback, uid 65532,
 * no capabilities, no new privileges; `/data` is a folder of the host's, `/tmp` its own.
 */
export interface Confined {
  child: ChildProcess
  /** Everything that it wrote. */
  output(): string
}

/** Made by what the kernel offers, since no runtime of containers works everywhere. Needs root. */
const script = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs -o size=256m,nosuid,nodev tmpfs "$1/tmp"
mount -t tmpfs -o size=64k,nosuid tmpfs "$1/dev"
for one in null zero random urandom; do touch "$1/dev/$one"; mount --bind "/dev/$one" "$1/dev/$one"; done
mkdir -p "$1/dev/shm"
mount -t tmpfs -o size=64m,nosuid,nodev tmpfs "$1/dev/shm"
mount -t proc proc "$1/proc"
mount -o remount,bind,ro "$1"
ip link set lo up
root="$1"
shift 2
exec chroot "$root" /usr/bin/setpriv --reuid 65532 --regid 65532 --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all --ambient-caps=-all /usr/bin/env -i "$@"`

/**
 * @param root the mounted image
 * @param data becomes `/data`
 * @param command variables as `NAME=value`, then the program with its arguments
 */
export function confine(root: string, data: string, command: string[]): Confined {
  const inner = ['sh', '-c', script, 'confined', root, data, ...command]
  const child = spawn('unshare', ['--mount', '--net', '--pid', '--fork', '--kill-child', ...inner], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return { child, output: () => output }
}

/** Waits for words in what it writes. Throws with all of it when it ends before. */
export async function outputWith({ child, output }: Confined, words: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = words.exec(output())
    if (found) return found
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), once(child, 'close')])
  }
}

/** The processes below one, each with what `/proc` tells of it. */
export function descendants(of: number): { pid: number; status: string }[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = all.flatMap((pid) => {
    try {
      return [{ pid: Number(pid), status: readFileSync(`/proc/${pid}/status`, 'utf8') }]
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  })
  const children = (parent: number): typeof found =>
    found
      .filter(({ status }) => status.includes(`\nPPid:\t${parent}\n`))
      .flatMap((child) => [child, ...children(child.pid)])
  return children(of)
}
