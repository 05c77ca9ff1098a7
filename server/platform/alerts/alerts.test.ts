import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createAttentionBed, type AttentionBed } from '#tests/support/attention-bed.ts'
import { testPool } from '#tests/support/database.ts'
import { evidence } from '#tests/support/evidence.ts'
import { insertRun } from '#tests/support/platform-rows.ts'
import { answerWith, startReceiver, type Receiver } from '#tests/support/receiver.ts'
import { createDatabase } from '../db/database.ts'
import { createAlerts, type Alerts } from './alerts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let receiver: Receiver
let bed: AttentionBed
const others: Alerts[] = []
beforeAll(async () => {
  receiver = await startReceiver()
  bed = await createAttentionBed({ allowPrivate: [receiver.place] })
})
beforeEach(async () => {
  await bed.begin()
  await bed.platform.pool.query('delete from alert_rules')
  receiver.got.length = 0
  receiver.next.length = 0
})
afterAll(async () => {
  for (const other of others) await other.stop()
  await receiver.close()
  await bed.close()
})

/** Another process of the platform on the same database. */
function anotherProcess(pool = bed.platform.pool): Alerts {
  const { clock, seal, alertSender } = bed.platform
  const log = pino({ level: 'silent' })
  const parts = { db: createDatabase(pool), send: alertSender.send, onFailing: () => undefined }
  const alerts = createAlerts({ ...parts, clock, seal, log })
  others.push(alerts)
  return alerts
}

