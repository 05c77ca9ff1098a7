import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '#server/lib/listening.ts'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentWith } from '#server/config.ts'

const main = path.join(import.meta.dirname, '../../dist/server/main.js')
const startLimitMs = 45_000

/** The built product as its own process tree. */
export interface Stack {
  /** Without a trailing slash; the same after a restart. */
  url: string
  /** The first user, as the first start printed it. */
  admin: { email: string; password: string }
  /** Process id of the gateway, the parent of the others. */
  pid(): number
  /**
   * Kills the gateway as a crash would, and waits until it has exited; the rest of the process tree exits by
   * itself.
   */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts on the same data and port, and waits until everything is ready. */
  restart(): Promise<void>
  /** An orderly stop; returns the exit code. */
  stop(): Promise<number | null>
}

export interface StackOptions {
  dataDir: string
  env?: Record<string, string>
  /** The first user of a foreign platform, which the product does not print. */
  admin?: Stack['admin']
}

/**
 * Starts the built product on a data folder and waits until everything is ready. Throws with its output when
 * it fails.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const env = environmentWith({
    LOG_LEVEL: 'warn',
    ...options.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: options.dataDir,
  })
  let running = await start(env, url)
  const admin = options.admin ?? printedAdmin(running.output())

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }

  return {
    url,
    admin,
    pid: () => running.child.pid ?? 0,
    async kill(signal) {
      await end(signal)
    },
    async restart() {
      await end('SIGTERM')
      running = await start(env, url)
    },
    stop: () => end('SIGTERM'),
  }
}

function printedAdmin(output: string): Stack['admin'] {
  const [, email, password] = /sign in as (\S+) and password (\S+)/.exec(output) ?? []
  if (!email || !password) throw new Error(`The first start printed no password:\n${output}`)
  return { email, password }
}

interface Running {
  child: ChildProcess
  output(): string
}

async function start(env: NodeJS.ProcessEnv, url: string): Promise<Running> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-50_000)))
  const limit = performance.now() + startLimitMs
  // The start prints the line with the address last.
  while (!text.includes('Console on ') || !(await ready(url))) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${text}`)
    if (performance.now() > limit) {
      child.kill('SIGKILL')
      throw new Error(`The product was not ready in time:\n${text}`)
    }
    await wait(20)
  }
  return { child, output: () => text }
}

async function ready(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch (error) {
    // Not listening yet.
    if (error instanceof TypeError) return false
    throw error
  }
}
