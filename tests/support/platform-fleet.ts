import { randomBytes } from 'node:crypto'
import { findFreePort } from '#server/lib/listening.ts'
import { withHost } from './database-url.ts'
import {
  endProcess,
  signIn,
  startPlatformProcess,
  type Call,
  type PlatformProcess,
} from './platform-process.ts'
import { startRoundRobin } from './round-robin.ts'

/** Several platform processes on one database behind one address. */
export interface Fleet {
  /** Address of the relay in front of them; the public address of all. */
  url: string
  call: Call
  /** Kills one process at once and restarts it on the same port. */
  killAndRestart(index: number): Promise<void>
  stop(): Promise<void>
}

export interface FleetOptions {
  size: number
  databaseUrl: string
}

export async function startFleet({ size, databaseUrl }: FleetOptions): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: size }, () => findFreePort('127.0.0.1')))
  const relay = await startRoundRobin(ports)
  const url = `http://127.0.0.1:${relay.port}`
  const processes: PlatformProcess[] = []
  const secretsKey = randomBytes(32).toString('hex')

  const start = async (index: number) => {
    const settings = {
      DATABASE_URL: withHost(databaseUrl),
      SECRETS_KEY: secretsKey,
      PLATFORM_PORT: String(ports[index]),
      PUBLIC_URL: url,
      QUEUE_URL_BASE: `${url}/queue`,
    }
    processes[index] = await startPlatformProcess(settings)
  }
  const end = async (index: number, signal: NodeJS.Signals) => {
    const platform = processes[index]
    if (platform) await endProcess(platform.child, signal)
  }
  const stop = async () => {
    await Promise.all(ports.map((_, index) => end(index, 'SIGTERM')))
    await relay.close()
  }

  try {
    await Promise.all(ports.map((_, index) => start(index)))
    return {
      url,
      call: await signIn(url),
      async killAndRestart(index) {
        await end(index, 'SIGKILL')
        await start(index)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
