import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openSeal } from '#server/platform/auth/open-seal.ts'
import { createSeal } from '#server/platform/auth/seal.ts'
import { sealedColumns, settingsPlace } from '#server/platform/auth/sealed-columns.ts'
import { databaseUrl, withHost } from '../support/database-url.ts'
import { evidence } from '../support/evidence.ts'
import { createTestPlatform, type TestPlatform } from '../support/platform-app.ts'
import { idleEngine, insertTeam, insertWorker } from '../support/platform-rows.ts'
import { startPlatformProcess } from '../support/platform-process.ts'

/**
 * Check 74: a start with a lost, wrong or exchanged key is refused in words and seals nothing; a rotation that stopped
 * half-way is found and can be finished; one value that cannot be read does not prevent a start.
 */

const key = '5ea1'.repeat(16)
const random = () => randomBytes(32).toString('hex')
const words = /^SECRETS_KEY does not open the secrets of this database: /
const log = pino({ level: 'silent' })
let platform: TestPlatform
const figures = { 'starts with another key, refused': 0, 'keys generated over sealed values': 0 }

beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  const { accountId } = platform.alice
  const post = async (path: string, body: object) => (await platform.send('post', path, body)).body
  for (const name of ['One', 'Two']) {
    const app = await post('apps', { name, description: 'd' })
    for (const variable of ['A', 'B', 'C'])
      await post(`apps/${app._id}/variables`, { name: variable, value: `value ${variable} of ${name}` })
  }
  const teamId = await insertTeam(platform.pool, accountId)
  const workerId = await insertWorker(platform.pool, { accountId, teamId })
  await post(`workers/${workerId}/aliases`, { aliasName: 'beta' })
  const cluster = await post('clusters', { name: 'West' })
  await post('deployments', { clusterId: cluster._id, workerId, environment: { PASSWORD: 'secret' } })
  await platform.send('put', 'accountSettings/save', { accountId, theme: 'dark' })
})
afterAll(() => platform.close())

interface Start {
  keys: string | null
  acceptLost?: boolean
  pool?: pg.Pool
}

async function start({ keys, acceptLost = false, pool = platform.pool }: Start) {
  let made = ''
  const makeKey = async () => (made = random())
  const seal = await openSeal({ pool, log, keys, makeKey, acceptLost })
  return { seal, made }
}

/** Every sealed value, with the keys out of these that open it. */
async function opened(keys: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (const { table, id, column, place } of sealedColumns) {
    const { rows } = await platform.pool.query(
      `select ${id} as id, ${column} as sealed from ${table} where ${column} is not null`,
    )
    for (const row of rows as { id: string; sealed: Buffer }[]) {
      const names = Object.entries(keys)
        .filter(([, each]) => createSeal(each).tryOpen(row.sealed, place(row.id)) !== null)
        .map(([name]) => name)
      found.push(names.join('+') || 'none')
    }
  }
  return found
}

const dump = async () => {
  const texts = await Promise.all(
    [...new Set(sealedColumns.map(({ table }) => table)), 'secret_keys'].map(async (table) =>
      JSON.stringify((await platform.pool.query(`select t::text from ${table} t order by 1`)).rows),
    ),
  )
  return texts.join('\n')
}

async function refuses(keys: string | null, acceptLost = false): Promise<string> {
  const before = await dump()
  const refusal = await start({ keys, acceptLost }).then(
    ({ made }) => `started with ${made || 'it'}`,
    (error: Error) => error.message,
  )
  expect(refusal).toMatch(words)
  expect(await dump()).toBe(before)
  figures['starts with another key, refused'] += 1
  return refusal
}

test('every column of bytes is a known hash or is in the list of sealed columns', async () => {
  const { rows } = await platform.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea'`,
  )
  const hashes = [
    'tokens.hash',
    'mail_links.hash',
    'sign_in_attempts.user_key',
    'start_requests.body_hash',
    'secret_keys.sealed',
  ]
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...new Set([...sealed, ...hashes])].sort())
})

