import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import {
  newChatUrl,
  newWebhookSecret,
  type AlertTarget,
  type AlertTargetBody,
} from '#shared/domains/alerts/contract.ts'
import { OLD_SECRET_HOURS } from '#shared/domains/alerts/kinds.ts'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import { mask, unmasked } from '#shared/lib/mask.ts'
import { checkFields, faultsError, faultsIn, type Fault } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { alertSecretPlace } from '../auth/sealed-columns.ts'
import type { Seal } from '../auth/seal.ts'
import type { Database } from '../db/database.ts'
import type { AlertTargetTable } from '../db/tables/alerts.ts'
import type { AddressPolicy } from './address-policy.ts'
import type { OpenTarget } from './senders.ts'
import { newWebhookKey } from '#server/lib/standard-webhooks.ts'

export type TargetRow = Selectable<AlertTargetTable>
type Trx = Transaction<Database>

/** A target as it is about to be stored, with its secret in clear: the key of a webhook, the address of a chat. */
export interface NewTarget {
  id: string
  kind: AlertTarget['kind']
  address: string
  secret: string | null
  /** The stored row that it changes; null: a new one. */
  stored: TargetRow | null
}

const HOUR_MS = 3_600_000

/** An address without what follows its host, which is a secret in the webhooks of chats. */
function maskedUrl(url: string): string {
  const { origin } = new URL(url)
  return `${origin}/${mask(url.slice(origin.length).replace(/^\//, ''))}`
}

/** The rows of a rule, in their order. */
export const readTargets = (db: Kysely<Database>, ruleId: string): Promise<TargetRow[]> =>
  db.selectFrom('alert_targets').selectAll().where('rule_id', '=', ruleId).orderBy('position').execute()

/** The key or address of a row in clear; null for a mail. Throws UNAVAILABLE when it does not open. */
const secretOf = (seal: Seal, { id, secret }: TargetRow): string | null =>
  secret && seal.open(secret, alertSecretPlace(id))

/** A target as answers have it. */
export function wireTarget(seal: Seal, row: TargetRow, now: number): AlertTarget {
  const { id: _id, kind, address } = row
  if (kind === 'email') return { _id, kind, address }
  if (kind === 'chat') return { _id, kind, url: address }
  const secret = row.secret && seal.tryOpen(row.secret, alertSecretPlace(_id))
  return {
    _id,
    kind,
    url: address,
    secret: mask(secret ?? ''),
    oldSecretUntil: oldUntil(row, now)?.toISOString() ?? null,
  }
}

/** Until when the secret before this one signs too; null: it does not. */
const oldUntil = ({ old_until: until }: TargetRow, now: number) =>
  until && until.getTime() > now ? until : null

/** A stored target, ready to be sent to. Throws UNAVAILABLE when its secret does not open. */
export function openTarget(seal: Seal, row: TargetRow, now: number): OpenTarget {
  const secret = secretOf(seal, row)
  if (row.kind === 'email') return { kind: 'email', address: row.address }
  if (row.kind === 'chat') return { kind: 'chat', url: secret ?? '' }
  const old =
    oldUntil(row, now) && row.old_secret ? [seal.open(row.old_secret, alertSecretPlace(row.id))] : []
  return { kind: 'webhook', url: row.address, secrets: [secret ?? '', ...old] }
}

/** A target that is not stored, as `openTarget` makes it of a stored one. */
export function openNewTarget({ kind, address, secret }: NewTarget): OpenTarget {
  if (kind === 'email') return { kind, address }
  return kind === 'chat' ? { kind, url: secret ?? '' } : { kind, url: address, secrets: [secret ?? ''] }
}

/**
 * The targets of a body beside those that the rule has: named by `_id`, or with the same address. Masks stand for what is
 * stored. Throws BAD_REQUEST naming the field of each one that is wrong or may not be reached.
 */