/** A rule of the app of this test that sends to the receiver. */
async function rule(kind: string, more: object = {}, minutes?: number): Promise<string> {
  const to = [{ kind: 'webhook', url: receiver.url }]
  const scope = { appId: bed.current.appId }
  const { status, body } = await bed.platform.send('post', 'alerts', {
    name: kind,
    when: { kind, minutes },
    scope,
    to,
    ...more,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body._id
}
/** Lets time pass, applies what has changed, sends what is due, and answers what has arrived since the last time. */
async function later(ms = 0): Promise<[kind: string, sentence: string, more: number][]> {
  await bed.later(ms)
  await bed.platform.alerts.settle()
  return receiver.got.splice(0).map(({ body }) => {
    const { kind, sentence, more } = JSON.parse(body).data
    return [kind, sentence, more]
  })
}
const deliveries = async () => (await bed.platform.send('get', 'alerts/deliveries')).body
const endRun = (id: string, status: 'failed' | 'completed') =>
  bed.platform.pool.query('update workqueues set status = $2, ended = $3 where id = $1', [
    id,
    status,
    bed.now(),
  ])
async function ends(status: 'failed' | 'completed', planId: string): Promise<string> {
  const { accountId, current } = bed
  const run = { accountId, appId: current.appId, planId, name: 'Nightly', created: bed.now() }
  const id = await insertRun(bed.platform.pool, { ...run, status: 'started' })
  await endRun(id, status)
  return id
}
const newPlan = async () =>
  (await bed.platform.send('post', 'plans', { name: 'Nightly', tasks: [] })).body._id as string

const refused = 'Card scheme refused the card'

test('a failure is sent when it opens, and to its own rule when it comes back; a rule that is off sends nothing', async () => {
  await rule('failureOpened')
  await rule('failureRegressed')
  await rule('failureOpened', { enabled: false })
  await rule('failureOpened', { scope: { appId: bed.current.appId, type: 'task.other.*' } })
  await rule('failureOpened', { scope: { type: `${bed.current.type.slice(0, -1)}*`, tag: 'eu' } })
  const [failed] = await bed.fail(1)
  expect(await later()).toEqual([['failureOpened', refused, 0]])
  await bed.fail(1)
  expect(await later(MINUTE)).toEqual([])
  await bed.repair(failed!)
  await bed.platform.pool.query(`update failure_groups set state = 'closed', closed = $1, open_tasks = 0`, [
    bed.now(),
  ])
  await bed.platform.pool.query(
    `insert into attention_changes (account_id, kind, key) select account_id, 'failure', id from failure_groups`,
  )
  expect(await later(MINUTE)).toEqual([])
  await bed.platform.pool.query(`update failure_groups set state = 'regressed'`)
  await bed.platform.pool.query(
    `insert into attention_changes (account_id, kind, key) select account_id, 'failure', id from failure_groups`,
  )
  expect(await later(MINUTE)).toEqual([['failureRegressed', `${refused} is back`, 0]])
})

test('a queue must be without pollers for the minutes of the rule', async () => {
  await rule('queueNobody', {}, 5)
  await bed.queue(2)
  await later()
  expect(await later(4 * MINUTE)).toEqual([])
  await bed.poll()
  expect(await later(10_000)).toEqual([])
  expect(await later(90_000)).toEqual([])
  expect(await later(4 * MINUTE)).toEqual([])
  const [[kind, sentence]] = (await later(MINUTE)) as [[string, string, number]]
  expect([kind, sentence]).toEqual(['queueNobody', `Nobody polls ${bed.current.type} · bigbatch`])
})

test('what comes in quiet hours is held, and sent at their end if it is still true', async () => {
  const [from, to] = [0, 30 * MINUTE].map((ms) =>
    new Date(bed.now().getTime() + ms).toISOString().slice(11, 16),
  )
  await rule('queueNobody', { quiet: { from, to, timeZone: 'UTC' } })
  await bed.queue(1, { alias: 'gone' })
  await bed.queue(1, { alias: 'back' })
  expect(await later()).toEqual([])
  expect(await later(10 * MINUTE)).toEqual([])
  await bed.poll({ alias: 'back' })
  expect(await later(10_000)).toEqual([])
  await bed.poll({ alias: 'back' })
  bed.platform.clock.advance(20 * MINUTE)
  await bed.poll({ alias: 'back' })
  const sent = await later()
  expect(sent.map(([, sentence]) => sentence)).toEqual([expect.stringMatching(/gone$/)])
})

test('runs of a plan that fail have one message an hour, and the next one counts the others', async () => {
  await rule('runFailed')
  const plan = await newPlan()
  for (let run = 0; run < 3; run += 1) await ends('failed', plan)
  expect(await later()).toEqual([])
  const sentence = `Nightly in ${bed.current.app} failed`
  expect(await later(2000)).toEqual([['runFailed', sentence, 2]])
  await ends('failed', plan)
  const repaired = await ends('failed', plan)
  expect(await later(10 * MINUTE)).toEqual([])
  await endRun(repaired, 'completed')
  expect(await later(HOUR)).toEqual([['runFailed', sentence, 1]])
  const only = await ends('failed', plan)
  await later()
  expect(await later(MINUTE)).toEqual([])
  await endRun(only, 'completed')
  expect(await later(HOUR)).toEqual([])
})

test('a run that succeeds after failures has a message, others have none; without a rule nothing is noted', async () => {
  const plan = await newPlan()
  const noted = async () => (await bed.platform.pool.query('select from alert_run_ends')).rowCount
  await ends('failed', plan)
  expect(await noted()).toBe(0)
  await rule('runRecovered', { scope: { planId: plan } })
  await later(MINUTE)
  await ends('completed', plan)
  expect(await noted()).toBe(1)
  expect(await later()).toEqual([['runRecovered', `Nightly in ${bed.current.app} succeeds again`, 0]])
  await later(HOUR)
  await ends('completed', plan)
  await ends('completed', await newPlan())
  expect(await later(HOUR)).toEqual([])
})

test('a delivery is tried 8 times over a day, later where the receiver asks for it; then it needs attention', async () => {
  const id = await rule('failureOpened')
  await bed.fail(1)
  receiver.next.push(answerWith(503, { 'retry-after': '3600' }))
  expect(await later()).toHaveLength(1)
  expect(await later(59 * MINUTE)).toHaveLength(0)
  receiver.next.push(answerWith(500, {}, 'broken'))
  expect(await later(MINUTE)).toHaveLength(1)
  for (const wait of [2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]) {
    expect(await later(wait - 1000)).toHaveLength(0)
    receiver.next.push(answerWith(500, {}, 'broken'))
    expect(await later(1000)).toHaveLength(1)
  }
  expect((await deliveries()).data).toMatchObject([
    { state: 'retrying', tries: 7, error: 'answered 500: broken' },
  ])
  expect(await later(15 * HOUR - 1000)).toHaveLength(0)
  receiver.next.push(answerWith(500, {}, 'broken'))
  expect(await later(1000)).toHaveLength(1)
  const [{ _id, ...gaveUp }] = (await deliveries()).data
  expect(gaveUp).toMatchObject({ state: 'gaveUp', tries: 8, status: 500, nextTry: null })
  await bed.settle()
  const read = async () => (await bed.read('kind=deliveryFails')).items
  expect(await read()).toMatchObject([
    {
      sentence: 'Messages of the rule failureOpened do not reach a webhook',
      details: [{ parts: [{}, {}, { text: ': answered 500' }] }],
      links: { ruleId: id },
      actions: [{ kind: 'openRule' }],
    },
  ])
  expect((await bed.platform.send('get', `alerts/${id}`)).body.last).toMatchObject({
    state: 'gaveUp',
    sentence: refused,
  })
  expect((await bed.platform.send('post', `alerts/deliveries/${_id}/retry`)).status).toBe(200)
  expect(await later()).toHaveLength(1)
  await bed.settle()
  expect(await read()).toEqual([])
  expect((await bed.platform.send('post', `alerts/deliveries/${_id}/retry`)).status).toBe(409)
  evidence({
    check: 85,
    figures: {
      fault: 'a receiver that is down for a day',
      tries: 8,
      'items of Attention': 1,
      'sent after that': 1,
    },
    breaks: 'Retry-After is ignored, or Attention does not name what was given up',
  })
})

test('without Retry-After the second try is after half a minute', async () => {
  await rule('failureOpened')
  await bed.fail(1)
  receiver.next.push(answerWith(500, {}, 'broken'))
  expect(await later()).toHaveLength(1)
  expect(await later(29_000)).toHaveLength(0)
  expect(await later(1000)).toHaveLength(1)
})

test('a process that dies between sending and noting it: sent again under the same id, never lost', async () => {
  await rule('failureOpened')
  await bed.fail(1)
  await bed.settle()
  let release: (() => void) | null = null
  receiver.next.push((response) => (release = () => answerWith(500)(response)))
  const dying = bed.platform.alerts.settle()
  await vi.waitFor(() => expect(receiver.got).toHaveLength(1))
  const other = anotherProcess()
  await other.settle()
  expect(receiver.got).toHaveLength(1)
  bed.platform.clock.advance(61_000)
  await other.settle()
  expect(receiver.got.map(({ headers }) => headers['webhook-id'])).toEqual([
    receiver.got[0]!.headers['webhook-id'],
    receiver.got[0]!.headers['webhook-id'],
  ])
  release!()
  await dying
  expect((await deliveries()).data).toMatchObject([{ state: 'sent', tries: 2 }])
  evidence({
    check: 85,
    figures: {
      fault: 'a process that dies between sending and noting it',
      messages: 1,
      'times sent': 2,
      lost: 0,
    },
    breaks: 'a delivery is marked as sent before it is sent',
  })
})

test('two processes send each message once', async () => {
  for (let each = 0; each < 6; each += 1) await rule('failureOpened')
  await bed.fail(1)
  await bed.settle()
  await Promise.all([bed.platform.alerts.settle(), anotherProcess().settle()])
  await bed.platform.alerts.settle()
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
  expect(receiver.got).toHaveLength(6)
})

test('a preview counts what the rule would have sent in 7 days', async () => {
  const preview = async (when: object, scope: object = {}) =>
    (
      await bed.platform.send('post', 'alerts/preview', {
        when,
        scope: { appId: bed.current.appId, ...scope },
      })
    ).body
  const plan = await newPlan()
  await bed.fail(1)
  await later()
  const opened = bed.now().toISOString()
  const anHourOn = new Date(bed.now().getTime() + HOUR).toISOString()
  await ends('failed', plan)
  await ends('failed', plan)
  await later(2 * HOUR)
  await ends('failed', plan)
  await later(MINUTE)
  await ends('completed', plan)
  expect(await preview({ kind: 'failureOpened' })).toMatchObject({
    data: [{ at: opened, sentence: refused }],
    total: 1,
  })
  expect(await preview({ kind: 'failureOpened', minutes: 60 })).toMatchObject({
    data: [{ at: anHourOn, sentence: refused }],
    total: 1,
  })
  expect(await preview({ kind: 'failureOpened', minutes: 600 })).toMatchObject({ total: 0 })
  expect(await preview({ kind: 'failureOpened' }, { type: 'task.other' })).toMatchObject({ total: 0 })
  expect(await preview({ kind: 'runFailed' }, { planId: plan })).toMatchObject({ total: 2 })
  expect(await preview({ kind: 'runRecovered' }, { planId: plan })).toMatchObject({ total: 1 })
  await later(8 * 24 * HOUR)
  expect(await preview({ kind: 'runFailed' })).toMatchObject({ data: [], total: 0 })
})

test('deliveries that end at once share the sessions of the database: each takes one at a time', async () => {
  const to = Array.from({ length: 8 }, (_, index) => ({ kind: 'webhook', url: `${receiver.url}/${index}` }))
  await rule('failureOpened', { to })
  await bed.fail(1)
  await bed.later(0)
  const pool = testPool(bed.platform.pool.options.connectionString!, 2)
  await anotherProcess(pool).settle()
  expect(receiver.got).toHaveLength(8)
  expect((await deliveries()).data.map(({ state }: { state: string }) => state)).toEqual(
    Array.from({ length: 8 }, () => 'sent'),
  )
  await others.pop()?.stop()
  await pool.end()
})

test('no more than eight deliveries of an account are sent at once, and none of them twice', async () => {
  const held: (() => void)[] = []
  const send = async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return { status: 200, ms: 1, retryAt: null, error: null, isFinal: false }
  }
  const { pool, clock, seal } = bed.platform
  const alerts = createAlerts({
    db: createDatabase(pool),
    clock,
    seal,
    send,
    onFailing: () => undefined,
    log: pino({ level: 'silent' }),
  })
  const to = Array.from({ length: 7 }, (_, n) => ({ kind: 'webhook', url: `${receiver.url}/${n}` }))
  await rule('failureOpened', { to })
  // The last test: what the platform's own process still has to send would be sent by it.
  await bed.platform.alerts.stop()
  await bed.fail(1)
  await bed.later(0)
  const settled = alerts.settle()
  await vi.waitFor(() => expect(held).toHaveLength(7))
  // As when the machine slept: the leases of what is being sent have ended.
  clock.advance(HOUR)
  await pool.query(
    `insert into alert_deliveries
      (id, account_id, rule_id, target_id, kind, address, message, sentence, state, next_try, created)
     select 'more-' || n, account_id, rule_id, target_id, kind, address, message, sentence, 'waiting', next_try, created
     from (select * from alert_deliveries limit 1) d, generate_series(1, 8) n`,
  )
  alerts.soon()
  await vi.waitFor(() => expect(held).toHaveLength(8))
  for (let sent = 0; sent < 15; sent++) {
    await vi.waitFor(() => expect(held.length).toBe(Math.min(sent + 8, 15)))
    held[sent]!()
  }
  await settled
  await alerts.stop()
  expect(held).toHaveLength(15)
})
