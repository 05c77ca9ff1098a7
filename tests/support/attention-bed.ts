import { pino } from 'pino'
import type { Attention, AttentionItem } from '#shared/domains/attention/contract.ts'
import { noteGroups } from '#server/platform/attention/changes.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createFailureFollower } from '#server/platform/failures/follower.ts'
import { createTestPlatform, type TestPlatform } from './platform-app.ts'
import { idleEngine, insertRun, insertTask } from './platform-rows.ts'

/** Where tasks fail or wait; the app and the type of the current test unless given. */
interface Place {
  app?: string
  alias?: string
  version?: string
  host?: string
  reason?: string
}

export type AttentionBed = Awaited<ReturnType<typeof createAttentionBed>>

/** A platform without an engine whose failures, queues and runs are what a test stores. */
export async function createAttentionBed(options: Parameters<typeof createTestPlatform>[1] = {}) {
  const platform = await createTestPlatform(() => idleEngine(), options)
  const { pool, clock, attention, send, alice } = platform
  const { accountId } = alice
  // Tests let days pass.
  await pool.query(`update tokens set expires = '2100-01-01'`)
  const log = pino({ level: 'silent' })
  // What it notes waits until the test lets a keeper apply it.
  const follower = createFailureFollower({
    db: createDatabase(pool),
    clock,
    log,
    onGroupsChanged: noteGroups,
  })
  const now = () => new Date(clock.now())
  /** Of the current test. */
  const current = { number: 0, appId: '', app: '', type: '' }
  const settle = async () => {
    await follower.drain()
    await attention.settle()
  }
  const read = async (query = '', who: { headers: Record<string, string> } = alice): Promise<Attention> =>
    (await send('get', `attention?${query}`, undefined, who)).body

  /** What the write of a run hands on. */
  async function event(
    kind: 'failed' | 'passed',
    run: string,
    task: string,
    place: Place = {},
  ): Promise<void> {
    await pool.query(
      `insert into failure_events (kind, account_id, app_id, workqueue_id, run_created, task_id, task_name, type, alias,
         version, host_name, attempt, at, reason)
       values ($1, $2, $3, $4, now(), $5, 'pay', $6, $7, $8, $9, 1, $10, $11)`,
      [
        kind,
        accountId,
        place.app ?? current.appId,
        run,
        task,
        current.type,
        place.alias ?? 'default',
        place.version ?? '2.14.1',
        place.host ?? 'h1',
        now(),
        place.reason ?? 'Card scheme refused the card',
      ],
    )
  }

  return {
    platform,
    accountId,
    current,
    now,
    settle,
    /** Groups what has failed. */
    group: () => follower.drain(),
    /** The answer of `GET attention`. */
    read,

    /** A new app and a new type of tasks, a minute later. */
    async begin(): Promise<void> {
      clock.advance(60_000)
      current.app = `Billing ${++current.number}`
      current.type = `task.shop.pay${current.number}`
      current.appId = (await send('post', 'apps', { name: current.app, description: 'B' })).body._id
      platform.told.length = 0
    },

    /** Lets time pass, groups what has failed, applies what was noted and does what is due. */
    async later(ms: number): Promise<void> {
      clock.advance(ms)
      await settle()
    },

    /** The open items of the app. */
    async items(query = ''): Promise<AttentionItem[]> {
      return (await read(`appId=${current.appId}&${query}`)).items
    },

    /** The events of items about the type of the current test: what happened, and to which sentence. */
    told: (): [string, string][] =>
      platform.told
        .map(({ event, data }) => ({ event, item: data as AttentionItem }))
        .filter(({ item }) => item.links?.type === current.type)
        .map(({ event, item }) => [event, item.sentence]),

    /** Failed runs, each with a failed task and two that wait behind it. */
    async fail(count: number, place: Place = {}) {
      const ids: { run: string; task: string }[] = []
      for (let index = 0; index < count; index++) {
        const appId = place.app ?? current.appId
        const run = await insertRun(pool, { accountId, appId, status: 'failed', ended: now() })
        await pool.query(`update workqueues set task_counts = '{2,0,0,0,0,1,0}' where id = $1`, [run])
        const row = {
          accountId,
          appId,
          workqueueId: run,
          name: 'pay',
          type: current.type,
          status: 'failed' as const,
        }
        const task = await insertTask(pool, { ...row, ended: now() })
        ids.push({ run, task })
        await event('failed', run, task, place)
      }
      return ids
    },

    event,

    /** Ends a failed task well. */
    async repair({ run, task }: { run: string; task: string }): Promise<void> {
      await pool.query(`update tasks set status = 'ended' where id = $1`, [task])
      await event('passed', run, task)
    },

    /** Tasks of one run that wait in a queue of the type. */
    async queue(count: number, { app = current.appId, alias = 'bigbatch' }: Place = {}): Promise<string> {
      const run = await insertRun(pool, { accountId, appId: app, status: 'started' })
      const row = {
        accountId,
        appId: app,
        workqueueId: run,
        type: current.type,
        alias,
        status: 'queued' as const,
      }
      for (let position = 0; position < count; position++)
        await insertTask(pool, { ...row, position, queued: now() })
      return run
    },

    /** A worker process that polls a queue of the type at this moment. */
    async poll({ alias = 'bigbatch', host = 'h1' }: Place = {}): Promise<void> {
      await pool.query(
        `insert into queue_pollers (account_id, type, alias, host_name, version, first_poll, last_poll, last_seen)
         values ($1, $2, $3, $4, '', $5, $5, $5)
         on conflict (account_id, type, alias, host_name, version) do update set last_poll = $5, last_seen = $5`,
        [accountId, current.type, alias, host, now()],
      )
    },

    /** A program with a token of the app of the current test. */
    async program(): Promise<Pick<TestPlatform['alice'], 'headers'>> {
      const { key, secret } = (await send('post', `apps/${current.appId}/token`, {})).body
      const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
      return { headers: { authorization, 'account-id': accountId } }
    },

    async close(): Promise<void> {
      await follower.stop()
      await platform.close()
    },
  }
}

/** A line as it reads; moments as `<hh:mm>`. */
export const lineText = (line: AttentionItem['details'][number] | undefined): string | undefined =>
  line?.parts.map(({ kind, text }) => (kind === 'time' ? `<${text.slice(11, 16)}>` : text)).join('')
