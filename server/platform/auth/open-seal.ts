import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from '#server/lib/logger.ts'
import { advisoryLocks } from '../db/database.ts'
import { createSeal, secretKeysOf, type Seal } from './seal.ts'
import { sealedColumns, settingsPlace, type SealedColumn } from './sealed-columns.ts'

export interface SealParts {
  pool: pg.Pool
  log: Logger
  /** `SECRETS_KEY`; null when there is none yet. */
  keys: string | null
  /** Makes and stores a key. Only called for a database without sealed values. */
  makeKey: () => Promise<string>
  /** Start although values are sealed with a lost key (`SECRETS_KEY_LOST`). */
  acceptLost: boolean
}

type Client = Pick<pg.PoolClient, 'query'>

/** Rows of one statement. */
const BATCH = 500
const KNOWN_TEXT = 'the secrets of this database'
const checkPlace = (keyId: string) => `secret_keys/${keyId}/sealed`

/**
 * Opens the seal of a database. Every key that has sealed values of it has a row in `secret_keys` with a known text,
 * so a wrong key is found before it seals anything: throws one sentence for the operator. With several keys the values
 * of the others are sealed with the first one. A value that no key opens stays as it is: it is unreadable by itself.
 */
export async function openSeal({ pool, log, keys, makeKey, acceptLost }: SealParts): Promise<Seal> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.secrets])
    const given = keys ?? (acceptLost || !(await hasSealed(client)) ? await makeKey() : null)
    if (given === null) throw new Error(refusal('no key is configured and none is stored in DATA_DIR/keys'))
    const seal = createSeal(given)
    await checkKeys(client, seal, given, { log, acceptLost })
    if (secretKeysOf(given).length > 1) await sealWithFirst(client, seal, given, log)
    await sealOldSettings(client, seal)
    return seal
  } finally {
    // Closing the session also releases the advisory lock, whatever the state of the connection.
    client.release(true)
  }
}

const refusal = (fact: string) =>
  `SECRETS_KEY does not open the secrets of this database: ${fact}. Start with the SECRETS_KEY that sealed them, or ` +
  'put its file back into DATA_DIR/keys. If that key is lost, start once with SECRETS_KEY_LOST=accept: values that ' +
  'it sealed then stay unreadable until they are entered again.'

/** The name of a key in the database and in messages: the key cannot be derived from it. */
export const keyIdOf = (key: string) =>
  createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8)

async function hasSealed(client: Client): Promise<boolean> {
  const parts = [
    'select from secret_keys',
    ...sealedColumns.map(({ table, column }) => `select from ${table} where ${column} is not null`),
  ]
  const { rows } = await client.query<{ some: boolean }>(
    `select ${parts.map((part) => `exists (${part})`).join(' or ')} as some`,
  )
  return rows[0]?.some ?? false
}

/** Throws when a key that has sealed values is missing; then stores the check of the first key. */
async function checkKeys(
  client: Client,
  seal: Seal,
  given: string,
  { log, acceptLost }: Pick<SealParts, 'log' | 'acceptLost'>,
): Promise<void> {
  const { rows } = await client.query<{ id: string; sealed: Buffer }>('select id, sealed from secret_keys')
  const missing = rows.filter(({ id, sealed }) => seal.tryOpen(sealed, checkPlace(id)) !== KNOWN_TEXT)
  if (rows.length === 0 || missing.length > 0) {
    const { opened, closed } = await count(client, seal)
    const other = missing.map(({ id }) => id).join(', ')
    // A database of an older version has no check: the greater part of its values decides.
    const isWrong = rows.length === 0 ? closed.length > opened : closed.length > 0
    if (isWrong && !acceptLost)
      throw new Error(
        refusal(
          `${closed.length} of ${opened + closed.length} values do not open with it` +
            (other
              ? `; key ${secretKeysOf(given).map(keyIdOf).join(', ')} is set, key ${other} sealed them`
              : ''),
        ),
      )
    if (closed.length > 0)
      log.warn({ values: closed.length, first: closed.slice(0, 10) }, 'sealed values cannot be read')
    await client.query('delete from secret_keys where id = any($1)', [missing.map(({ id }) => id)])
  }
  const [first = ''] = secretKeysOf(given)
  const id = keyIdOf(first)
  await client.query('insert into secret_keys (id, sealed) values ($1, $2) on conflict do nothing', [
    id,
    seal.seal(KNOWN_TEXT, checkPlace(id)),
  ])
}

/** Tries every sealed value. `closed` are the places of those that do not open. */
async function count(client: Client, seal: Seal): Promise<{ opened: number; closed: string[] }> {
  const closed: string[] = []
  let opened = 0
  await eachSealed(client, async ({ place }, id, sealed) => {
    if (seal.tryOpen(sealed, place(id)) === null) closed.push(place(id))
    else opened += 1
  })
  return { opened, closed }
}

async function eachSealed(
  client: Client,
  visit: (of: SealedColumn, id: string, sealed: Buffer) => Promise<void>,
): Promise<void> {
  for (const of of sealedColumns) {
    for (let after = ''; ;) {
      const { rows } = await client.query<{ id: string; sealed: Buffer }>(
        `select ${of.id} as id, ${of.column} as sealed from ${of.table}
         where ${of.id} > $1 and ${of.column} is not null order by 1 limit ${BATCH}`,
        [after],
      )
      for (const { id, sealed } of rows) await visit(of, id, sealed)
      if (rows.length < BATCH) break
      after = rows.at(-1)?.id ?? ''
    }
  }
}

/**
 * Seals with the first key what others have sealed. A start without the other keys checks every value, so that a
 * rotation that stopped half-way is found.
 */
async function sealWithFirst(client: Client, seal: Seal, given: string, log: Logger): Promise<void> {
  const first = createSeal(secretKeysOf(given)[0] ?? '')
  let changed = 0
  await eachSealed(client, async ({ table, id: key, column, place }, id, sealed) => {
    if (first.tryOpen(sealed, place(id)) !== null) return
    const text = seal.tryOpen(sealed, place(id))
    if (text === null) return
    // Only the value that was read: another process may have changed it meanwhile.
    const { rowCount } = await client.query(
      `update ${table} set ${column} = $1 where ${key} = $2 and ${column} = $3`,
      [first.seal(text, place(id)), id, sealed],
    )
    changed += rowCount ?? 0
  })
  if (changed > 0) log.info({ values: changed }, 'secrets sealed with the first key of SECRETS_KEY')
}

/** Seals settings of accounts that an older version has stored as text. */
async function sealOldSettings(client: Client, seal: Seal): Promise<void> {
  const { rows } = await client.query<{ id: string; text: string }>(
    'select account_id as id, settings::text as text from account_settings where settings is not null',
  )
  for (const { id, text } of rows)
    await client.query('update account_settings set sealed = $1, settings = null where account_id = $2', [
      seal.seal(text, settingsPlace(id)),
      id,
    ])
  // Rewrites the table, so that its file no longer contains the old rows.
  if (rows.length > 0) await client.query('vacuum full account_settings')
}
