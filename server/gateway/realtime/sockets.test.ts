import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeUpstream, principalOf, type FakeUpstream } from '#tests/support/live-gateway.ts'
import { scopeKey, wholeAccount, type ViewerScope } from '#shared/lib/viewers.ts'
import { AppError } from '#server/lib/errors.ts'
import { createEndedSessions, type EndedSessions } from '../session/sessions.ts'
import { createRights, createRightsChanges } from './rights.ts'
import type { LiveSocket } from './socket.ts'
import { createSockets, type Sockets } from './sockets.ts'
import type { Writer } from './writer.ts'

let sockets: Sockets
let sessions: EndedSessions
let upstream: FakeUpstream
let scope: ViewerScope
const clock = { now: () => Date.now(), monotonic: () => Date.now() }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  scope = wholeAccount
  upstream = fakeUpstream({ 'GET apps/a': { _id: 'a' } })
  sessions = createEndedSessions(60_000, clock)
  const log = pino({ level: 'silent' })
  const rights = createRights(upstream, clock)
  const bounds = { caps: { total: 10, perUser: 2 }, behindMs: 10_000, onLimit: () => {} }
  const scopes = { of: async () => scope }
  const deps = { rights, scopes, rightsChanges: createRightsChanges(), sessions, clock, log }
  sockets = createSockets({ ...deps, ...bounds })
})

afterEach(async () => {
  await sockets.stop()
  vi.useRealTimers()
})

function open(name = 'anna', options: { silent?: boolean; behindSince?: number | null } = {}) {
  let principal = principalOf(name)
  const events: string[] = []
  let gone = () => {}
  const ended = new Promise<void>((resolve) => (gone = resolve))
  const socket: LiveSocket = {
    whenGone: () => ended,
    principal: () => principal,
    renew: (token) => (principal = { ...principal, token }),
    rights: () => new Set(['apps/a']),
    scopes: () => new Set([scopeKey(wholeAccount)]),
    loseRight: (right) => events.push(`lost ${right}`),
    resyncAll: () => {},
    heartbeat: () => (events.push('beat'), !options.silent),
    close({ code }) {
      events.push(`closed ${code}`)
      sockets.remove(socket)
      gone()
    },
    terminate() {
      events.push('terminated')
      sockets.remove(socket)
      gone()
    },
  }
  const writer = { behindSince: () => options.behindSince ?? null } as Writer
  sockets.add(socket, writer)
  return { socket, events, token: () => principal.token }
}

describe('live sockets', () => {
  it('connect again within 30 s after their user sees another part of the account', async () => {
    const { events } = open()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(events).not.toContain('closed 1012')
    scope = { apps: ['a'], payloads: 'hidden' }
    await vi.advanceTimersByTimeAsync(30_000)
    expect(events).toContain('closed 1012')
  })

  it('lose the subscriptions of an app within 30 s after the right', async () => {
    const { events } = open()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(events).not.toContain('lost apps/a')
    upstream.answers['GET apps/a'] = new AppError('FORBIDDEN')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(events).toContain('lost apps/a')
  })

  it('share one check per session, at most every 20 s', async () => {
    open()
    open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(upstream.calls.length).toBeLessThanOrEqual(4)
    expect(upstream.calls[0]).toMatchObject({ call: { path: 'apps/a', purpose: 'rights-check' } })
  })

  it('stay open while the platform cannot answer', async () => {
    const { events } = open()
    upstream.answers['GET apps/a'] = new AppError('PLATFORM_DOWN')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(events.filter((event) => event !== 'beat')).toEqual([])
  })

  it('close with 4401 when the token is invalid, and when the session ends', async () => {
    const anna = open('anna')
    const berta = open('berta')
    void sessions.end({ sid: 'sid-berta', token: null }, 'forced')
    expect(berta.events).toEqual(['closed 4401'])
    upstream.answers['GET apps/a'] = new AppError('UNAUTHENTICATED')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(anna.events).toContain('closed 4401')
    // Another gateway may have exchanged the token, so the session continues.
    expect(sessions.isEnded('sid-anna')).toBe(false)
  })

  it('continue with an exchanged token', async () => {
    const { token } = open()
    sessions.renewed('sid-anna', 'new')
    expect(token()).toBe('new')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(upstream.calls[0]?.caller?.token).toBe('new')
  })

  it('are closed within 45 s of silence, and after 10 s behind', async () => {
    const { events } = open('anna', { silent: true })
    const behind = open('berta', { behindSince: Date.now() })
    await vi.advanceTimersByTimeAsync(9000)
    expect(behind.events).not.toContain('closed 4413')
    await vi.advanceTimersByTimeAsync(3000)
    expect(behind.events.filter((event) => event !== 'beat')).toEqual(['closed 4413'])
    await vi.advanceTimersByTimeAsync(33_000)
    expect(events).toContain('terminated')
  })

  it('count towards the limits until they are closed', () => {
    const { socket } = open()
    open()
    expect(sockets.refusal('user-anna')).toBe('MAX_SOCKETS_PER_USER')
    expect(sockets.refusal('user-berta')).toBeNull()
    sockets.remove(socket)
    sockets.remove(socket)
    expect(sockets.refusal('user-anna')).toBeNull()
    for (let i = 0; i < 9; i++) open(`u${i}`)
    expect(sockets.refusal('user-new')).toBe('MAX_SOCKETS')
  })
})
