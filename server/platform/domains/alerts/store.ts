import { sql, type ExpressionBuilder, type Kysely, type Selectable, type Transaction } from 'kysely'
import {
  alertBody,
  type AlertBody,
  type AlertPatch,
  type AlertRule,
  type AlertScope,
} from '#shared/domains/alerts/contract.ts'
import { MAX_ALERT_RULES, type DeliveryState } from '#shared/domains/alerts/kinds.ts'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { checkFields, faultsError, faultsIn } from '#server/lib/faults.ts'
import type { AddressPolicy } from '#server/platform/alerts/address-policy.ts'
import { saveTargets, targetsOf, wireTarget, type TargetRow } from '#server/platform/alerts/targets.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Conditions } from '#server/platform/db/listing.ts'
import { createOwnedStore, type NewValues } from '#server/platform/db/owned-store.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import type { AlertRuleTable } from '#server/platform/db/tables/alerts.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

export const alertSortKeys = ['created', 'updated', 'name'] as const

interface RuleRow extends Selectable<AlertRuleTable> {
  /** As JSON has them: keys in base64, times as texts. */
  targets: (Omit<TargetRow, 'secret' | 'old_secret' | 'old_until'> & {
    secret: string | null
    old_secret: string | null
    old_until: string | null
  })[]
  last_state: DeliveryState | null
}

export interface AlertStoreOptions {
  db: Kysely<Database>
  seal: Seal
  policy: AddressPolicy
  clock: Clock
}

export type AlertStore = ReturnType<typeof createAlertStore>

/** The alert rules of an account with their addresses. */
export function createAlertStore({ db, seal, policy, clock }: AlertStoreOptions) {
  const store = createOwnedStore({
    db,
    table: 'alert_rules',
    sortKeys: alertSortKeys,
    rows: (on) =>
      on
        .selectFrom('alert_rules')
        .selectAll('alert_rules')
        .select([targetsColumn.as('targets'), lastStateColumn.as('last_state')]),
    matching: (_eb: ExpressionBuilder<Database, 'alert_rules'>, _filters: object): Conditions => [],
    wire: (row: RuleRow) => wireRule(row, seal, clock.now()),
  })

  return {
    list: store.list,
    find: store.find,
    remove: store.remove,

    /** CONFLICT when the account has as many as it may have; NOT_FOUND for a foreign app or plan. */
    create(accountId: string, author: Author, body: AlertBody): Promise<AlertRule> {
      const now = author.at.getTime()
      const targets = targetsOf(body.to, { seal, policy, stored: [], now })
      return store.create(
        accountId,
        author,
        async (trx) => {
          await requireRoom(trx, accountId)
          await requireScope(trx, accountId, body.scope)
          return { ...columnsOf(body), last_at: null, last_sentence: null }
        },
        (trx, ruleId) => saveTargets(trx, { accountId, ruleId, seal, now }, targets),
      )
    },

    /** What is left out stays. Throws BAD_REQUEST when what results is no rule. */
    update(accountId: string, author: Author, id: string, patch: AlertPatch): Promise<AlertRule> {
      const now = author.at.getTime()
      return store.update(accountId, author, id, async (row, trx) => {
        const next = mergedRule(row, patch)
        await requireScope(trx, accountId, next.scope)
        if (patch.to) {
          const targets = targetsOf(patch.to, { seal, policy, stored: row.targets.map(targetRow), now })
          await saveTargets(trx, { accountId, ruleId: id, seal, now }, targets)
        }
        // What waits was found by the rule as it was.
        if (patch.when || patch.scope || patch.enabled === false)
          await trx.deleteFrom('alert_pending').where('rule_id', '=', id).execute()
        return columnsOf(next)
      })
    },
  }
}

const targetsColumn = sql<RuleRow['targets']>`(
  select coalesce(json_agg(json_build_object('id', t.id, 'account_id', t.account_id, 'rule_id', t.rule_id,
    'position', t.position, 'kind', t.kind, 'address', t.address, 'secret', encode(t.secret, 'base64'),
    'old_secret', encode(t.old_secret, 'base64'), 'old_until', t.old_until) order by t.position), '[]')
  from alert_targets t where t.rule_id = alert_rules.id)`

/** The worst state of the deliveries of the last message. */
const lastStateColumn = sql<DeliveryState | null>`(
  select d.state from alert_deliveries d where d.rule_id = alert_rules.id and d.created = alert_rules.last_at
  order by array_position(array['gaveUp', 'retrying', 'waiting', 'sent'], d.state) limit 1)`

const bytesOfText = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64'))

const targetRow = (row: RuleRow['targets'][number]): TargetRow => ({
  ...row,
  secret: bytesOfText(row.secret),
  old_secret: bytesOfText(row.old_secret),
  old_until: row.old_until === null ? null : new Date(row.old_until),
})

const wireRule = wireForm<AlertRule>()((row: RuleRow, seal: Seal, now: number) => ({
  _id: row.id,
  name: row.name,
  enabled: row.enabled,
  when: { kind: row.kind, minutes: row.minutes },
  scope: row.scope,
  to: row.targets.map((target) => wireTarget(seal, targetRow(target), now)),
  quiet: row.quiet,
  sent: row.sent,
  last:
    row.last_at === null || row.last_sentence === null
      ? null
      : { at: row.last_at.toISOString(), sentence: row.last_sentence, state: row.last_state ?? 'sent' },
  ...wireAuthored(row),
}))

type RuleValues = Pick<AlertBody, 'name' | 'enabled' | 'when' | 'scope' | 'quiet'>

const columnsOf = ({ name, enabled, when, scope, quiet }: RuleValues) =>
  ({
    name,
    enabled,
    kind: when.kind,
    minutes: when.minutes || null,
    scope: JSON.stringify(scope),
    quiet: quiet && JSON.stringify(quiet),
  }) satisfies Partial<NewValues<'alert_rules'>>

/** A rule with what a patch sets; kind and scope have to fit each other, which the patch alone does not tell. */
function mergedRule(row: RuleRow, patch: AlertPatch): RuleValues {
  const merged = {
    name: row.name,
    enabled: row.enabled,
    when: { kind: row.kind, minutes: row.minutes },
    scope: row.scope,
    quiet: row.quiet,
    ...patch,
  }
  const checked = checkFields(alertBody, { ...merged, to: [{ kind: 'email', address: 'any@example.test' }] })
  if (!checked.success) throw faultsError(faultsIn(checked.error.issues))
  return checked.data
}

async function requireScope(trx: Transaction<Database>, accountId: string, { appId, planId }: AlertScope) {
  await requireOwn(trx, accountId, 'apps', appId)
  await requireOwn(trx, accountId, 'plans', planId)
}

/** Two rules that are saved at the same time count each other. */
async function requireRoom(trx: Transaction<Database>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`alerts ${accountId}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('alert_rules')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_ALERT_RULES) throw new AppError('CONFLICT', alertFaults.tooMany(MAX_ALERT_RULES))
}
