import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { cookieOf } from '../support/gateway.ts'
import { openBrowser, type LiveBrowser } from '../support/live-browser.ts'
import { persisted } from '../support/live-operations.ts'
import { openInitialised } from '../support/live-peer.ts'
import { liveRow } from '../support/live-platform.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'
import { holdTimers } from '../support/pass-time.ts'
import { createShiftingClock, type ShiftingClock } from '../support/shifting-clock.ts'

let trial: LiveTrial
let clock: ShiftingClock
beforeEach(async () => {
  holdTimers()
  clock = createShiftingClock()
  trial = await startLiveTrial({ clock })
  const { platform } = trial
  for (const account of ['a', 'b']) platform.appAccounts.set(`${account}1`, `account-${account}`)
  platform.memberships.set('user-carl', new Set(['account-a', 'account-b']))
})
afterEach(async () => {
  vi.useRealTimers()
  await trial.close()
})

/** Advances the clock past the checks of sockets and rights, and waits for their answers. */
async function passSeconds(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    clock.pass(1000)
    await vi.advanceTimersByTimeAsync(1000)
    await trial.send('', 'GET', '/healthz')
  }
}

const publish = (app: string, from: number, count: number) => {
  for (let number = from; number < from + count; number++) {
    const row = liveRow({ _id: `${app}-${number}`, appId: app, name: `${number}` })
    trial.pusher.publish(`apps.${app}.workqueues`, 'save', row)
  }
}

async function follow(cookie: string, appId: string, count = 1): Promise<LiveBrowser[]> {
  const browsers = Array.from({ length: count }, () =>
    openBrowser({ ...trial.socketOf(cookie), appId, reads: false }),
  )
  expect(await until(() => browsers.every(({ resyncs }) => resyncs === 1), 10_000)).toBe(true)
  return browsers
}

const refused = (browsers: LiveBrowser[]) => browsers.every((browser) => browser.refused !== undefined)
const allHave = (browsers: LiveBrowser[], count: number) =>
  until(() => browsers.every(({ events }) => events.length === count), 10_000)

describe('a subscription ends with the membership that it depends on', () => {
  let [inA, inB, others]: LiveBrowser[][] = []
  let olga: string

  beforeEach(async () => {
    olga = await trial.signIn('olga')
    inA = await follow(await trial.signIn('carl', 'account-a'), 'a1', 3)
    inB = await follow(await trial.signIn('carl', 'account-b'), 'b1', 3)
    others = await follow(olga, 'a1')
    publish('a1', 0, 10)
    publish('b1', 0, 10)
    for (const browsers of [inA, inB, others]) expect(await allHave(browsers, 10)).toBe(true)
  })
  afterEach(() => {
    for (const browser of [inA, inB, others].flat()) browser?.close()
  })

  /** Carl gets no more events of A; B and all others continue. */
  async function expectNothingMore(): Promise<void> {
    publish('a1', 10, 1000)
    publish('b1', 10, 1000)
    expect(await allHave(inB ?? [], 1010)).toBe(true)
    expect(await allHave(others ?? [], 1010)).toBe(true)
    for (const { events, refused: why } of inA ?? []) {
      expect(why).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
      expect(events).toHaveLength(10)
    }
    const orderly = Array.from({ length: 1010 }, (_, number) => `b1-${number} ${number}`)
    for (const { events } of inB ?? []) expect(events).toEqual(orderly)
  }

  const removals: [string, () => Promise<unknown>][] = [
    [
      'under /api',
      () => trial.send(olga, 'DELETE', '/api/accounts/account-a/memberships/user-carl').then((a) => a.text()),
    ],
    [
      'by GraphQL',
      async () => {
        const body = persisted('DeleteMembership', { userId: 'user-carl' })
        return (await trial.send(olga, 'POST', '/graphql', body)).json()
      },
    ],
  ]
  test.each(removals)('at once, when it is removed through this gateway %s', async (how, remove) => {
    await remove()
    // No check of rights runs in this time: the removal itself ends the subscription.
    const changed = performance.now()
    expect(await until(() => refused(inA ?? []), 10_000)).toBe(true)
    const ms = Math.round(performance.now() - changed)
    await expectNothingMore()
    evidence({
      check: 24,
      figures: { removed: how, 'sockets of the user': 6, 'ended after ms': ms, 'foreign events later': 0 },
      breaks: 'sockets are not notified of a change of rights through the gateway',
    })
  })

  test('within 30 s, when it was removed through another gateway', async () => {
    trial.platform.memberships.set('user-carl', new Set(['account-b']))
    await passSeconds(30)
    expect(refused(inA ?? [])).toBe(true)
    await expectNothingMore()
    evidence({
      check: 24,
      figures: {
        removed: 'elsewhere',
        'ended within s': 30,
        'foreign events later': 0,
        'events of B lost': 0,
      },
      breaks: 'rights are checked only when a subscription starts',
    })
  })
})

