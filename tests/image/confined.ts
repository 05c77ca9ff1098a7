import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A program in the image's files under a strict host: read-only root file system, no network but loopback,
 * uid 65532, no capabilities, no new privileges; `/data` is a folder of the host, `/tmp` is private.
 */
export interface Confined {
  child: ChildProcess
  /** Its whole output. */
  output(): string
}

/** Uses only features of the kernel, because no container runtime works everywhere. Needs root. */
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
 * @param command `--chdir=` the folder it starts in, variables as `NAME=value`, the program with its arguments
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

/** Resolves when its output matches the pattern. Rejects with its output when it exits before. */
export function outputWith({ child, output }: Confined, words: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = words.exec(output())
      if (found) resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    child.once('close', (code) => reject(new Error(`It ended with ${code}:\n${output()}`)))
    look()
  })
}

/** The processes below one, each with its status in `/proc`. */
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
