import type { Kysely } from 'kysely'
import type { AlertTestDelivery, AlertTargetBody } from '#shared/domains/alerts/contract.ts'
import { alertFaults, alertMessages } from '#shared/domains/alerts/messages.ts'
import type { AlertMessage } from '#shared/domains/alerts/message.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { AddressPolicy } from '#server/platform/alerts/address-policy.ts'
import type { OpenTarget, Send } from '#server/platform/alerts/senders.ts'
import { openNewTarget, openTarget, readTargets, targetsOf } from '#server/platform/alerts/targets.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'

/** Tests that an account may send in a minute, from one process of the platform. */
const MOST_TESTS = 10
const MINUTE_MS = 60_000
/** The caller waits for the answer, and the gateway waits for the platform for 9.5 seconds at most. */
const TEST_MS = 8000

export interface AlertTesterOptions {
  db: Kysely<Database>
  seal: Seal
  policy: AddressPolicy
  send: Send
  clock: Clock
}

interface Tested {
  id: string | null
  /** As answers show it. */
  to: string
  open: OpenTarget
}

/** Sends tests at once, outside of the outbox, and answers what came of each address. */
export function createAlertTester({ db, seal, policy, send, clock }: AlertTesterOptions) {
  const times = new Map<string, number[]>()

  /** Throws TOO_MANY_REQUESTS: a test is a mail or a request to an address that the caller has chosen. */
  function admit(accountId: string): void {
    const now = clock.now()
    const recent = (times.get(accountId) ?? []).filter((at) => now - at < MINUTE_MS)
    if (recent.length >= MOST_TESTS)
      throw new AppError('TOO_MANY_REQUESTS', alertFaults.tests, { retryAfter: MINUTE_MS / 1000 })
    times.delete(accountId)
    times.set(accountId, [...recent, now])
    for (const [other, ats] of times) {
      if (now - (ats.at(-1) ?? 0) < MINUTE_MS) break
      times.delete(other)
    }
  }

  async function readRule(accountId: string, id: string) {
    const rule = await db
      .selectFrom('alert_rules')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!rule) throw notFound('alert_rules')
    return { rule, targets: await readTargets(db, id) }
  }

  async function sendAll(
    rule: { _id: string; name: string },
    tested: readonly Tested[],
  ): Promise<AlertTestDelivery[]> {
    const message: AlertMessage = {
      kind: 'test',
      sentence: alertMessages.test(rule.name),
      at: new Date(clock.now()).toISOString(),
      links: {},
      rule,
      more: 0,
    }
    return Promise.all(
      tested.map(async ({ id, to, open }) => {
        const { status, ms, error } = await send(open, message, newId(clock.now()), TEST_MS)
        return { targetId: id, kind: open.kind, to, status, ms, error }
      }),
    )
  }

  return {
    /** A test of a saved rule. */
    async ofRule(accountId: string, id: string): Promise<AlertTestDelivery[]> {
      const { rule, targets } = await readRule(accountId, id)
      admit(accountId)
      const now = clock.now()
      const tested = targets.map((row) => ({ id: row.id, to: row.address, open: openTarget(seal, row, now) }))
      return sendAll({ _id: rule.id, name: rule.name }, tested)
    },

    /** A test of a rule as a form has it; `ruleId` is the saved one whose addresses it names. */
    async ofBody(
      accountId: string,
      { name, to, ruleId }: { name: string; to: readonly AlertTargetBody[]; ruleId?: string | undefined },
    ): Promise<AlertTestDelivery[]> {
      const saved = ruleId === undefined ? null : await readRule(accountId, ruleId)
      const now = clock.now()
      const stored = saved?.targets ?? []
      const targets = targetsOf(to, { seal, policy, stored, now })
      admit(accountId)
      const tested = targets.map((target) => ({
        id: target.stored?.id ?? null,
        to: target.address,
        open: openNewTarget(target),
      }))
      return sendAll({ _id: ruleId ?? 'new', name }, tested)
    },
  }
}
export type AlertTester = ReturnType<typeof createAlertTester>
