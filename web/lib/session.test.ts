import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionView } from '#shared/domains/account/contract.ts'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { fakeGateway, signedInView, signedOutView } from '#tests/support/render.tsx'
import { HttpError } from './http.ts'
import { createSession } from './session.ts'
import { readDraft, writeDraft } from './drafts/stored-drafts.ts'

const KEY = 'workforce-console.account'

function play(...args: Parameters<typeof fakeGateway>) {
  const gateway = fakeGateway(...args)
  vi.stubGlobal('fetch', gateway.fetch)
  return gateway
}

function leaving() {
  return { to: vi.fn<(address: string) => void>(), reload: vi.fn<() => void>() }
}

const ended = (redirectTo: string | null = null) => ({
  status: 401,
  body: {
    statusCode: 401,
    code: 'SESSION_ENDED',
    message: 'The session has ended, sign in again',
    redirectTo,
  },
})

const endedView: SessionView = {
  ...signedOutView,
  ended: { code: 'SESSION_ENDED', sentence: accountMessages.sessionEnded },
}

describe('session', () => {
  beforeEach(() => localStorage.clear())

  it('knows the signed-in user, and stores the name of the account under its own key', async () => {
    play(() => ({ body: { ...signedInView, storedAccount: 'northwind-staging' } }))
    const session = createSession(leaving())
    await session.check()
    expect(session.get()).toMatchObject({ phase: 'known', view: { account: { name: 'northwind' } } })
    expect(localStorage.getItem(KEY)).toBe('northwind-staging')
  })

  it('sends the stored account and the CSRF header with a sign-in', async () => {
    localStorage.setItem(KEY, 'southwind')
    const { calls } = play(() => ({ body: signedInView }))
    await createSession(leaving()).signIn('a@b.c', 'secret')
    expect(calls[0]).toMatchObject({
      path: '/session',
      body: { email: 'a@b.c', password: 'secret', account: 'southwind' },
    })
    expect(calls[0]?.headers.get('x-csrf')).toBe('1')
  })

  it('passes a wrong password to the form and stays signed out', async () => {
    play((method) =>
      method === 'GET'
        ? { body: signedOutView }
        : { status: 401, body: { code: 'WRONG_CREDENTIALS', message: 'Wrong e-mail or password' } },
    )
    const session = createSession(leaving())
    await session.check()
    await expect(session.signIn('a@b.c', 'x')).rejects.toThrow(
      new HttpError(401, 'WRONG_CREDENTIALS', 'Wrong e-mail or password'),
    )
    expect(session.get()).toEqual({ phase: 'known', view: signedOutView })
  })

  it('is unknown while the gateway is unavailable at the start, and stays known when it becomes unavailable later', async () => {
    let away = true
    play(() => {
      if (away) throw new TypeError('fetch failed')
      return { body: signedInView }
    })
    const session = createSession(leaving())
    await session.check()
    expect(session.get().phase).toBe('unreachable')
    away = false
    await session.check()
    away = true
    await session.check()
    expect(session.get()).toEqual({ phase: 'known', view: signedInView })
  })

  it('ends on a 401 of a refresh and follows the given address', async () => {
    play((method) =>
      method === 'GET' ? { body: signedInView } : ended('https://id.example/out?auth_error=1'),
    )
    const away = leaving()
    const session = createSession(away)
    await session.check()
    expect(await session.refresh()).toBe(false)
    expect(session.get()).toEqual({ phase: 'known', view: endedView })
    expect(away.to).toHaveBeenCalledExactlyOnceWith('https://id.example/out?auth_error=1')
  })

  it('that a request has found ended says why, once, and an unreachable gateway ends it too', async () => {
    const unreadable = { code: 'SESSION_ENDED', sentence: 'Its cookie cannot be read.' } as const
    for (const [after, sentence] of [
      [{ body: { ...signedOutView, ended: unreadable } }, unreadable.sentence],
      [{ status: 503, body: {} }, accountMessages.sessionEnded],
    ] as const) {
      let answer: object = { body: signedInView }
      play(() => answer)
      const session = createSession(leaving())
      await session.check()
      answer = after
      await Promise.all([session.foundEnded(null), session.foundEnded(null)])
      expect(session.get()).toMatchObject({ view: { authenticated: false, ended: { sentence } } })
    }
  })

  it.each([null, 'https://id.example/out?auth_error=1'])(
    'ends when a check finds that it has expired, and leads to %s',
    async (redirectTo) => {
      let dead = false
      play(() => (dead ? ended(redirectTo) : { body: signedInView }))
      const away = leaving()
      const session = createSession(away)
      await session.check()
      dead = true
      await session.check()
      await session.check()
      expect(session.get()).toEqual({ phase: 'known', view: endedView })
      expect(away.to.mock.calls).toEqual(redirectTo ? [[redirectTo]] : [])
    },
  )

  it('of a page that opens with an expired session is read once more, or leaves the page', async () => {
    let asked = 0
    play(() => (asked++ ? { body: signedOutView } : ended()))
    const session = createSession(leaving())
    await session.check()
    expect(session.get()).toEqual({ phase: 'known', view: signedOutView })

    play(() => ended('https://id.example/out'))
    const away = leaving()
    await createSession(away).check()
    expect(away.to).toHaveBeenCalledExactlyOnceWith('https://id.example/out')
  })

  it('exchanges a temporary token although the previous session has expired', async () => {
    play((method) => (method === 'GET' ? ended() : { body: signedInView }))
    const session = createSession(leaving())
    await session.signInWithToken({ token: 't' })
    expect(session.get()).toEqual({ phase: 'known', view: signedInView })
  })

  it('leaves the page once however many calls find the session ended', async () => {
    play(() => ({ body: signedInView }))
    const away = leaving()
    const session = createSession(away)
    await session.check()
    session.ended('/out')
    session.ended('/out')
    expect(away.to).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['https://id.example/out', 'to'],
    [null, 'reload'],
  ] as const)('signs out to %s', async (redirectTo, way) => {
    play((method) => (method === 'GET' ? { body: signedInView } : { body: { redirectTo } }))
    const away = leaving()
    const session = createSession(away)
    await session.check()
    await session.signOut()
    expect(away[way]).toHaveBeenCalledTimes(1)
  })

  it('leaves the page once when live updates tell of the end that its own sign-out makes', async () => {
    play((method) => (method === 'GET' ? { body: signedInView } : { body: { redirectTo: null } }))
    const away = leaving()
    const session = createSession(away)
    await session.check()
    const signingOut = session.signOut()
    session.ended('/out')
    await signingOut
    expect(session.get()).toEqual({ phase: 'known', view: signedInView })
    expect([away.to.mock.calls, away.reload.mock.calls]).toEqual([[], [[]]])
  })

  it('refuses an account of another user with the message of the gateway and keeps the current one', async () => {
    play((method) =>
      method === 'GET'
        ? { body: signedInView }
        : { status: 403, body: { code: 'FORBIDDEN', message: 'You are not allowed to do this' } },
    )
    const session = createSession(leaving())
    await session.check()
    await expect(session.chooseAccount('x')).rejects.toThrow('You are not allowed to do this')
    expect(session.get()).toEqual({ phase: 'known', view: signedInView })
  })

  it('exchanges a temporary token without being signed out in between', async () => {
    localStorage.setItem(KEY, 'southwind')
    const { calls } = play((method) => ({ body: method === 'GET' ? signedOutView : signedInView }))
    const session = createSession(leaving())
    const phases: unknown[] = []
    session.subscribe(() => phases.push(session.get()))
    await session.signInWithToken({ token: 't', state: 's' })
    expect(calls[1]).toMatchObject({
      path: '/session/token',
      body: { token: 't', state: 's', account: 'southwind' },
    })
    expect(phases).toEqual([{ phase: 'known', view: signedInView }])
  })

  it('does not use a temporary token when a user is signed in', async () => {
    const { calls } = play(() => ({ body: signedInView }))
    const session = createSession(leaving())
    await session.signInWithToken({ token: 't' })
    expect(calls.map((call) => call.path)).toEqual(['/session'])
    expect(session.get()).toEqual({ phase: 'known', view: signedInView })
  })

  it('is signed out after a temporary token was refused', async () => {
    play((method) =>
      method === 'GET' ? { body: signedOutView } : { status: 401, body: { code: 'UNAUTHENTICATED' } },
    )
    const session = createSession(leaving())
    await expect(session.signInWithToken({ token: 'old' })).rejects.toThrow(HttpError)
    expect(session.get()).toEqual({ phase: 'known', view: signedOutView })
  })

  it('that has expired keeps the page, and repeats refused requests after the same user has signed in', async () => {
    const expired = { code: 'UNAUTHENTICATED', sentence: 'Your session has expired.' } as const
    let answer: SessionView = signedInView
    play(() => ({ body: answer }))
    const away = leaving()
    const session = createSession(away)
    await session.check()
    answer = { ...signedOutView, ended: expired }
    const renewed = session.renewed()
    await vi.waitFor(() =>
      expect(session.get()).toEqual({ phase: 'known', view: signedInView, expired: expired.sentence }),
    )
    answer = signedInView
    await session.signIn('olga.petrova@northwind.example', 'secret')
    expect(await renewed).toBe(true)
    expect(session.get()).toEqual({ phase: 'known', view: signedInView })
    expect(away.reload).not.toHaveBeenCalled()
  })

  it('that has expired reloads the page when another user signs in, and repeats nothing', async () => {
    let answer: SessionView = signedInView
    play(() => ({ body: answer }))
    const away = leaving()
    const session = createSession(away)
    await session.check()
    answer = signedOutView
    const renewed = session.renewed()
    await vi.waitFor(() => expect(session.get()).toHaveProperty('expired'))
    answer = { ...signedInView, user: { _id: 'u2', email: 'boris@northwind.example' } }
    await session.signIn('boris@northwind.example', 'secret')
    expect(await renewed).toBe(false)
    expect(away.reload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['of single sign-on', { ...signedInView, sso: true }, signedOutView],
    ['that something has ended', signedInView, endedView],
  ])('%s leads to the sign-in page with a sentence', async (_what, before, after) => {
    let answer: SessionView = before
    play(() => ({ body: answer }))
    const session = createSession(leaving())
    await session.check()
    answer = after
    expect(await session.renewed()).toBe(false)
    expect(session.get()).toMatchObject({
      view: { authenticated: false, ended: { sentence: expect.stringMatching(/^Your session/) } },
    })
  })

  it('that the platform has refused leads to where single sign-on signs out', async () => {
    const redirectTo = 'https://id.example/out?auth_error=1'
    let answer: SessionView = { ...signedInView, sso: true }
    play(() => ({ body: answer }))
    const away = leaving()
    const session = createSession(away)
    await session.check()
    answer = { ...endedView, ended: { code: 'SESSION_ENDED', sentence: 'It was refused.', redirectTo } }
    await session.check()
    expect(away.to).toHaveBeenCalledExactlyOnceWith(redirectTo)
  })

  it('continues when another tab has signed in again', async () => {
    play(() => ({ body: signedInView }))
    const session = createSession(leaving())
    await session.check()
    expect(await session.renewed()).toBe(true)
  })

  it('drops the drafts of the user who signs out, and no others', async () => {
    play((method) => (method === 'GET' ? { body: signedInView } : { body: { redirectTo: null } }))
    const session = createSession(leaving())
    await session.check()
    writeDraft('u1', '/apps new', { name: 'Mine' })
    writeDraft('u2', '/apps new', { name: 'Theirs' })
    await session.signOut()
    expect(readDraft('u1', '/apps new')).toBeNull()
    expect(readDraft('u2', '/apps new')?.values).toEqual({ name: 'Theirs' })
  })
})
