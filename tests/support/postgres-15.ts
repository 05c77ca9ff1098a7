import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readPostmaster } from '#server/platform/db/postgres-owner.ts'
import { postgresUser, type PostgresUser } from '#server/platform/db/postgres-user.ts'
import { endProcess, isRunning } from './platform-process.ts'

const bin = '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL 15, the oldest supported version, with an empty database. */
export interface Postgres15 {
  url: string
  isRunning(): boolean
  /** Stops it at once, as a crash does, and waits for its exit; committed data is in its write-ahead log. */
  crash(): Promise<void>
  /** Restarts it on its data after a crash. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** Throws if it is not installed: no test is skipped. */
export async function startPostgres15(): Promise<Postgres15> {
  if (!existsSync(path.join(bin, 'postgres')))
    throw new Error(`PostgreSQL 15 is not in ${bin}: install Debian's package postgresql-15`)
  const folder = await mkdtemp(path.join(tmpdir(), 'console-pg15-'))
  const data = path.join(folder, 'data')
  const socket = path.join(folder, 'socket')
  await mkdir(socket)
  const user = postgresUser()
  await user.own(folder)
  await initialise(user, data)
  let server = await launch(user, data, socket)
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(socket)}&port=5432`,
    isRunning: () => isRunning(server),
    crash: () => endProcess(server, 'SIGQUIT'),
    async start() {
      server = await launch(user, data, socket)
    },
    async stop() {
      await endProcess(server, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function initialise(user: PostgresUser, data: string): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = user.run(path.join(bin, 'initdb'), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb of PostgreSQL 15 ended with ${code}`)
}

async function launch(user: PostgresUser, data: string, socket: string) {
  const settings = ['listen_addresses=', `unix_socket_directories=${socket}`, 'fsync=off', 'timezone=UTC']
  const child = user.run(
    path.join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { stdio: 'ignore' },
  )
  while (isRunning(child)) {
    const found = await readPostmaster(data)
    if (found?.ready && found.pid === child.pid) return child
    await wait(10)
  }
  throw new Error(`PostgreSQL 15 ended at once with ${child.exitCode}`)
}
