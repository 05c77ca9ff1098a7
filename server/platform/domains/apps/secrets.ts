import { sql, type Kysely, type Transaction } from 'kysely'
import type { AppToken, AppVariable, VariableBody } from '#shared/domains/apps/contract.ts'
import type { Replaced } from '#shared/domains/keys/contract.ts'
import { appSettingsMessages } from '#shared/domains/apps/access-messages.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { issueAppToken } from '#server/platform/auth/app-tokens.ts'
import { openField, type Seal } from '#server/platform/auth/seal.ts'
import { tokenPlace, variablePlace } from '#server/platform/auth/sealed-columns.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'

type Trx = Transaction<Database>

export type AppSecretStore = ReturnType<typeof createAppSecretStore>

/** Access tokens and variables of apps: sealed at rest, every change audited (never the secret). */
export function createAppSecretStore(db: Kysely<Database>, seal: Seal) {
  /**
   * Runs one change of an app of the account; NOT_FOUND without it. Changes of one app run one after the
   * other.
   */
  function change<Answer>(
    accountId: string,
    author: Author,
    appId: string,
    action: string,
    make: (trx: Trx) => Promise<{ detail: string; answer: Answer }>,
  ): Promise<Answer> {
    return db.transaction().execute(async (trx) => {
      await lockApp(trx, accountId, appId)
      const { detail, answer } = await make(trx)
      await recordAudit(trx, accountId, author, { action, entity: 'app', entityId: appId, detail })
      return answer
    })
  }

  return {
    /** Returns both of one app of the account, opened, oldest first. */
    async open(accountId: string, appId: string): Promise<{ tokens: AppToken[]; variables: AppVariable[] }> {
      const rows = await selectBoth(db, accountId, appId)
      return {
        tokens: rows
          .filter(({ kind }) => kind === 'token')
          .map(({ name, sealed, ...row }) => ({
            ...wireMade(row),
            key: name,
            ...openField(seal, 'secret', sealed, tokenPlace(row.id)),
          })),
        variables: rows
          .filter(({ kind }) => kind === 'variable')
          .map(({ name, sealed, ...row }) => ({
            ...wireMade(row),
            name,
            ...openField(seal, 'value', sealed, variablePlace(row.id)),
          })),
      }
    },

    /** The replaced token stays valid, until `ends` if that is given. Throws NOT_FOUND without it. */
    addToken: (
      accountId: string,
      author: Author,
      appId: string,
      replaced: Replaced | null = null,
    ): Promise<AppToken> =>
      change(accountId, author, appId, 'add-token', async (trx) => {
        const old = replaced && (await endToken(trx, { accountId, appId }, replaced))
        const token = await issueAppToken(trx, seal, { id: appId, accountId }, author, replaced?.id)
        return { detail: old ? `${token.key} for ${old.key}` : token.key, answer: token }
      }),

    /** Throws CONFLICT for the last one that is valid. */
    removeToken: (accountId: string, author: Author, appId: string, tokenId: string): Promise<void> =>
      change(accountId, author, appId, 'remove-token', async (trx) => {
        const tokens = await trx
          .selectFrom('app_tokens')
          .select(['id', 'key', 'expires'])
          .where('account_id', '=', accountId)
          .where('app_id', '=', appId)
          .execute()
        const token = tokens.find(({ id }) => id === tokenId)
        if (!token) throw new AppError('NOT_FOUND', 'Token not found')
        // One that has ended does not count: the app would have none that is accepted.
        const others = tokens.filter(
          ({ id, expires }) => id !== tokenId && !(expires && expires <= author.at),
        )
        if (others.length === 0) throw new AppError('CONFLICT', appSettingsMessages.lastToken)
        await trx
          .deleteFrom('app_tokens')
          .where('account_id', '=', accountId)
          .where('id', '=', tokenId)
          .execute()
        return { detail: token.key, answer: undefined }
      }),

    /** Throws CONFLICT when the app has a variable of that name. */
    addVariable: (
      accountId: string,
      author: Author,
      appId: string,
      { name, value }: VariableBody,
    ): Promise<AppVariable> =>
      change(accountId, author, appId, 'add-variable', async (trx) => {
        const id = newId(author.at.getTime())
        const stored = await trx
          .insertInto('app_variables')
          .values({
            id,
            account_id: accountId,
            app_id: appId,
            name,
            created: author.at,
            created_by: author.actor,
            value: seal.seal(value, variablePlace(id)),
          })
          .onConflict((conflict) => conflict.columns(['app_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!stored) throw faultOf('name', `is taken: the app has a variable ${name}`, 'CONFLICT')
        const made = wireMade({ id, created: author.at, created_by: author.actor })
        return { detail: name, answer: { ...made, name, value } }
      }),

    removeVariable: (accountId: string, author: Author, appId: string, variableId: string): Promise<void> =>
      change(accountId, author, appId, 'remove-variable', async (trx) => {
        const removed = await trx
          .deleteFrom('app_variables')
          .where('account_id', '=', accountId)
          .where('app_id', '=', appId)
          .where('id', '=', variableId)
          .returning(['id', 'name', 'value'])
          .executeTakeFirst()
        if (!removed) throw new AppError('NOT_FOUND', 'Variable not found')
        // Retention deletes it when no task is under way that may have received it.
        await trx
          .insertInto('removed_variables')
          .values({ ...removed, account_id: accountId, app_id: appId, removed: author.at })
          .execute()
        return { detail: removed.name, answer: undefined }
      }),
  }
}

/** Notes when a replaced token ends; without a moment it stays as it is. */
async function endToken(
  trx: Trx,
  { accountId, appId }: { accountId: string; appId: string },
  { id, ends }: Replaced,
): Promise<{ key: string }> {
  const old = await trx
    .updateTable('app_tokens')
    .set((eb) => ({ expires: sql<Date | null>`least(${eb.ref('expires')}, ${ends}::timestamptz)` }))
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirst()
  if (!old) throw new AppError('NOT_FOUND', 'Token not found')
  return old
}

/** Not `for update`, which would block new runs of the app: they take a share lock on its row. */
async function lockApp(trx: Trx, accountId: string, appId: string): Promise<void> {
  const app = await trx
    .selectFrom('apps')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', appId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!app) throw notFound('apps')
}

interface SecretRow {
  kind: 'token' | 'variable'
  id: string
  /** The key of a token. */
  name: string
  sealed: Buffer
  created: Date
  created_by: string | null
}

/** Tokens and variables in one statement. */
function selectBoth(db: Kysely<Database>, accountId: string, appId: string): Promise<SecretRow[]> {
  const ofApp = { account_id: accountId, app_id: appId }
  return db
    .selectFrom('app_tokens')
    .select(['id', 'key as name', 'secret as sealed', 'created', 'created_by'])
    .select(sql.lit('token' as SecretRow['kind']).as('kind'))
    .where((eb) => eb.and(ofApp))
    .unionAll((eb) =>
      eb
        .selectFrom('app_variables')
        .select(['id', 'name', 'value as sealed', 'created', 'created_by'])
        .select(sql.lit('variable' as SecretRow['kind']).as('kind'))
        .where((variables) => variables.and(ofApp)),
    )
    .orderBy('created')
    .orderBy('id')
    .execute()
}

const wireMade = ({ id, created, created_by }: Pick<SecretRow, 'id' | 'created' | 'created_by'>) => ({
  _id: id,
  created: created.toISOString(),
  createdBy: created_by,
})
