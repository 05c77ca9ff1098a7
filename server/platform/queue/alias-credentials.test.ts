import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { newId } from '#server/lib/ids.ts'
import { createDatabase } from '../db/database.ts'
import { findAliasByAccessKey, findAliasKey, touchAlias } from './alias-credentials.ts'
import { createSeal } from '../auth/seal.ts'
import { aliasSecretPlace } from '../auth/sealed-columns.ts'

const seal = createSeal('5ea1'.repeat(16))
const now = new Date('2026-03-01T12:00:00.000Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Stored {
  accountId: string
  workerId: string
  aliasId: string
  keyId: string
}
let stored: Stored
beforeEach(async () => {
  stored = { accountId: newId(), workerId: newId(), aliasId: newId(), keyId: newId() }
  const { accountId, workerId, aliasId, keyId } = stored
  const { pool } = database
  await pool.query('insert into accounts (id, name) values ($1, $1)', [accountId])
  await pool.query(
    "insert into teams (id, account_id, name, namespace) values ($1, $2, 'Imports', 'imports')",
    [accountId, accountId],
  )
  await pool.query(
    "insert into workers (id, account_id, team_id, name, type) values ($1, $2, $2, 'Pdf', 'task.imports.pdf')",
    [workerId, accountId],
  )
  await pool.query(
    'insert into worker_aliases (id, account_id, worker_id, name, access_key_id, secret) values ($1, $2, $3, $4, $5, $6)',
    [aliasId, accountId, workerId, 'beta', `KEY${aliasId}`, seal.seal('s3cret', aliasSecretPlace(aliasId))],
  )
  await pool.query(
    "insert into alias_keys (id, account_id, alias_id, name, public_key, expires) values ($1, $2, $3, 'laptop', $4, $5)",
    [keyId, accountId, aliasId, publicKey, after(1000)],
  )
})

const identity = () => ({
  aliasId: stored.aliasId,
  accountId: stored.accountId,
  workerId: stored.workerId,
  type: 'task.imports.pdf',
  alias: 'beta',
})
const byAccessKey = () => findAliasByAccessKey(database.pool, seal, `KEY${stored.aliasId}`, Date.now())
const byKey = (at: Date) => findAliasKey(createDatabase(database.pool), stored.keyId, at)
const deleteWorker = () =>
  database.pool.query("update workers set status = 'deleted' where id = $1", [stored.workerId])

describe('the access key of an alias', () => {
  test('identifies its alias and returns the secret that signs its calls', async () => {
    expect(await byAccessKey()).toEqual({
      ...identity(),
      secretAccessKey: 's3cret',
      key: { table: 'worker_aliases', id: stored.aliasId },
    })
    expect(await findAliasByAccessKey(database.pool, seal, 'nobody', Date.now())).toBeNull()
  })

  test('stops working with its worker', async () => {
    await deleteWorker()
    expect(await byAccessKey()).toBeNull()
  })

  test('does not open with the secret of another alias', async () => {
    await database.pool.query('update worker_aliases set secret = $2 where id = $1', [
      stored.aliasId,
      seal.seal('other', aliasSecretPlace('other')),
    ])
    expect(await byAccessKey()).toBeNull()
  })
})

describe('the key of an alias', () => {
  test('is its public half with its alias, until it expires', async () => {
    expect(await byKey(after(999))).toEqual({
      ...identity(),
      keyId: stored.keyId,
      publicKey,
      expires: after(1000),
    })
    expect(await byKey(after(1000))).toBeNull()
  })

  test('stops working when it is deleted, and with its worker', async () => {
    await deleteWorker()
    expect(await byKey(now)).toBeNull()
    await database.pool.query("update workers set status = 'active' where id = $1", [stored.workerId])
    await database.pool.query('delete from alias_keys where id = $1', [stored.keyId])
    expect(await byKey(now)).toBeNull()
  })
})

test('the last poll is written at most once in ten seconds, and never set back', async () => {
  const db = createDatabase(database.pool)
  const polledAt = async () =>
    (await database.pool.query('select last_poll from worker_aliases where id = $1', [stored.aliasId]))
      .rows[0].last_poll as Date | null
  expect(await polledAt()).toBeNull()
  await touchAlias(db, stored.aliasId, now)
  await touchAlias(db, stored.aliasId, after(9_999))
  expect(await polledAt()).toEqual(now)
  await touchAlias(db, stored.aliasId, after(10_000))
  await touchAlias(db, stored.aliasId, now)
  expect(await polledAt()).toEqual(after(10_000))
})
