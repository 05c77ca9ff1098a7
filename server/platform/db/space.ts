import { readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { RunningPostgres } from './postgres.ts'

interface SpaceMonitorOptions {
  /** Address of the database. */
  url: string
  /** The folder of the database. */
  data: string
  /** Below it nothing is saved; 0 switches the monitor off. */
  minFreeBytes: number
  log: Logger
}

/** Short, because the database may write 30 MB in a second. */
const everyMs = 250
/** How much more than the minimum has to be free before changes are accepted again, so that the two do not alternate. */
const recovered = 1.25
const setting = 'default_transaction_read_only'

/**
 * Makes the embedded database refuse changes while its disk is almost full. PostgreSQL stops when it has no space for the
 * next segment of its log (16 MB), and then nothing can be read either. Read-only transactions write next to nothing.
 */
export function monitorSpace({ url, data, minFreeBytes, log }: SpaceMonitorOptions): { stop(): void } {
  let low = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(data)
    const freeBytes = bavail * bsize
    const wanted = low ? freeBytes < minFreeBytes * recovered : freeBytes < minFreeBytes
    if (wanted === low) return
    await setReadOnly(url, wanted)
    low = wanted
    const free = { freeBytes, minFreeBytes }
    if (low) log.error(free, 'the disk is almost full: nothing is saved until there is space again')
    else log.info(free, 'the disk has space again: changes are saved')
  }

  function next(): void {
    timer = setTimeout(() => {
      void look()
        .catch((error: unknown) =>
          log.warn({ err: toError(error) }, 'the free space cannot be acted upon, trying again'),
        )
        .finally(() => stopped || next())
    }, everyMs)
  }

  if (minFreeBytes > 0) next()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Lets a database that a process left read-only accept changes again: a start has to write a little, such as its migrations,
 * and the monitor decides afterwards.
 */
export async function acceptChanges({ url, data }: Pick<RunningPostgres, 'url' | 'data'>): Promise<void> {
  const changed = await readFile(path.join(data, 'postgresql.auto.conf'), 'utf8')
  if (changed.includes(setting)) await setReadOnly(url, false)
}

const SEGMENT_BYTES = 16 * 1024 ** 2

/**
 * Gives a database that has only one segment of its log a second one. A database that has run for a while has some that it uses
 * again; a new one would make the next when the first is nearly full, also at a start on a disk that has no space for it.
 */
export async function keepSpareSegment({ url, data }: Pick<RunningPostgres, 'url' | 'data'>): Promise<void> {
  const { bavail, bsize } = await statfs(data)
  if (bavail * bsize < 4 * SEGMENT_BYTES) return
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from pg_ls_waldir()')
    if (Number(rows[0]?.count) > 1) return
    await client.query('select pg_switch_wal()')
    await client.query('checkpoint')
  })
}

async function setReadOnly(url: string, on: boolean): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(on ? `alter system set ${setting} = on` : `alter system reset ${setting}`)
    await client.query('select pg_reload_conf()')
    // Segments of the log that are no longer needed become the next ones.
    if (on) await client.query('checkpoint')
  })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
