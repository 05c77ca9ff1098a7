import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#server/lib/listening.ts'
import { postgresUser } from '#server/platform/db/postgres-user.ts'
import { endProcess, isRunning } from './platform-process.ts'
import { initialisePostgres15, launchPostgres15, postgres15Bin } from './postgres-15.ts'

/** Two servers of one database: what one commits is on the disk of the other before it is answered. */
export interface PostgresPair {
  /** The address with both servers. */
  url: string
  /** The port of the one that takes writes. */
  leaderPort(): number
  /** The address of the one that follows. */
  standbyUrl(): string
  /** Whether both run. */
  isRunning(): boolean
  /** Kills the server that takes writes, with all its sessions, and lets the other take over; resolves when it has. */
  failOver(): Promise<void>
  /** Lets the server that was killed follow the other one, with a copy of its data. */
  restore(): Promise<void>
  stop(): Promise<void>
}

interface Server {
  port: number
  data: string
  socket: string
  child: ChildProcess | null
}

const host = '127.0.0.1'

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-pair-'))
  const user = postgresUser()
  const servers: Server[] = []
  for (const name of ['one', 'two']) {
    const socket = path.join(folder, `${name}-socket`)
    await mkdir(socket)
    servers.push({ port: await findFreePort(host), data: path.join(folder, name), socket, child: null })
  }
  let [leader, follower] = servers as [Server, Server]
  await user.own(folder)
  await initialisePostgres15(user, leader.data)
  await launch(leader)
  await follow()

  async function launch(server: Server): Promise<void> {
    const settings = [
      `listen_addresses=${host}`,
      `port=${server.port}`,
      `unix_socket_directories=${server.socket}`,
      'max_connections=100',
      'wal_sender_timeout=5s',
    ]
    server.child = await launchPostgres15(user, server.data, settings)
  }

  /** Copies the leader to the follower, starts that, and lets commits wait for it from then on. */
  async function follow(): Promise<void> {
    await rm(follower.data, { recursive: true, force: true })
    const from = ['-h', host, '-p', String(leader.port), '-U', 'postgres']
    const copy = [...from, '-D', follower.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    const program = path.join(postgres15Bin, 'pg_basebackup')
    const child = user.run(program, copy, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`pg_basebackup ended with ${code}`)
    await launch(follower)
    await ask(leader, "alter system set synchronous_standby_names = '*'")
    await ask(leader, 'select pg_reload_conf()')
    while ((await ask(leader, "select from pg_stat_replication where sync_state = 'sync'")).rowCount === 0)
      await wait(20)
  }

  return {
    url: `postgres://postgres@${servers.map(({ port }) => `${host}:${port}`).join(',')}/postgres`,
    leaderPort: () => leader.port,
    standbyUrl: () => urlOf(follower),
    isRunning: () => servers.every(({ child }) => child !== null && isRunning(child)),
    async failOver() {
      const killed = leader
      // Its sessions are in its process group.
      process.kill(-killed.child!.pid!, 'SIGKILL')
      await once(killed.child!, 'exit')
      ;[leader, follower] = [follower, killed]
      await ask(leader, 'select pg_promote()')
      await ask(leader, 'alter system reset synchronous_standby_names')
      await ask(leader, 'select pg_reload_conf()')
    },
    restore: follow,
    async stop() {
      for (const { child } of servers) if (child) await endProcess(child, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = ({ port }: Server) => `postgres://postgres@${host}:${port}/postgres`

async function ask(server: Server, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(urlOf(server))
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
