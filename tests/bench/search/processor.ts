import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Processor time of a process in microseconds, as the kernel counts it for its scheduler. */
export async function processorTimeOf(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1000
}

/** Processor time of this process, in microseconds. */
export function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** The process that serves the one connection of a pool. */
export async function backendOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? Number.NaN
}
