import { afterEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { backlogQuery, listQuery } from '../support/live-operations.ts'
import { openInitialised, type LivePeer } from '../support/live-peer.ts'
import { liveRow } from '../support/live-platform.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'

let trial: LiveTrial
afterEach(() => trial.close())

const dataOf = (peer: LivePeer, id: string) =>
  peer.received.flatMap((message) => {
    const { data } = (message.payload ?? {}) as { data?: Record<string, unknown> | null }
    return message.id === id && data ? [data] : []
  })
const namesIn = (peer: LivePeer) =>
  dataOf(peer, 'list').map((data) => (data['workqueueList'] as { workqueue: { id: string } }).workqueue.id)

const start = async () => {
  trial = await startLiveTrial({ env: { GRAPHQL_OPERATIONS: 'any' } })
  const { platform } = trial
  for (const account of ['a', 'b']) {
    platform.appAccounts.set(`${account}1`, `account-${account}`)
    platform.memberships.set(`user-${account}`, new Set([`account-${account}`]))
  }
}

test('names that are not the id of an app of the user open no channel', async () => {
  await start()
  const peer = await openInitialised(trial.socketOf(await trial.signIn('a')))
  const names = [
    '*',
    'a1.workqueues.w1',
    'a1.workqueues',
    'b1',
    '../b1',
    '..',
    'a1/../b1',
    'a1%2e',
    '',
    ' ',
    'a1 ',
    'A1',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(10_000),
    'a1\n',
    'a1\u0000',
    '\uff41\uff11',
    'а1',
    'apps.b1',
    'private-a1',
    'presence-a1',
    '#a1',
    'b1,a1',
    '{}',
    '$b1',
    "' or 1=1",
    '-1',
  ]
  for (const name of names) trial.platform.appAccounts.set(name, 'account-b')
  for (const [index, appId] of names.entries()) {
    const answer = await peer.subscribe(`${index}`, { query: listQuery, variables: { appId } })
    expect([appId, answer.type]).toEqual([appId, 'error'])
    expect(answer.payload).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  }
  // A workqueue of another app under the path of the user's own app, and the reverse.
  trial.platform.rows.set('w9', liveRow({ _id: 'w9', appId: 'b1' }))
  trial.platform.rows.set('w8', liveRow({ _id: 'w8', appId: 'a2' }))
  for (const [appId, id] of [
    ['a1', 'w9'],
    ['a1', 'w8'],
    ['b1', 'w9'],
    ['a1', 'tasks.logs'],
  ]) {
    const query = `subscription { workqueue(appId: "${appId}", id: "${id}") { id } }`
    expect((await peer.subscribe(`run ${appId} ${id}`, { query })).type).toBe('error')
  }
  expect([...trial.pusher.asked]).toEqual([])

  await peer.subscribe('list', { query: listQuery, variables: { appId: 'a1' } })
  for (const app of ['b1', 'a1']) {
    const row = liveRow({ _id: `of-${app}`, appId: app })
    for (const channel of [`apps.${app}.workqueues`, `apps.${app}.workqueues.w9`])
      trial.pusher.publish(channel, 'save', row)
  }
  expect(await until(() => namesIn(peer).length > 0, 5000)).toBe(true)
  expect(namesIn(peer)).toEqual(['of-a1'])
  expect(peer.socket.readyState).toBe(peer.socket.OPEN)
  evidence({
    check: 26,
    figures: {
      'hostile names': names.length + 4,
      'refused one by one': names.length + 4,
      'foreign events': 0,
    },
    breaks: 'only the right on the app is checked, or ids are used in channel names unchecked',
  })
})

test('each account gets and counts only its own events of the channel of all tasks, with 20 sockets and 10,000 events', async () => {
  await start()
  const { pusher, platform } = trial
  platform.backlog = (account) => [
    { type: `task.of.${account}`, alias: 'default', queued: 7, started: 3, retry: 0 },
  ]
  const peers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const account = index % 2 ? 'b' : 'a'
      const peer = await openInitialised(trial.socketOf(await trial.signIn(account)))
      await peer.subscribe('list', { query: listQuery, variables: { appId: `${account}1` } })
      await peer.subscribe('backlog', { query: backlogQuery })
      return { account, peer }
    }),
  )
  expect(pusher.subscribers('tasks')).toBe(1)

  const statuses = ['queued', 'queued', 'started', 'retry', 'started', 'ended'] as const
  for (let event = 0; event < 5000; event++) {
    for (const account of ['a', 'b']) {
      const appId = `${account}1`
      // B has only queued tasks, so that one of them counted for A would be visible.
      const status = account === 'a' ? statuses[event % statuses.length] : 'queued'
      const at = new Date().toISOString()
      pusher.publish('tasks', 'status', { _id: `t${event}`, type: 'task.x', alias: 'al', status, appId, at })
      if (event % 50 === 0)
        pusher.publish(`apps.${appId}.workqueues`, 'save', liveRow({ _id: `${account}${event}`, appId }))
    }
  }
  const expected = {
    a: { type: 'task.x', alias: 'al', ...countsOf(5000, statuses) },
    b: { type: 'task.x', alias: 'al', queued: 5000, started: 0, retry: 0 },
  }
  const rowsOf = (peer: LivePeer) => dataOf(peer, 'backlog').flatMap((data) => data['backlog'] as object[])
  const settled = () =>
    peers.every(({ peer }) => namesIn(peer).length === 100) &&
    peers.every(({ account, peer }) => same(rowsOf(peer).at(-1), expected[account as 'a' | 'b']))
  expect(await until(settled, 10_000)).toBe(true)
  for (const { account, peer } of peers) {
    const own = Array.from({ length: 100 }, (_, index) => `${account}${index * 50}`)
    expect(namesIn(peer)).toEqual(own)
    expect(peer.received.filter(({ type }) => type === 'error')).toEqual([])
  }
  evidence({
    check: 27,
    figures: {
      sockets: 20,
      'events of two accounts': 10_000,
      'foreign or missing': 0,
      'counters changed by others': 0,
    },
    breaks: 'an event of the channel is counted for every account with an open backlog',
  })
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The counters after the given number of events in this order, starting empty. */
function countsOf(events: number, statuses: readonly string[]) {
  const counts = { queued: 0, started: 0, retry: 0 }
  for (let event = 0; event < events; event++) {
    const status = statuses[event % statuses.length]
    if (status === 'queued') counts.queued++
    else if (status === 'started') [counts.queued, counts.started] = [counts.queued - 1, counts.started + 1]
    else if (status === 'retry') [counts.started, counts.retry] = [counts.started - 1, counts.retry + 1]
    else counts.started--
    for (const key of ['queued', 'started', 'retry'] as const) counts[key] = Math.max(0, counts[key])
  }
  return counts
}
