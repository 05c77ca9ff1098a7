import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { aliasSecretPlace, replacedSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { changeWorker, requireAlias } from './change.ts'
import type { AliasAddress } from './keys.ts'

export type AccessKeyStore = ReturnType<typeof createAccessKeyStore>

/** Access keys that aliases get in the place of their first ones, which stay valid until they are deleted or end. */
export function createAccessKeyStore(db: Kysely<Database>, seal: Seal) {
  return {
    /** Makes a new access key of an alias. The old one stays valid, until `ends` if that is given. */
    replace: (author: Author, { alias, ...address }: AliasAddress, ends: Date | null): Promise<void> =>
      changeWorker(db, { ...address, author, action: 'add-access-key' }, async (trx, worker) => {
        const { id } = await requireAlias(trx, worker, alias)
        const old = await trx
          .selectFrom('worker_aliases')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const secret = seal.tryOpen(old.secret, aliasSecretPlace(id))
        // One that cannot be read signs nothing any more.
        if (secret !== null) {
          const replacedId = newId(author.at.getTime())
          await trx
            .insertInto('replaced_access_keys')
            .values({
              id: replacedId,
              account_id: address.accountId,
              alias_id: id,
              access_key_id: old.access_key_id,
              secret: seal.seal(secret, replacedSecretPlace(replacedId)),
              created: old.key_made ?? old.created,
              created_by: old.key_made ? old.key_made_by : old.created_by,
              expires: ends,
              last_used: old.last_used,
              last_used_by: old.last_used_by,
            })
            .execute()
        }
        const accessKeyId = newAccessKeyId()
        await trx
          .updateTable('worker_aliases')
          .set({
            access_key_id: accessKeyId,
            secret: seal.seal(newSecret(), aliasSecretPlace(id)),
            key_made: author.at,
            key_made_by: author.actor,
            last_used: null,
            last_used_by: null,
          })
          .where('id', '=', id)
          .execute()
        return { detail: `${alias}/${accessKeyId} for ${old.access_key_id}`, answer: undefined }
      }),

    /** Deletes an access key that was replaced: calls that are signed with it are refused from then on. */
    remove: (author: Author, { alias, ...address }: AliasAddress, keyId: string): Promise<void> =>
      changeWorker(db, { ...address, author, action: 'remove-access-key' }, async (trx, worker) => {
        const { id: aliasId } = await requireAlias(trx, worker, alias)
        const removed = await trx
          .deleteFrom('replaced_access_keys')
          .where('account_id', '=', address.accountId)
          .where('alias_id', '=', aliasId)
          .where('id', '=', keyId)
          .returning('access_key_id')
          .executeTakeFirst()
        if (!removed) throw new AppError('NOT_FOUND', 'Access key not found')
        return { detail: `${alias}/${removed.access_key_id}`, answer: undefined }
      }),
  }
}

/** Twenty capitals and digits, as AWS clients expect; the prefix makes a leaked key recognisable. */
export function newAccessKeyId(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  return 'WFCA' + [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
}

export const newSecret = (): string => randomBytes(30).toString('base64url')
