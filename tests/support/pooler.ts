import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#server/lib/listening.ts'
import { postgresUser } from '#server/platform/db/postgres-user.ts'
import { pgbouncer } from '../debian-program.mjs'
import { endProcess } from './platform-process.ts'

const host = '127.0.0.1'

/**
 * Debian's PgBouncer in front of a server on a port of this machine, with a database for each of its modes. Throws if it
 * is not installed: no test is skipped.
 */
export async function startPooler(port: number) {
  if (!existsSync(pgbouncer.program)) throw new Error(`Install Debian's package ${pgbouncer.debianPackage}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'console-pooler-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const own = await findFreePort(host)
  const databases = ['transaction', 'session'].map(
    (mode) => `${mode} = host=${host} port=${port} dbname=postgres pool_mode=${mode}`,
  )
  const settings = [
    `listen_addr = ${host}`,
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    // It refuses parameters that it does not know, such as the limits of the platform's sessions.
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ]
  await writeFile(
    file,
    ['[databases]', ...databases.map((line) => `${line} user=postgres`), '[pgbouncer]', ...settings, ''].join(
      '\n',
    ),
  )
  const user = postgresUser()
  await user.own(folder)
  const child = user.run(pgbouncer.program, ['--quiet', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = (mode: string) => `postgres://postgres@${host}:${own}/${mode}`
  await untilAnswering(url('session'))
  return {
    url,
    async stop() {
      await endProcess(child, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return
    } catch (error) {
      if (tries === 200) throw error
      await wait(25)
    } finally {
      await client.end()
    }
  }
}
