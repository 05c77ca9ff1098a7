import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Plan } from '#shared/domains/plans/contract.ts'
import { workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { systemClock } from '../lib/clock.ts'
import { createSeal } from './auth/seal.ts'
import { advisoryLocks } from './db/database.ts'
import type { Engine } from './engine/types.ts'
import { createPasswordChecker } from './people/passwords.ts'
import { seed } from './seed.ts'

const log = pino({ level: 'silent' })
const options = { adminEmail: 'Admin@Example.test', seal: createSeal('5ea1'.repeat(16)), log }

describe('the first start', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())
  const rows = async (sql: string) => (await database.pool.query(sql)).rows

  test('creates an administrator, an account, an app and three sample plans', async () => {
    const made = await seed(database.pool, options)
    expect(made).toEqual({
      email: 'admin@example.test',
      password: expect.stringMatching(/^[a-zA-Z2-9]{20}$/),
      generated: true,
    })
    const [user] = await rows('select email, password_hash from users')
    expect(await createPasswordChecker().check(made?.password ?? '', user.password_hash)).toBe(true)
    expect(await rows('select name, role from accounts join memberships on id = account_id')).toEqual([
      { name: 'default', role: 'owner' },
    ])
    const tokens = 'select name, app_tokens.created_by as by from apps join app_tokens on app_id = apps.id'
    expect(await rows(tokens)).toEqual([{ name: 'Getting started', by: 'admin@example.test' }])
    expect(await rows('select name from plans where sample order by created desc')).toEqual([
      { name: 'Import a file' },
      { name: 'Publish a release' },
      { name: 'Import a delivery' },
    ])
  })

  test('happens once, however many processes start', async () => {
    const made = await Promise.all([1, 2, 3].map(() => seed(database.pool, options)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await rows('select count(*)::int as n from users')).toEqual([{ n: 1 }])
  })

  test('waits for a process that is seeding, and changes nothing of its data', async () => {
    const other = await database.pool.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock($1)', [advisoryLocks.seed])
    const late = seed(database.pool, options)
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await vi.waitFor(async () => expect(await rows(waiting)).toHaveLength(1), { timeout: 10_000 })
    await other.query("insert into users (id, email, password_hash) values ('u', 'first@example.test', 'x')")
    await other.query('commit')
    other.release()
    expect(await late).toBeNull()
    expect(await rows('select email from users')).toEqual([{ email: 'first@example.test' }])
  })

  test('later starts restore nothing and change no password', async () => {
    await seed(database.pool, options)
    const before = await rows('select * from users')
    await database.pool.query('delete from plans')
    expect(await seed(database.pool, { ...options, adminPassword: 'another one' })).toBeNull()
    expect(await rows('select * from users')).toEqual(before)
    expect(await rows('select * from plans')).toEqual([])
  })

  test('uses the given password', async () => {
    const made = await seed(database.pool, { ...options, adminPassword: 'given to me' })
    expect(made).toMatchObject({ password: 'given to me', generated: false })
  })
})

describe('the sample plans', () => {
  let platform: TestPlatform
  let engine: Engine
  let headers: { authorization: string; 'account-id': string }
  let appId: string
  let plans: Plan[]

  beforeEach(async () => {
    platform = await createTestPlatform((parts) => (engine = realEngine({ ...parts, clock: systemClock })))
    await platform.pool.query('delete from users')
    await platform.pool.query('delete from accounts')
    await seed(platform.pool, { ...options, adminPassword: 'for the test' })
    const login = { email: options.adminEmail, password: 'for the test' }
    const { token, user } = (await platform.call.post('/api/users/login').send(login)).body
    const authorization = `Bearer ${token}`
    const who = await platform.call.get(`/api/user/${user._id}`).set({ authorization })
    headers = { authorization, 'account-id': Object.keys(who.body.userAccountHash)[0] ?? '' }
    appId = (await get('/api/apps')).data[0]._id
    plans = (await get('/api/plans')).data
    await hasten()
    await engine.start()
  })
  afterEach(async () => {
    await engine.stop()
    await platform.close()
  })

  const get = async (url: string) => (await platform.call.get(url).set(headers)).body

  /** The same plans a hundred times faster. */
  async function hasten(): Promise<void> {
    await platform.pool.query(`
      update plans set definition = regexp_replace(definition::text, '("(ms|delayMs)":\\d+)00\\M', '\\1', 'g')::json`)
  }

  async function run(name: string): Promise<Workqueue> {
    const plan = plans.find((candidate) => candidate.name === name)
    const answer = await platform.call
      .post(`/api/plans/${plan?._id}/run?appId=${appId}`)
      .set(headers)
      .send({})
    expect(answer.status).toBe(200)
    return ended(answer.body._id)
  }

  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const found = workqueue.parse(await get(`/api/workqueues/${id}`))
        expect(['completed', 'failed']).toContain(found.status)
        return found
      },
      { timeout: 10_000, interval: 20 },
    )
  const statuses = ({ tasks }: Workqueue) =>
    Object.fromEntries(tasks.map(({ name, status }) => [name, status]))

  test('a chain with a retry', async () => {
    const done = await run('Import a file')
    expect(done.status).toBe('completed')
    const upload = done.tasks.find(({ name }) => name === 'Upload to warehouse')
    expect(upload).toMatchObject({ status: 'ended', attempt: 2 })
    expect(done.state).toMatchObject({ file: 'orders-2026-03.csv', loaded: 1250 })
    const logs = await get(`/api/workqueues/${done._id}/logs?athena=true`)
    expect(JSON.stringify(logs)).toContain('The warehouse did not answer in time')
  })

  test('a fan-out with a condition, a failure and error tasks; restarted it completes', async () => {
    const failed = await run('Publish a release')
    expect(failed.status).toBe('failed')
    expect(statuses(failed)).toEqual({
      Build: 'ended',
      'Deploy web': 'ended',
      'Deploy mobile': 'ended',
      'Deploy desktop': 'skipped',
      'Smoke test': 'failed',
      'Shift traffic': 'notstarted',
      'Roll back': 'ended',
      'Notify on call': 'ended',
    })
    const check = failed.tasks.find(({ name }) => name === 'Smoke test')
    const answer = await platform.call.post(`/api/tasks/${check?._id}/restart`).set(headers).send({})
    expect(answer.status).toBe(200)
    const done = await ended(failed._id)
    expect(done.status).toBe('completed')
    expect(statuses(done)).toMatchObject({ 'Smoke test': 'ended', 'Shift traffic': 'ended' })
  })

  test('a map with a child plan', async () => {
    const done = await run('Import a delivery')
    expect(done.status).toBe('completed')
    expect(done.state['results']).toHaveLength(4)
    const { data } = await get(`/api/workqueues?appId=${appId}&pagesize=20`)
    expect(data.filter((child: Workqueue) => child.parentTaskId !== null)).toHaveLength(4)
  })
})
