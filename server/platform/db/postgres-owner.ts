import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../lib/logger.ts'

/** What `postmaster.pid` says of the server of a data directory. */
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

/**
 * Takes a PostgreSQL home for this process. Throws while another living process has it. A record left by a
 * dead one is replaced, and a server that outlived its owner is stopped, never adopted: an adopted process
 * has no exit event and no log.
 */
export async function takeOwnership(home: string, log: Logger): Promise<() => Promise<void>> {
  const record = path.join(home, 'owner.json')
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  const theirs = parseOwner(await readOptional(record))
  if (theirs && startOf(theirs.pid) !== null && startOf(theirs.pid) === theirs.started)
    throw new Error(
      `The data in ${home} is in use by process ${theirs.pid}: stop that one or choose another DATA_DIR`,
    )
  await writeFile(record, mine, { mode: 0o600 })
  await stopOrphan(path.join(home, 'data'), log)
  return async () => {
    if ((await readOptional(record)) === mine) await rm(record, { force: true })
  }
}

async function stopOrphan(data: string, log: Logger): Promise<void> {
  const orphan = await readPostmaster(data)
  if (!orphan || startOf(orphan.pid) === null) return
  if (!servesFrom(orphan.pid, data)) return
  log.warn({ pid: orphan.pid }, 'stopping a PostgreSQL left by a process that died')
  process.kill(orphan.pid, 'SIGINT')
  const limit = performance.now() + 10_000
  while (startOf(orphan.pid) !== null) {
    if (performance.now() > limit)
      throw new Error(`PostgreSQL process ${orphan.pid} of ${data} does not stop: stop it and start again`)
    await wait(10)
  }
}

/** Whether that process is a PostgreSQL at work in that data directory, so that a reused pid harms nobody. */
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
 * When a process began, in the kernel's own words (boot and clock tick), null when there is none: pid and start together
 * never come twice. Without `/proc` only "lives".
 */
function startOf(pid: number): string | null {
  try {
    // The second field is the program's name in brackets and may hold anything.
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

function parseOwner(text: string | null): { pid: number; started: string } | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as { pid: number; started: string }
  } catch {
    // Cut short by a crash while it was written: nobody's.
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
