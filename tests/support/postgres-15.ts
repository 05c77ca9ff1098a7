import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readPostmaster } from '#server/platform/db/postgres-owner.ts'
import { postgresUser, type PostgresUser } from '#server/platform/db/postgres-user.ts'
import { endProcess, isRunning } from './platform-process.ts'

/** Debian's programs of PostgreSQL 15. */
export const postgres15Bin = '/usr/lib/postgresql/15/bin'

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
  if (!existsSync(path.join(postgres15Bin, 'postgres')))
    throw new Error(`PostgreSQL 15 is not in ${postgres15Bin}: install Debian's package postgresql-15`)
  const folder = await mkdtemp(path.join(tmpdir(), 'console-pg15-'))
  const data = path.join(folder, 'data')
  const socket = path.join(folder, 'socket')
  await mkdir(socket)
  const user = postgresUser()
  await user.own(folder)
  await initialisePostgres15(user, data)
  const settings = ['listen_addresses=', `unix_socket_directories=${socket}`]
  let server = await launchPostgres15(user, data, settings)
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(socket)}&port=5432`,
    isRunning: () => isRunning(server),
    crash: () => endProcess(server, 'SIGQUIT'),
    async start() {
      server = await launchPostgres15(user, data, settings)
    },
    async stop() {
      await endProcess(server, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a data folder whose users need no password. */
export async function initialisePostgres15(user: PostgresUser, data: string): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = user.run(path.join(postgres15Bin, 'initdb'), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb of PostgreSQL 15 ended with ${code}`)
}

/** Starts a server on a data folder; resolves when it takes sessions, throws when it ends before. */
export async function launchPostgres15(
  user: PostgresUser,
  data: string,
  settings: readonly string[],
): Promise<ChildProcess> {
  const child = user.run(
    path.join(postgres15Bin, 'postgres'),
    ['-D', data, ...[...settings, 'fsync=off', 'timezone=UTC'].flatMap((setting) => ['-c', setting])],
    { stdio: 'ignore' },
  )
  while (isRunning(child)) {
    const found = await readPostmaster(data)
    if (found?.ready && found.pid === child.pid) return child
    await wait(10)
  }
  throw new Error(`PostgreSQL 15 ended at once with ${child.exitCode}`)
}
