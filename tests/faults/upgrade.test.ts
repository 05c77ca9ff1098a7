import { createPrivateKey } from 'node:crypto'
import { mkdtemp, readdir, copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readPlatformConfig } from '#server/config.ts'
import { createLifecycle, type Lifecycle } from '#server/lib/lifecycle.ts'
import { findFreePort } from '#server/lib/listening.ts'
import { bootPlatform } from '#server/platform/boot/boot.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { useCheapScrypt } from '../support/cheap-scrypt.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { evidence } from '../support/evidence.ts'
import {
  keysOf,
  loadOldInstallation,
  oldInstallation as old,
  oldStatements,
  type AliasKeys,
} from '../support/old-installation.ts'
import { workerToken, type TaskMessage } from '../support/worker.ts'

/**
 * Check 58, upgrades: a database of version 1.0.108, whose platform was killed at work, is opened by this version. No row is
 * lost, each is read by its call, secrets and passwords are valid, and runs continue.
 */

const migrations = new URL('../../server/platform/db/migrations/', import.meta.url)
/** The number of migrations of version 1.0.108. */
const oldSchema = 8
const problems: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void problems.push(line) })
let database: TestDatabase
let before: Map<string, string[]>
let oldDemanded: string[]
let lifecycle: Lifecycle
let origin = ''
let port = 0

/** Starts this version on the database. */
async function start(): Promise<void> {
  lifecycle = createLifecycle(log)
  const config = readPlatformConfig({ PUBLIC_URL: origin, PLATFORM_PORT: String(port) })
  const { secretsKey } = old
  await bootPlatform({ config, databaseUrl: database.url, secretsKey, lifecycle, log })
}

beforeAll(async () => {
  // The old passwords were hashed at full cost.
  useCheapScrypt(false)
  database = await createTestDatabase()
  await loadOldInstallation(database.pool)
  before = await keysOf(database.pool)
  oldDemanded = await demandedColumns()
  port = await findFreePort('127.0.0.1')
  origin = `http://127.0.0.1:${port}`
  await start()
})
afterAll(async () => {
  await lifecycle.stop('the test is over')
  await database.drop()
})

/** Columns without which a row cannot be inserted, as `table.column`. */
async function demandedColumns(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  return rows.map(({ name }) => name)
}

type Headers = Record<string, string>

async function send(method: string, at: string, headers: Headers = {}, body?: unknown) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(`${origin}/api/${at}`, { method, headers: Object.assign(type, headers), ...sent })
}

/** The answer of a call that must succeed. */
async function call<Answer>(method: string, at: string, headers: Headers, body?: unknown): Promise<Answer> {
  const answer = await send(method, at, headers, body)
  const text = await answer.text()
  expect([`${method} ${at}`, answer.ok, answer.ok || text]).toEqual([`${method} ${at}`, true, true])
  return JSON.parse(text) as Answer
}

/** Headers of a user of the account who signs in by password. */
async function signedIn({ email, password }: { email: string; password: string }): Promise<Headers> {
  const { token } = await call<{ token: string }>('POST', 'users/login', {}, { email, password })
  return { authorization: `Bearer ${token}`, 'account-id': old.accountId }
}

/** The owner's session of the old version. */
const owner: Headers = { authorization: `Bearer ${old.owner.bearer}`, 'account-id': old.accountId }

interface Page {
  data: { _id: string }[]
}

