import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { SessionView } from '#shared/domains/account/contract.ts'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { evidence } from '#tests/support/evidence.ts'
import { fakeGateway, renderRoutes, signedInView, signedOutView } from '#tests/support/render.tsx'
import { LoginPage } from '../domains/account/login-page.tsx'
import { LogoutPage } from '../domains/account/logout-page.tsx'
import { createSession } from '../lib/session.ts'
import { DraftKeeper } from '../ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '../ui/dialog/unsaved-changes.tsx'
import { SessionGuard } from './session-guard.tsx'

/** Check 95: what a user has typed survives the end of the session and of the tab, for this user only. */

const user = userEvent.setup({ delay: null })

/** A form with a name and a secret; Save stores nothing. */
function Form() {
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [saved, setSaved] = useState('')
  const dirty = name !== saved
  return (
    <form>
      <UnsavedGuard dirty={dirty} />
      <DraftKeeper form="thing" values={{ name }} dirty={dirty} onRestore={(left) => setName(left.name)} />
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="Secret" value={secret} onChange={(event) => setSecret(event.target.value)} />
      <button type="button" onClick={() => setSaved(name)}>
        Save
      </button>
    </form>
  )
}

const routes = [
  {
    Component: SessionGuard,
    children: [
      { path: '/', element: <p>first page</p> },
      { path: '/things/t1', element: <Form /> },
      { path: '/things/t2', element: <Form /> },
      { path: '/login', element: <LoginPage /> },
      { path: '/logout', element: <LogoutPage /> },
    ],
  },
]

const boris: SessionView = { ...signedInView, user: { _id: 'u2', email: 'boris@northwind.example' } }
const password: Record<string, SessionView> = { olga: signedInView, boris }
let current: SessionView
// Loaded with the first form.
beforeAll(() => import('../ui/dialog/draft-offer.tsx'))
beforeEach(() => {
  sessionStorage.clear()
  current = signedInView
})

/** Opens a page in a new document of the same tab; the previous one is closed without asking its forms. */
async function open(at: string) {
  act(() => void window.dispatchEvent(new Event('pagehide')))
  const stored = Object.entries({ ...sessionStorage })
  cleanup()
  for (const [key, value] of stored) sessionStorage.setItem(key, String(value))
  // The test's router has no address bar.
  window.history.replaceState(null, '', at)
  const gateway = fakeGateway((method, _path, body) => {
    if (method === 'POST') current = password[(body as { password: string }).password] ?? current
    if (method === 'DELETE') current = signedOutView
    return { body: method === 'DELETE' ? { redirectTo: null } : current }
  })
  vi.stubGlobal('fetch', gateway.fetch)
  const leave = { to: vi.fn(), reload: vi.fn() }
  const session = createSession(leave)
  const shown = renderRoutes(routes, { at, session })
  await act(() => session.check())
  return { ...shown, session, leave }
}

async function signIn(name: string) {
  const email = password[name]?.user?.email ?? ''
  const field = await screen.findByLabelText('E-mail')
  await user.clear(field)
  await user.type(field, email)
  await user.type(screen.getByLabelText('Password'), `${name}{Enter}`)
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (text: string) => {
  fireEvent.change(await field('Name'), { target: { value: text } })
  fireEvent.change(await field('Secret'), { target: { value: `secret of ${text}` } })
}
const offered = () => screen.queryByRole('button', { name: 'Restore draft' })

it('is offered to the same user after a forced sign-out, whose reason the sign-in card says', async () => {
  const { session, address } = await open('/things/t1')
  await type('Typed for an hour')
  current = signedOutView
  act(() => session.ended(null))
  expect(address()).toBe('/login?redirectTo=%2Fthings%2Ft1')
  expect((await screen.findByRole('status')).textContent).toBe(accountMessages.sessionEnded)
  await signIn('olga')
  expect((await field('Name')).value).toBe('')
  expect((await screen.findByRole('note')).textContent).toMatch(/^A draft of \d\d:\d\d was not saved\./)
  await user.click(await screen.findByRole('button', { name: 'Restore draft' }))
  expect((await field('Name')).value).toBe('Typed for an hour')
  expect(offered()).toBeNull()
})

it('is kept when a tab closes or dies, and offered when the browser restores it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open('/things/t1')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Typed before a crash' } })
  act(() => vi.advanceTimersByTime(500))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Typed before a crash, and more' } })
  // A crash runs no code of the page: only what was stored by then is left.
  const crashed = { ...sessionStorage }
  act(() => void window.dispatchEvent(new Event('pagehide')))
  const closed = { ...sessionStorage }
  vi.useRealTimers()
  for (const [stored, text] of [
    [crashed, 'Typed before a crash'],
    [closed, 'Typed before a crash, and more'],
  ] as const) {
    cleanup()
    sessionStorage.clear()
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, String(value))
    await open('/things/t1')
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }))
    expect((await field('Name')).value).toBe(text)
  }
})

