import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '#server/lib/logger.ts'
import { isStopped, killServer, processesOf } from './postgres-processes.ts'

/** What `postmaster.pid` contains about the server of a data directory. */
export interface Postmaster {
  pid: number
  ready: boolean
}

export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readOptional(path.join(data, 'postmaster.pid'))
  const lines = text?.split('\n') ?? []
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null
}

interface Owner {
  pid: number
  started: string | null
  /** The process that supervises the owner; the owner itself when it has no supervisor. */
  parent: number
  parentStarted: string | null
}

/** How long a start waits for an owner that may be stopping; an owner without its supervisor is stopping. */
const patienceMs = { usual: 1500, supervisorGone: 10_000 }

/** How long a PostgreSQL that outlived its owner may take to stop before it is killed. */
const orphanPatienceMs = 3000

/**
 * Claims a PostgreSQL home for this process. Throws while another living process owns it. The record of a
 * dead owner is replaced, and a server that outlived its owner is stopped, never adopted: an adopted process
 * has no exit event and no log.
 */
export async function takeOwnership(home: string, log: Logger): Promise<() => Promise<void>> {
  const record = path.join(home, 'owner.json')
  await untilFree(home, record)
  const { pid } = process
  const parent = process.connected ? process.ppid : pid
  const owner: Owner = { pid, started: startOf(pid), parent, parentStarted: startOf(parent) }
  const mine = JSON.stringify(owner)
  await writeFile(record, mine, { mode: 0o600 })
  await stopOrphan(path.join(home, 'data'), log)
  return async () => {
    if ((await readOptional(record)) === mine) await rm(record, { force: true })
  }
}

async function untilFree(home: string, record: string): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const owner = parseOwner(await readOptional(record))
    if (!owner || !same(owner.pid, owner.started)) return
    const supervised = same(owner.parent, owner.parentStarted)
    const patience = supervised ? patienceMs.usual : patienceMs.supervisorGone
    if (owner.pid === process.pid || performance.now() - begun > patience)
      throw new Error(
        `The data in ${home} is in use by process ${owner.pid}: stop that one or choose another DATA_DIR`,
      )
    await wait(20)
  }
}

function same(pid: number, started: string | null): boolean {
  return started !== null && startOf(pid) === started
}

async function stopOrphan(data: string, log: Logger): Promise<void> {
  const orphan = await readPostmaster(data)
  if (!orphan || startOf(orphan.pid) === null) return
  if (!servesFrom(orphan.pid, data)) return
  log.warn({ pid: orphan.pid }, 'stopping a PostgreSQL left by a process that died')
  const limit = performance.now() + orphanPatienceMs
  if (processesOf(orphan.pid).some(isStopped)) killServer(orphan.pid)
  else process.kill(orphan.pid, 'SIGINT')
  while (startOf(orphan.pid) !== null) {
    if (performance.now() > limit) killServer(orphan.pid)
    await wait(10)
  }
}

/** Whether that process is a PostgreSQL server of that data directory; guards against reused process ids. */
function servesFrom(pid: number, data: string): boolean {
  try {
    return (
      path.basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres') &&
      readlinkSync(`/proc/${pid}/cwd`) === data
    )
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * The start time of a process, as the kernel reports it (boot id and clock tick); null for an unknown
 * process. Process id and start together are unique. Without `/proc` only "lives".
 */
function startOf(pid: number): string | null {
  try {
    // The second field is the program's name in brackets and can contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
    const state = fields[0]
    if (state === 'Z' || state === 'X') return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    return process.platform !== 'linux' && lives(pid) ? 'lives' : null
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function parseOwner(text: string | null): Owner | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as Owner
  } catch {
    // Truncated by a crash during the write: it has no owner.
    return null
  }
}

async function readOptional(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
