import { afterEach, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { backlogQuery } from '../support/live-operations.ts'
import { openInitialised, type LivePeer } from '../support/live-peer.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'
import { seededRandom } from '../support/random.ts'
import { createShiftingClock, type ShiftingClock } from '../support/shifting-clock.ts'

/** The backlog's counters with events of a service without guarantees. */

let trial: LiveTrial
let clock: ShiftingClock
let cookie: string
let peer: LivePeer
beforeEach(async () => {
  clock = createShiftingClock()
  trial = await startLiveTrial({ clock, env: { GRAPHQL_OPERATIONS: 'any', SESSION_IDLE: '10h' } })
  cookie = await trial.signIn('ada')
  peer = await openInitialised(trial.socketOf(cookie))
  await peer.subscribe('backlog', { query: backlogQuery })
})
afterEach(() => trial.close())

interface Counted {
  type: string
  queued: number
  started: number
  retry: number
}
const told = () =>
  peer.received.flatMap(({ payload }) => {
    const { data } = (payload ?? {}) as { data?: { backlog: Counted[] } | null }
    return data?.backlog ?? []
  })
async function read(): Promise<Counted[]> {
  const query = '{ backlog { type alias queued started retry } }'
  const answer = await trial.send(cookie, 'POST', '/graphql', { query })
  return ((await answer.json()) as { data: { backlog: Counted[] } }).data.backlog
}
const publish = (type: string, status: string, at = clock.now()) =>
  trial.pusher.publish('tasks', 'status', {
    _id: 't',
    alias: 'default',
    appId: 'a1',
    type,
    status,
    at: new Date(at).toISOString(),
  })
const metric = async (name: string) => (await trial.metrics()).get(name) ?? 0
const counted = async (events: number) => {
  while ((await metric('gateway_backlog_events_total')) < events) await new Promise(setImmediate)
}

test('10,000 events, repeated, out of order and unknown, leave no counter below zero, and a read corrects them', async () => {
  const random = seededRandom(33)
  const below = (bound: number) => Math.floor(random() * bound)
  // The events of each task in their true order; the service delivers them in any order.
  const truth = new Map<string, Counted>()
  const events: [string, string][] = []
  for (let task = 0; events.length < 9900; task++) {
    const type = `task.of.${task % 7}`
    const row = truth.get(type) ?? { type, queued: 0, started: 0, retry: 0 }
    truth.set(type, row)
    const end = (['queued', 'started', 'retry', 'ended', 'failed'] as const)[below(5)] ?? 'queued'
    events.push([type, 'queued'])
    if (end !== 'queued') events.push([type, 'started'])
    if (end === 'retry' || end === 'ended' || end === 'failed') events.push([type, end])
    if (end === 'queued' || end === 'started' || end === 'retry') row[end]++
  }
  for (let unknown = 0; unknown < 100; unknown++)
    events.push([`task.of.${unknown % 7}`, ['paused', '__proto__', 'QUEUED', '9'][unknown % 4] ?? ''])
  // All ends are sent before all starts, and those before all queued events; delivery mixes hundreds of them.
  const place = (status: string) => ['started', 'queued'].indexOf(status)
  const order = events.toSorted(([, one], [, other]) => place(one) - place(other))
  trial.pusher.deliveryFaults = {}
  publish('task.first', 'queued')
  await counted(1)
  const sent = Math.floor(order.length / 100) * 100
  trial.pusher.deliveryFaults = { duplicate: true, reorder: { size: 100, random } }
  for (const [type, status] of order) publish(type, status)
  await counted(2 * sent + 1)

  const lowest = Math.min(...told().flatMap(({ queued, started, retry }) => [queued, started, retry]))
  expect(lowest).toBeGreaterThanOrEqual(0)
  expect(await metric('gateway_backlog_unknown_statuses_total')).toBeGreaterThanOrEqual(150)

  const platform = [...truth.values()].map((row) => ({ ...row, alias: 'default' }))
  trial.platform.backlog = () => platform
  // A client polls every five seconds.
  clock.pass(5000)
  const rows = await read()
  expect(new Map(rows.map((row) => [row.type, row]))).toEqual(
    new Map(platform.map((row) => [row.type, expect.objectContaining(row)])),
  )
  evidence({
    check: 33,
    figures: {
      'events shuffled, each twice': 2 * sent,
      'lowest counter': lowest,
      'unknown statuses': 100,
      'counters correct after one read': 'all',
    },
    breaks:
      'counters may go below zero, an unknown status stops the stream, or events change what was read after them',
  })
})

test('a started task before its queued one, and an old event after a read', async () => {
  publish('task.x', 'started')
  publish('task.x', 'queued')
  await until(() => told().at(-1)?.queued === 1, 5000)
  expect(told().at(-1)).toMatchObject({ queued: 1, started: 1 })
  trial.platform.backlog = () => [{ type: 'task.x', alias: 'default', queued: 0, started: 1, retry: 0 }]
  clock.pass(5000)
  await read()
  publish('task.x', 'queued', clock.now() - 1000)
  publish('task.y', 'queued')
  await until(() => told().some(({ type }) => type === 'task.y'), 5000)
  expect(await read()).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'task.x', queued: 0, started: 1 })]),
  )
})

test.each([-3_600_000, 3_600_000])(
  'changing the clock by %i ms stops neither reads nor counting',
  async (ms) => {
    trial.platform.backlog = () => [{ type: 'task.x', alias: 'default', queued: 1, started: 0, retry: 0 }]
    clock.pass(5000)
    await read()
    clock.set(ms)
    trial.platform.backlog = () => [{ type: 'task.x', alias: 'default', queued: 5, started: 0, retry: 0 }]
    clock.pass(5000)
    expect(await read()).toMatchObject([{ queued: 5 }])
    publish('task.x', 'queued')
    expect(await until(() => told().at(-1)?.queued === 6, 5000)).toBe(true)
    evidence({
      check: 59,
      figures: { 'clock set by ms': ms, 'backlog read again after s': 5, 'events counted': 'yes' },
      breaks: 'the age of a read is measured by the wall clock',
    })
  },
)
