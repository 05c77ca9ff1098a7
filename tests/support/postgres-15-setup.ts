import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { readPostmaster } from '../../server/platform/db/postgres-owner.ts'
import { postgresUser, type PostgresUser } from '../../server/platform/db/postgres-user.ts'
import { makeTemplate } from './template-database.ts'

const bin = '/usr/lib/postgresql/15/bin'

/** As `postgres-setup.ts`, with Debian's PostgreSQL 15. Fails where it is not installed: nothing is skipped. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(path.join(bin, 'postgres')))
    throw new Error(`PostgreSQL 15 is not in ${bin}: install Debian's package postgresql-15`)
  const folder = await mkdtemp(path.join(tmpdir(), 'console-pg15-'))
  const data = path.join(folder, 'data')
  const socket = path.join(folder, 'socket')
  await mkdir(socket)
  const user = postgresUser()
  await user.own(folder)
  await initialise(user, data)
  const server = await launch(user, data, socket)
  const url = `postgres://postgres@/postgres?host=${encodeURIComponent(socket)}&port=5432`
  await makeTemplate(url)
  project.provide('postgresUrl', url)
  return async () => {
    server.kill('SIGINT')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
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
  while (child.exitCode === null && child.signalCode === null) {
    const found = await readPostmaster(data)
    if (found?.ready && found.pid === child.pid) return child
    await wait(10)
  }
  throw new Error(`PostgreSQL 15 ended at once with ${child.exitCode}`)
}