export function targetsOf(
  body: readonly AlertTargetBody[],
  {
    seal,
    policy,
    stored,
    now,
  }: { seal: Seal; policy: AddressPolicy; stored: readonly TargetRow[]; now: number },
): NewTarget[] {
  const faults: Fault[] = []
  const taken = new Set<string>()
  const targets = body.map((sent, index): NewTarget | null => {
    const at = (field: string, message: string) => {
      faults.push({ path: ['to', index, field], message })
      return null
    }
    const row = stored.find((one) => !taken.has(one.id) && isSame(one, sent)) ?? null
    if (row) taken.add(row.id)
    else if (sent._id !== undefined) return at('_id', alertFaults.noTarget)
    const id = row?.id ?? newId(now)
    if (sent.kind === 'email') return { id, kind: 'email', address: sent.address, secret: null, stored: row }
    const url = sent.kind === 'chat' ? chatUrl(sent.url, row, seal) : sent.url
    const checked = checkFields(newChatUrl, url)
    if (!checked.success) return at('url', faultsIn(checked.error.issues)[0]!.message)
    if (policy.isForbidden(new URL(checked.data))) return at('url', `is a ${alertFaults.forbidden}`)
    if (sent.kind === 'chat')
      return { id, kind: 'chat', address: maskedUrl(checked.data), secret: checked.data, stored: row }
    const known = row ? (secretOf(seal, row) ?? undefined) : undefined
    const secret = sent.secret === undefined ? (known ?? newWebhookKey()) : unmasked(sent.secret, known)
    if (secret.includes('**')) return at('secret', alertFaults.otherMask)
    const valid = checkFields(newWebhookSecret, secret)
    if (!valid.success) return at('secret', faultsIn(valid.error.issues)[0]!.message)
    return { id, kind: 'webhook', address: checked.data, secret, stored: row }
  })
  if (faults.length > 0) throw faultsError(faults)
  return targets.filter((target) => target !== null)
}

/** Whether a body means this row. */
function isSame(row: TargetRow, sent: AlertTargetBody): boolean {
  if (row.kind !== sent.kind) return false
  if (sent._id !== undefined) return row.id === sent._id
  return row.address === (sent.kind === 'email' ? sent.address : sent.url)
}

/** The address of a chat; the stored one where it is left out or comes back masked. */
function chatUrl(sent: string | undefined, row: TargetRow | null, seal: Seal): string | undefined {
  if (row && (sent === undefined || sent === row.address)) return secretOf(seal, row) ?? undefined
  // A mask of no address that the rule has.
  return sent?.includes('**') ? undefined : sent
}

/** Makes these the targets of a rule. A secret that was replaced signs on for a day. */
export async function saveTargets(
  trx: Trx,
  { accountId, ruleId, seal, now }: { accountId: string; ruleId: string; seal: Seal; now: number },
  targets: readonly NewTarget[],
): Promise<void> {
  await sql`delete from alert_targets where rule_id = ${ruleId} and id <> all(${targets.map(({ id }) => id)}::text[])`.execute(
    trx,
  )
  for (const [position, { id, kind, address, secret, stored }] of targets.entries()) {
    const isNew = stored === null || secret === null || secret !== secretOf(seal, stored)
    const sealed = secret === null ? null : seal.seal(secret, alertSecretPlace(id))
    const values = { position, kind, address }
    if (stored === null)
      await trx
        .insertInto('alert_targets')
        .values({
          ...values,
          id,
          account_id: accountId,
          rule_id: ruleId,
          secret: sealed,
          old_secret: null,
          old_until: null,
        })
        .execute()
    else
      await trx
        .updateTable('alert_targets')
        .set({ ...values, ...(isNew && secret !== null && replacedSecret(stored, sealed, now)) })
        .where('id', '=', id)
        .execute()
  }
}

/** The columns of a row that gets a new secret. */
export const replacedSecret = ({ kind, secret }: TargetRow, sealed: Buffer | null, now: number) =>
  kind === 'webhook'
    ? { secret: sealed, old_secret: secret, old_until: new Date(now + OLD_SECRET_HOURS * HOUR_MS) }
    : { secret: sealed }
