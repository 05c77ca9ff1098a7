import type pg from 'pg'
import { pino } from 'pino'
import { createDatabase } from '#server/platform/db/database.ts'
import { createSearchFollower } from '#server/platform/search/follower.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'
import { createTestPlatform, type Member } from './platform-app.ts'
import { absentEngine, insertRun, insertTask } from './platform-rows.ts'

/** A run as searches see it. */
export interface SearchedRunRow {
  name: string
  description?: string
  tags?: string[]
  by?: string
  status?: WorkqueueStatus
  created?: Date
  /** Minutes ago. */
  started?: number
  activeMs?: number
  initial?: object
  state?: object
  alias?: string
  reason?: string
  planId?: string
  parentTaskId?: string
}

/** A platform without an engine, whose runs are stored as given and made searchable by `settle`. */
export async function createSearchBed() {
  const platform = await createTestPlatform(absentEngine)
  const log = pino({ level: 'silent' })
  const follower = createSearchFollower({ db: createDatabase(platform.pool), log })
  const appOf = async (who: Member, name: string): Promise<string> =>
    (await platform.send('post', 'apps', { name, description: 'b' }, who)).body._id
  const appId = await appOf(platform.alice, 'Billing')

  const make = (
    row: SearchedRunRow,
    where: { accountId: string; appId: string } = { accountId: platform.alice.accountId, appId },
  ) => insertSearched(platform.pool, platform.clock.now(), where, row)
  const read = (search: string, more = '', who?: { headers: Record<string, string> }) =>
    platform.send('get', `workqueues?search=${encodeURIComponent(search)}${more}`, undefined, who)

  return {
    platform,
    appId,
    appOf,
    make,
    read,
    settle: () => follower.drain(),
    /** The names of the runs that a search finds, in alphabetical order. */
    async names(search: string, more = '', who?: { headers: Record<string, string> }): Promise<string[]> {
      const { status, body } = await read(search, `&pagesize=200${more}`, who)
      if (status !== 200) throw new Error(`${search}: ${status} ${body.message}`)
      const names = body.data.map(({ name }: { name: string }) => name) as string[]
      if (body.total !== names.length || body.more !== false)
        throw new Error(`${search}: ${JSON.stringify(body)}`)
      return names.sort()
    },
    async close() {
      await follower.stop()
      await platform.close()
    },
  }
}

async function insertSearched(
  pool: pg.Pool,
  now: number,
  owner: { accountId: string; appId: string },
  { name, tags = [], status = 'completed', planId, parentTaskId, created, ...more }: SearchedRunRow,
): Promise<string> {
  const optional = {
    ...(planId ? { planId } : {}),
    ...(parentTaskId ? { parentTaskId } : {}),
    ...(created ? { created } : {}),
  }
  const id = await insertRun(pool, { ...owner, name, tags, status, ...optional })
  const initial = JSON.stringify(more.initial ?? {})
  await pool.query(
    `update workqueues set description = $2, created_by = $3, started = $4, active_ms = $5, initial_state = $6, state = $7
     where id = $1`,
    [
      id,
      more.description ?? '',
      more.by ?? null,
      more.started === undefined ? null : new Date(now - more.started * 60_000),
      more.activeMs ?? 0,
      initial,
      more.state ? JSON.stringify(more.state) : initial,
    ],
  )
  if (more.alias || more.reason) {
    const ofTask = {
      status: more.reason ? 'failed' : 'ended',
      ...(more.alias ? { alias: more.alias } : {}),
    } as const
    const task = await insertTask(pool, { ...owner, workqueueId: id, ...ofTask })
    await pool.query('update tasks set reason = $2 where id = $1', [task, more.reason ?? null])
  }
  return id
}
