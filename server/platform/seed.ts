import { randomInt } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type pg from 'pg'
import { newId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import { issueAppToken } from './auth/app-tokens.ts'
import type { Seal } from './auth/seal.ts'
import { type Author, recordAudit } from './db/audit.ts'
import { createDatabase, type Database, advisoryLocks } from './db/database.ts'
import { insertPlan } from './domains/plans/store.ts'
import { addCreator } from './people/joining.ts'
import { hashPassword } from './people/passwords.ts'
import { requireDefinition } from './plugins/validation.ts'
import { importDelivery, importFile, publishRelease } from './sample-plans.ts'

export interface SeedOptions {
  adminEmail: string
  /** Absent: one is generated. */
  adminPassword?: string
  /** Seals the first access token of the app. */
  seal: Seal
  log: Logger
}

export interface AdminCredentials {
  email: string
  password: string
  /** False when the operator chose the password. */
  generated: boolean
}

/**
 * Fills an empty platform: an administrator, an account, an app and the sample plans. Returns the
 * credentials, or null when there are users: deleted samples are not restored, and a changed `ADMIN_PASSWORD`
 * changes no password. Of several concurrent processes one seeds.
 */
export async function seed(pool: pg.Pool, options: SeedOptions): Promise<AdminCredentials | null> {
  const db = createDatabase(pool)
  if (await hasUsers(db)) return null
  const password = options.adminPassword ?? generatePassword()
  const passwordHash = await hashPassword(password)
  const email = options.adminEmail.trim().toLowerCase()
  const filled = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.seed})`.execute(trx)
    if (await hasUsers(trx)) return false
    await fill(trx, email, passwordHash, options.seal)
    return true
  })
  if (!filled) return null
  options.log.info({ email }, 'first start: administrator, account, app and sample plans created')
  return { email, password, generated: options.adminPassword === undefined }
}

async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function fill(
  trx: Transaction<Database>,
  email: string,
  passwordHash: string,
  seal: Seal,
): Promise<void> {
  const created = new Date()
  const userId = newId()
  const accountId = newId()
  const appId = newId()
  const author: Author = { actor: email, source: null, at: created }
  await trx.insertInto('users').values({ id: userId, email, password_hash: passwordHash, created }).execute()
  await trx.insertInto('accounts').values({ id: accountId, name: 'default', created }).execute()
  await trx
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, role: 'owner', created })
    .execute()
  await trx
    .insertInto('apps')
    .values({
      id: appId,
      account_id: accountId,
      name: 'Getting started',
      description: 'Run one of the sample plans here and watch its tasks change live.',
      created,
      created_by: email,
      updated: created,
      updated_by: email,
    })
    .execute()
  await issueAppToken(trx, seal, { id: appId, accountId }, author)
  await addCreator(trx, { ownerTable: 'apps', accountId, id: appId }, author)
  await insertSamples(trx, accountId, author)
  await recordAudit(trx, accountId, author, { action: 'seed', entity: 'account', entityId: accountId })
}

async function insertSamples(trx: Transaction<Database>, accountId: string, author: Author): Promise<void> {
  // Lists show the newest first; a difference of one millisecond makes the simplest plan the first.
  const later = (ms: number): Author => ({ ...author, at: new Date(author.at.getTime() + ms) })
  const child = await insertPlan(trx, accountId, later(2), requireDefinition(importFile), true)
  await insertPlan(trx, accountId, later(1), requireDefinition(publishRelease), true)
  await insertPlan(trx, accountId, author, requireDefinition(importDelivery(child.id)), true)
}

/** Letters and digits that are not easily confused. */
const readable = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function generatePassword(length = 20): string {
  return Array.from({ length }, () => readable[randomInt(readable.length)]).join('')
}
