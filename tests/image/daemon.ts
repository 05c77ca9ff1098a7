import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endProcess, isRunning } from '../support/platform-process.ts'

/** A Docker daemon. */
export interface Engine {
  version: string
  /** Calls `docker` and returns its output. Throws with its errors when it fails. */
  docker(...args: string[]): string
  /** Whether that call of `docker` succeeds within five minutes. */
  can(...args: string[]): boolean
  stop(): Promise<void>
}

/**
 * The daemon that answers on this machine, else one of its own with all its files in the folder. A text says why
 * there is none. Its own one needs root and Debian's `docker.io`.
 */
export async function startEngine(folder: string): Promise<Engine | string> {
  if (spawnSync('docker', ['--version']).error) return 'there is no program docker'
  const present = engineAt([], async () => undefined)
  if (present) return present
  if (spawnSync('dockerd', ['--version']).error) return 'no daemon answers, and there is no program dockerd'

  mkdirSync(folder, { recursive: true })
  const file = (name: string) => path.join(folder, name)
  const restore = keepRules()
  const host = `unix://${file('docker.sock')}`
  const places = ['--data-root', file('data'), '--exec-root', file('exec'), '--pidfile', file('pid')]
  const log = openSync(file('log'), 'w')
  const child = spawn('dockerd', ['--host', host, ...places, '--ip6tables=false'], {
    stdio: ['ignore', log, log],
  })
  const stop = async () => {
    await endProcess(child, 'SIGTERM')
    // The daemon leaves it behind, and the folder could not be removed.
    spawnSync('umount', [file('exec/netns/default')])
    restore()
  }
  const own = await answering(child, () => engineAt(['--host', host], stop))
  if (own) return own
  await stop()
  const last = readFileSync(file('log'), 'utf8').trim().split('\n').at(-1) ?? ''
  return `dockerd does not start: ${last.slice(0, 300)}`
}

/** @param where options of `docker` that name the daemon; without any it is the user's */
function engineAt(where: string[], stop: Engine['stop']): Engine | null {
  const call = (args: string[], timeout?: number) =>
    spawnSync('docker', [...where, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26, timeout })
  const asked = call(['version', '--format', '{{.Server.Version}}'])
  if (asked.status !== 0) return null
  return {
    version: asked.stdout.trim(),
    stop,
    docker(...args) {
      const { status, stdout, stderr } = call(args)
      if (status !== 0) throw new Error(`docker ${args[0]} ended with ${status}:\n${stderr.slice(-4000)}`)
      return stdout.trim()
    },
    can: (...args) => call(args, 300_000).status === 0,
  }
}

async function answering(child: ChildProcess, ask: () => Engine | null): Promise<Engine | null> {
  const until = performance.now() + 30_000
  while (isRunning(child) && performance.now() < until) {
    const engine = ask()
    if (engine) return engine
    await wait(200)
  }
  return null
}

/** A daemon adds a bridge and rules of the packet filter, which stay when it ends. Returns what takes them away. */
function keepRules(): () => void {
  const hadBridge = spawnSync('ip', ['link', 'show', 'docker0']).status === 0
  const rules = spawnSync('iptables-save', { encoding: 'utf8' })
  return () => {
    if (rules.status === 0) spawnSync('iptables-restore', { input: rules.stdout })
    if (!hadBridge) spawnSync('ip', ['link', 'delete', 'docker0'])
  }
}
