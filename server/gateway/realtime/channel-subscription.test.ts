import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeSource, fakeUpstream, principalOf, type FakeUpstream } from '#tests/support/live-gateway.ts'
import { wholeAccount } from '#shared/lib/viewers.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Call } from '../upstream/call.ts'
import { createChannelSubscription, type ChannelSubscriptionDeps } from './channel-subscription.ts'
import type { Group, Member } from './group.ts'

let upstream: FakeUpstream
let call: Call
const row = { method: 'GET', path: 'workqueues/w1' } as const
const clock = { now: () => 0, monotonic: () => 0 }
const group = { join: () => {} } as unknown as Group

/** A channel with a viewer for each name; a name that comes twice is one user with two tabs. */
function subscriptionOf(...names: string[]) {
  const topic = {
    channel: 'c',
    appId: 'a1',
    entityPath: null,
    read: null,
    subscribe: (asks: Call) => ((call = asks), () => {}),
  }
  const subscription = createChannelSubscription({
    topic,
    scope: wholeAccount,
    upstream,
    source: fakeSource(),
    lingerMs: 0,
    clock,
    field: { volatileFields: [], filterFields: [] },
    log: pino({ level: 'silent' }),
  } as unknown as ChannelSubscriptionDeps)
  for (const name of names)
    subscription.join(group, {} as Member, {
      principal: () => principalOf(name),
      writer: {} as Member['writer'],
    })
}

const asked = () => upstream.calls.map(({ caller }) => caller?.token)

beforeEach(() => {
  upstream = fakeUpstream()
})
/** Refuses the named users; all others get the row. */
function refuse(names: readonly string[], error: AppError) {
  upstream.answers['GET workqueues/w1'] = () =>
    names.some((name) => asked().at(-1) === `token-${name}`) ? error : { _id: 'w1' }
}

describe('the calls of a channel to the platform', () => {
  it('use the token of the first viewer', async () => {
    subscriptionOf('anna', 'berta')
    refuse([], new AppError('NOT_FOUND'))
    expect(await call(row)).toEqual({ _id: 'w1' })
    expect(asked()).toEqual(['token-anna'])
  })

  it.each(['SESSION_ENDED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const)(
    'use the next token after %s',
    async (code) => {
      subscriptionOf('anna', 'anna', 'berta')
      refuse(['anna'], new AppError(code))
      expect(await call(row)).toEqual({ _id: 'w1' })
      expect(asked()).toEqual(['token-anna', 'token-berta'])
    },
  )

  it('use three tokens at most', async () => {
    subscriptionOf('anna', 'berta', 'carl', 'dora')
    refuse(['anna', 'berta', 'carl'], new AppError('SESSION_ENDED'))
    await expect(call(row)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(asked()).toHaveLength(3)
  })

  it('use the next token when the token of a rights check is invalid, and not when the right is missing', async () => {
    subscriptionOf('anna', 'berta')
    refuse(['anna'], new AppError('UNAUTHENTICATED'))
    await call({ ...row, purpose: 'rights-check' })
    expect(asked()).toEqual(['token-anna', 'token-berta'])
    refuse(['anna'], new AppError('NOT_FOUND'))
    await expect(call({ ...row, purpose: 'rights-check' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(asked()).toHaveLength(3)
  })

  it('are not repeated once the platform has answered', async () => {
    subscriptionOf('anna', 'berta')
    refuse(['anna'], new AppError('TOO_MANY_REQUESTS'))
    await expect(call(row)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(asked()).toHaveLength(1)
  })

  it('fail without a viewer', async () => {
    subscriptionOf()
    await expect(call(row)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