test('a right that is lost during its check starts no subscription', async () => {
  const { platform } = trial
  const [carl, olga] = [await trial.signIn('carl', 'account-a'), await trial.signIn('olga')]
  let answer = (_value: unknown) => {}
  platform.answers.set('GET apps/a1', () => new Promise((resolve) => (answer = resolve)))
  const peer = await openInitialised(trial.socketOf(carl))
  const first = peer.subscribe('1', persisted('WorkqueueListLive', { appId: 'a1', perPage: 10 }))
  await until(() => platform.calls.includes('GET apps/a1'), 5000)
  await (await trial.send(olga, 'DELETE', '/api/accounts/account-a/memberships/user-carl')).text()
  platform.answers.clear()
  answer({ _id: 'a1' })
  expect(await first).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'NOT_FOUND' } }] })
})

describe('a token that ends', () => {
  test('closes its sockets with 4401 within 30 s, including those without subscriptions', async () => {
    const socket = trial.socketOf(await trial.signIn('dora'))
    const [following, idle] = [await openInitialised(socket), await openInitialised(socket)]
    await following.subscribe('1', persisted('WorkqueueListLive', { appId: 'a1', perPage: 10 }))
    await passSeconds(40)
    expect([following, idle].map((peer) => peer.socket.readyState)).toEqual([1, 1])
    trial.platform.deadTokens.add('user-dora 0')
    trial.platform.refuseRefresh = true
    await passSeconds(30)
    expect(await Promise.all([following.closed, idle.closed])).toEqual([4401, 4401])
    evidence({
      check: 25,
      figures: { 'sockets of the invalid token': 2, 'closed with 4401 within s': 30 },
      breaks: 'an answer of 401 to a check of rights is treated as "not readable"',
    })
  })

  test('and is exchanged in time leaves no gap', async () => {
    let cookie = await trial.signIn('dora')
    const [browser] = await follow(cookie, 'a1')
    for (let round = 0; round < 10; round++) {
      publish('a1', round * 20, 10)
      const renewed = await trial.send(cookie, 'POST', '/session/refresh')
      cookie = cookieOf({ headers: { 'set-cookie': renewed.headers.getSetCookie() } }) ?? ''
      expect([renewed.status, cookie]).toEqual([204, expect.stringContaining('console=')])
      trial.platform.deadTokens.add(`user-dora ${round}`)
      await passSeconds(30)
      publish('a1', round * 20 + 10, 10)
    }
    expect(await allHave(browser ? [browser] : [], 200)).toBe(true)
    expect(browser?.events).toEqual(Array.from({ length: 200 }, (_, number) => `a1-${number} ${number}`))
    expect(browser?.states.map(({ state }) => state)).toEqual(['connecting', 'live'])
    browser?.close()
    evidence({
      check: 25,
      figures: { 'exchanges of the token': 10, 'old tokens invalid': 10, events: 200, 'lost or repeated': 0 },
      breaks: 'open sockets keep their first token',
    })
  })
})
