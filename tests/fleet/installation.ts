import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Environment } from '#server/config.ts'
import { assertFree } from '#server/lib/listening.ts'
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts'
import {
  endProcess,
  isRunning,
  ownerPassword,
  startPlatformProcess,
  type PlatformProcess,
} from '../support/platform-process.ts'
import { startPostgresPair, type PostgresPair } from '../support/postgres-pair.ts'
import { ports, startNginx } from './nginx.ts'

/** One process that may be killed. */
export interface Part {
  name: string
  /** Whether another instance does its work while it is stopped. */
  replicated: boolean
  isRunning(): boolean
  /** Kills it at once, whatever it is doing. */
  kill(): Promise<void>
  /** Restarts it after a kill; resolves when it serves. */
  start(): Promise<void>
}

/**
 * Two gateways and two platforms behind nginx on a PostgreSQL with a standby, as `docs/scaling.md` describes, each in
 * its own process.
 */
export interface Installation {
  /** The address for browsers. */
  url: string
  /** The gateways' own addresses, without nginx. */
  gateways: string[]
  admin: { email: string; password: string }
  parts: Part[]
  stop(): Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  for (const port of Object.values(ports).flat()) await assertFree('127.0.0.1', port)
  const folder = await mkdtemp(path.join(tmpdir(), 'console-fleet-'))
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const postgres = await startPostgresPair()
    endings.push(() => postgres.stop())
    const nginx = await startNginx(folder)
    endings.push(() => nginx.kill())
    const url = `https://localhost:${ports.outer}`
    const settings = settingsOf(url, postgres.url)
    const platforms: Part[] = []
    for (const [index, port] of ports.platforms.entries())
      platforms.push(await startPlatform(`platform ${index + 1}`, settings.platform(port), endings))
    const gateways: Part[] = []
    for (const [index, port] of ports.gateways.entries())
      gateways.push(await startGateway(`gateway ${index + 1}`, settings.gateway(port), endings))
    return {
      url,
      gateways: ports.gateways.map((port) => `http://127.0.0.1:${port}`),
      admin: { email: 'admin@localhost', password: ownerPassword },
      parts: [
        ...gateways,
        ...platforms,
        { ...nginx, name: 'nginx', replicated: false },
        databasePart(postgres),
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The environment of each process according to `docs/scaling.md`. */
function settingsOf(url: string, databaseUrl: string) {
  const key = () => randomBytes(32).toString('hex')
  // Lost connections are expected here; the reason of an exit is logged.
  const shared = { PUBLIC_URL: url, PUSHER_KEY: 'console', LOG_LEVEL: 'fatal' }
  const inner = { PUSHER_HOST: '127.0.0.1', PUSHER_PORT: String(ports.inner), PUSHER_TLS: 'false' }
  const platformKeys = { DATABASE_URL: databaseUrl, SECRETS_KEY: key() }
  const gatewayKeys = { PLATFORM_URL: `http://127.0.0.1:${ports.inner}`, SESSION_KEY: key() }
  return {
    platform: (port: number) => ({ ...shared, ...platformKeys, PLATFORM_PORT: String(port) }),
    gateway: (port: number) => ({
      ...shared,
      ...inner,
      ...gatewayKeys,
      TRUST_PROXY: '1',
      DEPLOYABLE_WORKERS: '*',
      PORT: String(port),
    }),
  }
}

/** The server that takes writes is killed and the other one takes over; then it follows that one. */
const databasePart = ({ isRunning: areRunning, failOver, restore }: PostgresPair): Part => ({
  name: "PostgreSQL's leader",
  replicated: false,
  isRunning: areRunning,
  kill: failOver,
  start: restore,
})

type Endings = (() => Promise<unknown>)[]

async function startPlatform(name: string, settings: Environment, endings: Endings): Promise<Part> {
  let running: PlatformProcess
  const start = async () => {
    running = await startPlatformProcess(settings)
  }
  await start()
  endings.push(() => endProcess(running.child, 'SIGTERM'))
  const kill = () => endProcess(running.child, 'SIGKILL')
  return { name, replicated: true, isRunning: () => isRunning(running.child), start, kill }
}

async function startGateway(name: string, settings: Environment, endings: Endings): Promise<Part> {
  let running: GatewayProcess
  const start = async () => {
    running = await startGatewayProcess(settings)
  }
  await start()
  endings.push(() => running.end('SIGTERM'))
  const kill = async () => {
    await running.end('SIGKILL')
  }
  return { name, replicated: true, isRunning: () => running.isRunning(), start, kill }
}
