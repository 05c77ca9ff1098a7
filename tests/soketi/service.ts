import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentWith } from '#server/config.ts'
import { findFreePort } from '#server/lib/listening.ts'
import type { PusherAddress } from '#server/platform/realtime/pusher-service.ts'
import { run } from '../support/debian-root.ts'
import { endProcess } from '../support/platform-process.ts'
import type { PusherServiceProcess } from '../support/pusher-service-process.ts'

/** The newest release when this was written; its licence (AGPL) and the age of its packages keep it out of the project's own ones. */
export const SOKETI = '1.6.1'
const startLimitMs = 30_000

/** Installs soketi in a folder. Its sockets come from this folder, because its own have no binaries for this Node. */
export function installSoketi(folder: string): void {
  cpSync(path.join(import.meta.dirname, 'sockets'), path.join(folder, 'sockets'), { recursive: true })
  const sockets = 'file:./sockets'
  const manifest = {
    private: true,
    dependencies: { '@soketi/soketi': SOKETI, 'uWebSockets.js': sockets },
    overrides: { 'uWebSockets.js': '$uWebSockets.js' },
  }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--install-links'], { cwd: folder })
}

/** soketi with the limits of a hosted service: 10 kB an event, 10 events a request. */
export interface Soketi extends PusherServiceProcess {
  /** From the next start on it refuses more events in a second with 429. */
  limitRate(eventsPerSecond: number): void
}

export async function startSoketi(folder: string): Promise<Soketi> {
  const [port, metricsPort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')]
  const address: PusherAddress = {
    appId: 'console',
    key: 'console-key',
    secret: 'console-secret',
    cluster: '',
    host: '127.0.0.1',
    port,
    tls: false,
  }
  const settings: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_HOST: '127.0.0.1',
    METRICS_SERVER_PORT: String(metricsPort),
    DEFAULT_APP_ID: address.appId,
    DEFAULT_APP_KEY: address.key,
    DEFAULT_APP_SECRET: address.secret,
    EVENT_MAX_SIZE_IN_KB: '10',
    EVENT_MAX_BATCH_SIZE: '10',
  }
  let child = await start(folder, settings)
  return {
    address,
    // Its orderly stop takes seconds.
    kill: () => endProcess(child, 'SIGKILL'),
    async start() {
      child = await start(folder, settings)
    },
    limitRate(eventsPerSecond) {
      settings['DEFAULT_APP_MAX_BACKEND_EVENTS_PER_SEC'] = String(eventsPerSecond)
    },
  }
}

async function start(folder: string, settings: Record<string, string>): Promise<ChildProcess> {
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`SOKETI_${name}`, value]))
  const child = spawn(process.execPath, ['node_modules/@soketi/soketi/bin/server.js', 'start'], {
    cwd: folder,
    env: environmentWith({ HOME: folder, ...env }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const limit = performance.now() + startLimitMs
  while (!(await answers(`http://127.0.0.1:${settings['PORT']}/ready`))) {
    if (child.exitCode !== null) throw new Error(`soketi ended with ${child.exitCode}`)
    if (performance.now() > limit) throw new Error('soketi was not ready in time')
    await wait(50)
  }
  return child
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch (error) {
    // Not listening yet.
    if (error instanceof TypeError) return false
    throw error
  }
}
