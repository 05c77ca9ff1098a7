import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { readPostmaster, takeOwnership } from './postgres-owner.ts'
import { killServer } from './postgres-processes.ts'
import { lockedExitCode, postgresUser, type PostgresUser } from './postgres-user.ts'

const port = 5432
const role = 'postgres'
/** `sun_path` has 108 bytes including the terminating zero. */
const longestSocketPath = 107
/** When a stop becomes an immediate shutdown, and when it kills; both within the 8 s that the platform's stop may take. */
const patienceMs = { fast: 4000, immediate: 6000 }

export interface PostgresOptions {
  /**
   * A folder only for PostgreSQL; created when missing. Contains `data` and, where the path is short enough,
   * the socket.
   */
  dataDir: string
  log: Logger
  /** How many connections it accepts. */
  connections?: number
}

export interface PostgresExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunningPostgres {
  /** `host` is the folder of the Unix socket; there is no password and no TCP listener. */
  connection: { host: string; port: number; user: string; database: string }
  url: string
  pid: number
  /** The data directory. */
  data: string
  /** A clean, fast shutdown; resolves when the process has ended. Idempotent. */
  stop(): Promise<void>
  /** Kills all its processes at once; `exited` resolves. For a server that hangs. */
  kill(): void
  /** Resolves when the server ends without a call of `stop()`; otherwise never. */
  exited: Promise<PostgresExit>
}

/**
 * Starts the embedded PostgreSQL on a data directory, which the first start creates. Resolves when the server
 * accepts connections. Throws an error with a message for the operator when the directory is in use or
 * PostgreSQL cannot run here.
 */
export async function startPostgres({
  dataDir,
  log,
  connections = 40,
}: PostgresOptions): Promise<RunningPostgres> {
  const binaries = await findPostgresBinaries()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, 0o700)
  const home = await realpath(dataDir)
  const user = postgresUser()
  const release = await takeOwnership(home, log)
  const data = path.join(home, 'data')
  let socket: SocketFolder | null = null
  try {
    await user.own(home)
    const fresh = !existsSync(data)
    if (fresh) await initialise(binaries, user, data)
    // Volumes that were restored or mounted for a group can have wider permissions, with which PostgreSQL
    // does not start.
    else await chmod(data, 0o700)
    socket = await socketFolder(home, user)
    const server = await launch(
      binaries,
      user,
      data,
      socket.folder,
      settings(socket.folder, connections),
      log,
    )
    if (fresh) void syncFiles(binaries, user, data, log)
    return running(server, data, socket, release)
  } catch (error) {
    await socket?.remove()
    await release()
    throw error
  }
}

/**
 * Creates the data directory under a temporary name and renames it when it is complete, so that an existing
 * one is always complete.
 */
async function initialise(binaries: PostgresBinaries, user: PostgresUser, data: string): Promise<void> {
  const draft = `${data}.new`
  await rm(draft, { recursive: true, force: true })
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', draft, '-U', role, '-A', 'trust', '--no-sync', '--no-instructions', ...locale]
  await runToEnd(user, binaries.initdb, args)
  await rename(draft, data)
}

/** `--no-sync` saves the first start from waiting for the disk; this syncs while the server is running. */
async function syncFiles(binaries: PostgresBinaries, user: PostgresUser, data: string, log: Logger) {
  try {
    await runToEnd(user, binaries.initdb, ['-D', data, '--sync-only'])
  } catch (error) {
    log.warn({ err: error }, 'the new database files may not be synced to disk yet')
  }
}

async function runToEnd(user: PostgresUser, program: string, args: string[]): Promise<void> {
  const child = user.run(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-2000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0)
    throw new Error(
      `The embedded PostgreSQL cannot run here (${text.trim().split('\n')[0] || `${path.basename(program)} ended with ${code}`}): ` +
        'set DATABASE_URL to an existing PostgreSQL, or start as an ordinary user',
    )
}

interface SocketFolder {
  folder: string
  remove(): Promise<void>
}

