import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Replaced } from '#shared/domains/keys/contract.ts'
import type { NewPrivateKey, PrivateKey } from '#shared/domains/workers/contract.ts'
import { DAY_MS, PRIVATE_KEY_LIFE_DAYS } from '#shared/domains/workers/rules.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AliasKeyTable } from '#server/platform/db/tables/workers.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import { changeWorker, requireAlias, type Trx } from './change.ts'

/** An alias of a worker. */
export interface AliasAddress {
  accountId: string
  workerId: string
  alias: string
}

export type KeyStore = ReturnType<typeof createKeyStore>

/** Keys that workers sign their reports with. The private half is never stored. */
export function createKeyStore(db: Kysely<Database>) {
  return {
    /**
     * Returns the private half, which is stored nowhere. The replaced key stays valid, until `ends` if that is given; throws
     * NOT_FOUND without it.
     */
    async add(
      author: Author,
      { alias, ...address }: AliasAddress,
      name: string,
      replaced: Replaced | null = null,
    ): Promise<NewPrivateKey> {
      const pair = await promisify(generateKeyPair)('ed25519')
      return changeWorker(db, { ...address, author, action: 'add-private-key' }, async (trx, worker) => {
        const { id: aliasId } = await requireAlias(trx, worker, alias)
        const old = replaced && (await endKey(trx, { accountId: address.accountId, aliasId }, replaced))
        const key = await trx
          .insertInto('alias_keys')
          .values({
            id: newId(author.at.getTime()),
            account_id: address.accountId,
            alias_id: aliasId,
            name,
            public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
            created: author.at,
            created_by: author.actor,
            replaces: replaced?.id ?? null,
            expires: new Date(author.at.getTime() + PRIVATE_KEY_LIFE_DAYS * DAY_MS),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
        const detail = old ? `${alias}/${name} for ${old.name}` : `${alias}/${name}`
        return { detail, answer: { ...wireKey(key), privateKey } }
      })
    },

    /** Reports signed with it are refused from then on. */
    remove: (author: Author, { alias, ...address }: AliasAddress, keyId: string): Promise<void> =>
      changeWorker(db, { ...address, author, action: 'remove-private-key' }, async (trx, worker) => {
        const { id: aliasId } = await requireAlias(trx, worker, alias)
        const removed = await trx
          .deleteFrom('alias_keys')
          .where('account_id', '=', address.accountId)
          .where('alias_id', '=', aliasId)
          .where('id', '=', keyId)
          .returning('name')
          .executeTakeFirst()
        if (!removed) throw new AppError('NOT_FOUND', 'Private key not found')
        return { detail: `${alias}/${removed.name}`, answer: undefined }
      }),
  }
}

/** Notes when a replaced key ends, if that is before its time. */
async function endKey(
  trx: Trx,
  { accountId, aliasId }: { accountId: string; aliasId: string },
  { id, ends }: Replaced,
): Promise<{ name: string }> {
  const old = await trx
    .updateTable('alias_keys')
    .set((eb) => ({ expires: sql<Date>`least(${eb.ref('expires')}, ${ends}::timestamptz)` }))
    .where('account_id', '=', accountId)
    .where('alias_id', '=', aliasId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (!old) throw new AppError('NOT_FOUND', 'Private key not found')
  return old
}

/** The keys of a worker's aliases by alias, oldest first. */
export async function keysOf(
  db: Kysely<Database>,
  accountId: string,
  workerId: string,
): Promise<Map<string, PrivateKey[]>> {
  const rows = await db
    .selectFrom('alias_keys')
    .innerJoin('worker_aliases', 'worker_aliases.id', 'alias_keys.alias_id')
    .selectAll('alias_keys')
    .where('alias_keys.account_id', '=', accountId)
    .where('worker_aliases.worker_id', '=', workerId)
    .orderBy('alias_keys.created')
    .orderBy('alias_keys.id')
    .execute()
  const byAlias = new Map<string, PrivateKey[]>()
  for (const row of rows) byAlias.set(row.alias_id, [...(byAlias.get(row.alias_id) ?? []), wireKey(row)])
  return byAlias
}

const wireKey = wireForm<PrivateKey>()((row: Selectable<AliasKeyTable>) => ({
  _id: row.id,
  jwtId: row.id,
  name: row.name,
  createdAt: row.created.toISOString(),
  expiresAt: row.expires.toISOString(),
}))
