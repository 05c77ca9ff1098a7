import { beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { fakeGateway, signedInView, signedOutView } from '#tests/support/render.tsx'
import { createSession } from '#web/lib/session.ts'
import { toaster } from '#web/ui/feedback/toast.tsx'
import { beginSession } from './begin-session.ts'

function play(...args: Parameters<typeof fakeGateway>) {
  const gateway = fakeGateway(...args)
  vi.stubGlobal('fetch', gateway.fetch)
  return gateway
}
let shown: MockInstance<typeof toaster.create>

beforeEach(() => {
  shown = vi.spyOn(toaster, 'create')
  window.history.replaceState(null, '', '/')
})

it('reads the session', async () => {
  const { calls } = play(() => ({ body: signedOutView }))
  await beginSession(createSession())
  expect(calls.map((call) => call.path)).toEqual(['/session'])
})

it('signs in with the token of the address, which is removed before any answer', async () => {
  window.history.replaceState(null, '', '/apps/7?token=abc&state=s')
  play((method) => ({ body: method === 'GET' ? signedOutView : signedInView }))
  const session = createSession()
  const done = beginSession(session)
  expect(window.location.pathname + window.location.search).toBe('/apps/7')
  await done
  expect(session.get()).toMatchObject({ view: { authenticated: true } })
  expect(shown).not.toHaveBeenCalled()
})

it('shows a refused token for three seconds', async () => {
  window.history.replaceState(null, '', '/?token=old')
  play((method) =>
    method === 'GET' ? { body: signedOutView } : { status: 401, body: { code: 'UNAUTHENTICATED' } },
  )
  await beginSession(createSession())
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce())
  expect(shown.mock.calls[0]?.[0]).toMatchObject({
    type: 'error',
    title: 'An error occurred while checking the temporary token',
    duration: 3000,
  })
})