it('is never offered to another user, at another address, or after a sign-out', async () => {
  const first = await open('/things/t1')
  await type('Of Olga')
  current = signedOutView
  act(() => first.session.ended(null))
  await signIn('boris')
  await field('Name')
  expect(offered()).toBeNull()
  await type('Of Boris')
  current = signedOutView
  act(() => first.session.ended(null))
  await signIn('olga')
  await user.click(await screen.findByRole('button', { name: 'Restore draft' }))
  expect((await field('Name')).value).toBe('Of Olga')
  const drafts = Object.values({ ...sessionStorage }).map(String)
  expect(drafts).toHaveLength(2)
  expect(drafts.join()).not.toContain('secret of')

  current = signedInView
  await open('/things/t2')
  expect(offered()).toBeNull()
  const last = await open('/things/t1')
  expect(offered()).not.toBeNull()
  await act(() => last.router.navigate('/logout'))
  expect(last.leave.reload).toHaveBeenCalledTimes(1)
  current = signedInView
  await open('/things/t1')
  expect(offered()).toBeNull()

  current = boris
  await open('/things/t1')
  expect(screen.getByRole('button', { name: 'Restore draft' })).toBeTruthy()
  evidence({
    check: 95,
    figures: {
      'ways to lose a form': 'session ended, session expired, tab closed, tab crashed',
      'drafts given back to their user': 4,
      'offered to another user or at another address': 0,
      'secrets in the storage': 0,
      'left after a sign-out': 0,
    },
    breaks: 'the key of a draft has no user; a sign-out drops nothing',
  })
})

it('is dropped when its user saves, empties or leaves the form', async () => {
  await open('/things/t1')
  await type('Saved')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(sessionStorage).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const { router } = await open('/things/t1')
  expect(offered()).toBeNull()
  await type('Given up')
  await act(() => router.navigate('/'))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByText('first page')
  expect(sessionStorage).toHaveLength(0)
})

it('is not needed when the session has only expired: the page stays under a dialog and goes on', async () => {
  const { session, address } = await open('/things/t1')
  await type('Still here')
  const sentence = 'Your session has expired because it was not used for 1 hour.'
  current = { ...signedOutView, ended: { code: 'UNAUTHENTICATED', sentence } }
  let goesOn: boolean | undefined
  await act(async () => void session.renewed().then((renewed) => (goesOn = renewed)))
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(dialog.textContent).toContain(sentence)
  expect((await field('E-mail')).value).toBe('olga.petrova@northwind.example')
  await user.type(await field('Password'), 'olga{Enter}')
  await vi.waitFor(() => expect(goesOn).toBe(true))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await field('Name')).value).toBe('Still here')
  expect(address()).toBe('/things/t1')
})

it('is offered after another user has signed in over an expired session, to its own user only', async () => {
  const { session, leave } = await open('/things/t1')
  await type('Of Olga')
  current = signedOutView
  await act(() => session.check())
  await screen.findByRole('dialog', { name: 'Sign in again' })
  await signIn('boris')
  await vi.waitFor(() => expect(leave.reload).toHaveBeenCalledTimes(1))
  await open('/things/t1')
  expect(offered()).toBeNull()
  current = signedInView
  await open('/things/t1')
  expect(offered()).not.toBeNull()
})