test('passwords, sessions and app tokens of the old version are valid', async () => {
  for (const headers of [owner, await signedIn(old.owner), await signedIn(old.member)])
    expect(await call('GET', 'account', headers)).toMatchObject({ _id: old.accountId })
  const { key, secret } = old.secrets.appToken
  const program = { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` }
  expect(await call('GET', `apps/${old.appId}`, program)).toMatchObject({ name: 'Shop orders' })
})

test('every row is kept and is read by its call', async () => {
  const after = await keysOf(database.pool)
  // Published messages and used tokens are deleted by design, leases end with their attempts.
  const transient = ['outbox', 'task_leases', 'worker_token_uses']
  for (const [table, keys] of before)
    if (!transient.includes(table))
      expect([table, after.get(table)]).toEqual([table, expect.arrayContaining(keys)])

  const plurals = ['apps', 'plans', 'workqueues', 'tasks', 'workers', 'scripts', 'teams', 'clusters']
  for (const table of [...plurals, 'deployments', 'receipts']) {
    const deleted = table === 'workers' ? '&showDeleted=true' : ''
    const { data } = await call<Page>('GET', `${table}?pagesize=9999${deleted}`, owner)
    const ids = data.map(({ _id }) => `(${_id})`)
    expect([table, ids]).toEqual([table, expect.arrayContaining(before.get(table) ?? [])])
    for (const { _id } of data) await call('GET', `${table}/${_id}`, owner)
  }
  const parts: [string, string, number][] = [
    [`accounts/${old.accountId}/memberships`, 'docs', 3],
    [`apps/${old.appId}/collaborators`, 'collaborators', 2],
    [`plans/${old.planId}/revisions`, 'data', 2],
    // Sign-ins and changes of passwords belong to no account.
    ['audit?pagesize=9999', 'data', 40],
  ]
  for (const [at, list, least] of parts) {
    const answer = await call<Record<string, unknown[]>>('GET', at, owner)
    expect([at, (answer[list]?.length ?? 0) >= least]).toEqual([at, true])
  }
  const logs = await call<Record<string, unknown[]>>(
    'GET',
    `workqueues/${old.runs['reported']}/logs?athena=true`,
    owner,
  )
  expect(Object.values(logs).flat()).toHaveLength(2)
})

test('runs of the old version have what is known of their progress, attempts and payloads', async () => {
  type Run = {
    _id: string
    strip: string
    taskCounts: Record<string, number>
    activeMs: number
    parent: { workqueueId: string } | null
    parentTaskId: string | null
    inputs: object
    tasks: { _id: string; status: string; attempt: number }[]
  }
  type Attempts = { data: { number: number; status: string; reason: string | null; actor: string | null }[] }
  const { data } = await call<{ data: Run[] }>('GET', 'workqueues?pagesize=9999', owner)
  for (const { parent, parentTaskId, inputs } of data) {
    expect(inputs).toBeTypeOf('object')
    expect(parent !== null).toBe(parentTaskId !== null)
  }
  const children = data.filter(({ parent }) => parent?.workqueueId === old.open['mapped'])
  expect(children.length).toBeGreaterThan(0)
  const read = (name: string) => call<Run>('GET', `workqueues/${old.runs[name]}`, owner)
  const completed = await read('completed')
  expect(completed.strip).toMatch(/^[ek]+$/)
  expect(Object.values(completed.taskCounts).reduce((sum, count) => sum + count)).toBe(completed.tasks.length)
  expect(completed.activeMs).toBeGreaterThan(0)
  const { tasks } = await read('failed')
  const failed = tasks.find(({ status }) => status === 'failed')
  const { data: attempts } = await call<Attempts>('GET', `tasks/${failed?._id}/attempts`, owner)
  expect(attempts).toMatchObject([
    { number: failed?.attempt, status: 'failed', reason: expect.any(String) as string },
  ])
  expect(await call('GET', `tasks/${failed?._id}/payload`, owner)).toMatchObject({
    attempt: failed?.attempt,
    resolved: expect.any(Object) as object,
    outputs: null,
  })
  const [ended] = completed.tasks
  // What it returned was not kept then.
  expect(await call('GET', `tasks/${ended?._id}/payload`, owner)).toMatchObject({ outputs: null })
})

test('secrets of the old version open', async () => {
  const shown = (at: string, what: string) =>
    call<Record<string, unknown>>('GET', at, { ...owner, 'x-reveal': what })
  const { variables, environment, settings } = old.secrets
  for (const [name, value] of Object.entries(variables))
    expect(await shown(`apps/${old.appId}`, name)).toMatchObject({
      variables: expect.arrayContaining([expect.objectContaining({ name, value })]) as unknown,
    })
  const deployment = await shown(`deployments/${old.deploymentId}?withConfig=true`, 'environment')
  expect(deployment).toMatchObject({ environment, dockerTag: '2.1.1' })
  expect(deployment['fluxConfig']).toContain(environment['DB_PASSWORD'])
  const { data } = await call<{ data: { oneflowAccountSettings: object } }>('GET', 'vars', owner)
  expect(data.oneflowAccountSettings).toEqual({ [old.accountId]: settings })
})

/** Receives the waiting tasks of an alias with its old credentials. */
async function receive(name: 'default' | 'canary'): Promise<TaskMessage[]> {
  const { accessKeyId, secretAccessKey } = old.aliases[name]
  const client = new SQSClient({
    region: 'eu-central-1',
    endpoint: `${origin}/queue`,
    credentials: { accessKeyId, secretAccessKey },
  })
  const QueueUrl = `${origin}/queue/${old.accountId}/${old.type}/${name}`
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
  )
  client.destroy()
  return Messages.map(({ Body = '' }) => JSON.parse(Body) as TaskMessage)
}

async function report(
  keys: AliasKeys,
  { taskId, lease }: { taskId: string; lease: string },
): Promise<number> {
  const alias = { aliasId: keys.aliasId, keyId: keys.keyId, privateKey: createPrivateKey(keys.privateKey) }
  const token = await workerToken(alias, Date.now(), { lease, aud: origin })
  const body = { lease, status: 'ended', outputs: { paid: true } }
  return (await send('POST', `tasks/${taskId}/report`, { authorization: `Bearer ${token}` }, body)).status
}

test('runs under way continue: leases of workers are valid, tasks wait in their queues, built-in tasks run again', async () => {
  const { default: first, canary } = old.aliases
  expect(await report(first, old.held.child)).toBe(200)
  expect(await report(canary, old.held.canary)).toBe(200)
  const statuses = async () => {
    for (const name of ['default', 'canary'] as const)
      for (const message of await receive(name)) expect(await report(old.aliases[name], message)).toBe(200)
    const runs = Object.entries(old.open).map(async ([name, id]) => {
      const { status } = await call<{ status: string }>('GET', `workqueues/${id}`, owner)
      return [name, status]
    })
    return Object.fromEntries(await Promise.all(runs)) as Record<string, string>
  }
  await expect.poll(statuses, { timeout: 15_000, interval: 100 }).toEqual({
    mapped: 'completed',
    planned: 'completed',
    // No worker has this type.
    queued: 'notstarted',
    branched: 'completed',
    retrying: 'completed',
    builtIn: 'completed',
  })
  const { tasks } = await call<{ tasks: object[] }>('GET', `workqueues/${old.open['builtIn']}`, owner)
  expect(tasks).toMatchObject([{ status: 'ended', attempt: 2 }, { status: 'ended' }])
  const unpublished = async () =>
    (await database.pool.query('select id from outbox where published is null')).rowCount
  await expect.poll(unpublished).toBe(0)
})

test('failed runs of the old version are restarted, ended ones stay as they were', async () => {
  type Run = { status: string; tasks: { _id: string; status: string; attempt: number }[] }
  const read = (name: string) => call<Run>('GET', `workqueues/${old.runs[name]}`, owner)
  const [, refused] = (await read('failed')).tasks
  await call('POST', `tasks/${refused?._id}/restart`, owner, { taskId: refused?._id })
  await expect
    .poll(async () => (await read('failed')).tasks[1])
    .toMatchObject({ status: 'failed', attempt: 3 })
  for (const [name, status] of Object.entries({
    completed: 'completed',
    byProgram: 'completed',
    cancelled: 'cancelled',
  }))
    expect((await read(name)).status).toBe(status)
})

test('a password reset that was mailed by the old version is valid', async () => {
  const password = 'a new password of the member'
  const reset = await send('POST', 'users/password', {}, { token: old.links.reset, password })
  expect(reset.status).toBe(204)
  await signedIn({ email: old.member.email, password })
})

test('an invitation of the old version is valid', async () => {
  const body = { token: old.links.invitation, password: 'a password of the invited' }
  expect(await call('POST', 'users/acceptInvitation', {}, body)).toMatchObject({
    user: { email: 'pending@example.test' },
  })
})

test('a second start changes nothing', async () => {
  await lifecycle.stop('the second start')
  const rows = await keysOf(database.pool)
  await start()
  const again = await keysOf(database.pool)
  for (const table of ['schema_migrations', 'users', 'workqueues', 'tasks', 'app_variables'])
    expect([table, again.get(table)]).toEqual([table, rows.get(table)])
  expect(problems).toEqual([])
})

test('the old version may go on reading and writing while pods are replaced: its statements are valid', async () => {
  const statements = oldStatements()
  const client = await database.pool.connect()
  const invalid: string[] = []
  for (const [index, text] of statements.entries())
    await client
      .query(`prepare old_${index} as ${text}`)
      .catch((error: unknown) => invalid.push(`${String(error)}: ${text}`))
  client.release(true)
  expect(invalid).toEqual([])
  // Its inserts do not name columns that it does not know.
  const demanded = (await demandedColumns()).filter((name) => before.has(name.split('.')[0] ?? ''))
  expect(demanded.filter((name) => !oldDemanded.includes(name))).toEqual([])
})

test('a start of the old version on the new database is refused in words', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-old-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const known = (await readdir(migrations)).filter((name) => Number(name.slice(0, 4)) <= oldSchema)
  for (const name of known) await copyFile(new URL(name, migrations), path.join(folder, name))
  // A migration of a later version.
  await database.pool.query("insert into schema_migrations (version, name) values (9999, 'later')")
  await expect(migrate(database.pool, log, pathToFileURL(`${folder}/`))).rejects.toThrow(
    /The database is at version 9999, but this program knows versions up to 8 only/,
  )
  evidence({
    check: 58,
    figures: {
      'tables of version 1.0.108': before.size,
      'rows lost by the upgrade': 0,
      'secrets that do not open': 0,
      'runs under way that did not go on': 0,
    },
    breaks: 'a migration drops a column that the old version reads, or rows that it wrote',
  })
})