async function socketFolder(home: string, user: PostgresUser): Promise<SocketFolder> {
  const beside = path.join(home, 'socket')
  if (Buffer.byteLength(path.join(beside, `.s.PGSQL.${port}`)) <= longestSocketPath) {
    await mkdir(beside, { recursive: true, mode: 0o700 })
    await user.own(beside)
    return { folder: beside, remove: async () => {} }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'console-pg-'))
  await user.own(folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

function settings(socket: string, connections: number): string[] {
  const values = {
    listen_addresses: '',
    port: String(port),
    // A list of quoted names: a folder name can contain a comma.
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    shared_buffers: '32MB',
    max_connections: String(connections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    io_method: 'sync',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Statements can contain what users typed, which must not be logged.
    log_min_error_statement: 'panic',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Ready means that the child process lives and the lock file of the directory reports it as ready. A
 * connection would prove nothing: it can reach another server on the same socket.
 */
async function launch(
  binaries: PostgresBinaries,
  user: PostgresUser,
  data: string,
  socket: string,
  options: string[],
  log: Logger,
): Promise<ChildProcess> {
  const child = user.run(binaries.postgres, ['-D', data, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // PostgreSQL trusts its own lock file as long as any process has the id in it: an unreaped one or, after
    // a reboot, another program. The kernel's lock tells whether the server really runs.
    lock: {
      file: `${data}.lock`,
      leftovers: [path.join(data, 'postmaster.pid'), path.join(socket, `.s.PGSQL.${port}.lock`)],
    },
  })
  let lastWord = ''
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      const serious = /\b(FATAL|PANIC):/.test(line)
      if (serious) lastWord = line.replace(/^.*(FATAL|PANIC):\s*/, '')
      log[serious ? 'warn' : 'debug']({ source: 'postgres' }, line)
    })
  let failed: Error | null = null
  child.once('error', (error) => (failed = toError(error)))
  let silence = performance.now() + 10_000
  while (child.exitCode === null && child.signalCode === null && !failed) {
    const found = await readPostmaster(data)
    if (found?.ready && found.pid === child.pid) return child
    if (performance.now() > silence) {
      log.info('PostgreSQL is still recovering')
      silence += 10_000
    }
    await wait(5)
  }
  if (child.exitCode === lockedExitCode)
    throw new Error(
      `The data in ${data} is in use by another PostgreSQL: stop that one or choose another DATA_DIR`,
    )
  throw new Error(
    `The embedded PostgreSQL did not start: ${failed ? toError(failed).message : lastWord || 'it ended at once'}`,
  )
}

function running(
  server: ChildProcess,
  data: string,
  socket: SocketFolder,
  release: () => Promise<void>,
): RunningPostgres {
  let stopping: Promise<void> | null = null
  const ended = once(server, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  // After an uncaught exception there is only time for a signal.
  const lastResort = () => server.kill('SIGINT')
  process.once('exit', lastResort)
  const exited = new Promise<PostgresExit>((resolve) => {
    void ended.then(([code, signal]) => {
      process.off('exit', lastResort)
      if (!stopping) resolve({ code, signal })
    })
  })

  const kill = () => killServer(server.pid ?? Number.NaN)

  async function stop(): Promise<void> {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT')
      // A harder shutdown loses nothing either; the next start recovers.
      const harder = [
        setTimeout(() => server.kill('SIGQUIT'), patienceMs.fast),
        setTimeout(kill, patienceMs.immediate),
      ]
      await ended
      harder.forEach(clearTimeout)
    }
    await socket.remove()
    await release()
  }

  const connection = { host: socket.folder, port, user: role, database: 'postgres' }
  return {
    connection,
    url: `postgres://${role}@/${connection.database}?host=${encodeURIComponent(socket.folder)}&port=${port}`,
    pid: server.pid ?? 0,
    data,
    stop: () => (stopping ??= stop()),
    kill,
    exited,
  }
}