test('check 74: only the key that sealed the secrets opens a database', async () => {
  // A database of an older version has no check yet: its values decide.
  await platform.pool.query('delete from secret_keys')
  await refuses(random())
  await refuses(null)
  await start({ keys: key })
  expect((await platform.pool.query('select 1 from secret_keys')).rowCount).toBe(1)

  await refuses(random())
  expect(await refuses(null)).toContain('no key is configured')
  // Exchanged with the key of another installation, whose database has its own check.
  const other = await createTestPlatform(idleEngine)
  const theirs = random()
  const app = await start({ keys: theirs, pool: other.pool }).finally(() => other.close())
  expect(app.made).toBe('')
  await refuses(theirs)

  // One value that cannot be read is no other key.
  await platform.pool.query("update app_variables set value = '\\x01' where name = 'C'")
  await start({ keys: key })
  const total = (await opened({ key })).length
  expect((await opened({ key })).filter((name) => name === 'key')).toHaveLength(total - 2)

  const next = random()
  await rotate(next, total)
  const spare = random()
  await refuses(spare)
  // The operator says that the key is lost: the values stay as they are, and new ones can be sealed.
  const { seal } = await start({ keys: spare, acceptLost: true })
  expect(await opened({ key, next, spare })).toEqual(Array.from({ length: total - 2 }, () => 'next'))
  const { accountId } = platform.alice
  const settings = seal.seal('{}', settingsPlace(accountId))
  await platform.pool.query('update account_settings set sealed = $1', [settings])
  await start({ keys: spare })
  expect((await opened({ key, next, spare })).sort()).toEqual([
    ...Array.from({ length: total - 3 }, () => 'next'),
    'spare',
  ])
  await refuses(next)
  evidence({
    check: 74,
    figures: { ...figures, 'values sealed by a wrong key': 0, 'sealed values': total },
    breaks: 'checkKeys accepts any key; a key is generated although the database has sealed values',
  })
})

/** Ends with every value sealed by `next`, after starts that were killed half-way. */
async function rotate(next: string, total: number): Promise<void> {
  const both = `${next},${key}`
  const good = total - 2
  for (const after of [1, 3]) {
    await expect(start({ keys: both, pool: failing(after) })).rejects.toThrow('the database is gone')
    const now = await opened({ key, next })
    expect(now.filter((name) => name === 'next').length).toBeGreaterThan(0)
    expect(now.filter((name) => name === 'key').length).toBeGreaterThan(0)
    await refuses(next)
    await refuses(key)
    // The order of the keys does not decide what opens.
    expect((await start({ keys: `${key},${next}`, pool: readOnly() })).seal).toBeDefined()
  }
  await start({ keys: both })
  expect((await opened({ next })).filter((name) => name === 'next')).toHaveLength(good)
  // Values that no key opens do not keep the earlier key alive, once the operator has seen them.
  expect(await refuses(next)).toContain(`2 of ${total} values do not open`)
  await platform.pool.query("delete from app_variables where name = 'C'")
  await start({ keys: next })
  await refuses(key)
}

/** The pool of a process that ends after some updates. */
function failing(after: number): pg.Pool {
  return wrapped(() => {
    after -= 1
    if (after < 0) throw new Error('the database is gone')
    return 'send'
  })
}

/** The pool of a process whose updates are lost. */
const readOnly = () => wrapped(() => 'skip')

function wrapped(onUpdate: () => 'send' | 'skip'): pg.Pool {
  const connect = async () => {
    const client = await platform.pool.connect()
    const query = async (text: string, values?: unknown[]) =>
      /^update /.test(text.trim()) && onUpdate() === 'skip'
        ? { rowCount: 0, rows: [] }
        : client.query(text, values)
    return { query, release: (destroy?: boolean) => client.release(destroy) }
  }
  return { connect } as unknown as pg.Pool
}

test('check 74: the process says so and exits with 1', async () => {
  const { rows } = await platform.pool.query<{ name: string }>('select current_database() as name')
  const url = databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '')
  const started = startPlatformProcess({ DATABASE_URL: withHost(url), SECRETS_KEY: random(), QUEUE: 'none' })
  await expect(started).rejects.toThrow(/SECRETS_KEY does not open the secrets of this database: /)
})
