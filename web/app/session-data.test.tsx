import { act, screen } from '@testing-library/react'
import { useQuery } from 'urql'
import { expect, it, vi } from 'vitest'
import { playGateway, renderThemed, signedInView } from '../../tests/support/render.tsx'
import { appListQuery } from '../domains/apps/operations.ts'
import { SessionProvider } from '../lib/session-context.tsx'
import { createSession } from '../lib/session.ts'
import { SessionData } from './session-data.tsx'

/** Twenty readers of the same list, as many places of a page are. */
const READERS = 20

function Reader() {
  const [{ data, error }] = useQuery({ query: appListQuery })
  return <li>{error?.message ?? data?.apps.map(({ name }) => name).join() ?? 'loading'}</li>
}

const inAccount = (id: string) => ({ ...signedInView, account: { _id: id, name: id }, storedAccount: id })
const appOf = (name: string) => ({
  data: { __typename: 'Query', apps: [{ __typename: 'App', id: 'a1', name, description: '' }] },
})
const ended = { errors: [{ message: 'over', extensions: { code: 'SESSION_ENDED', redirectTo: null } }] }

it.each([
  ['an answer', appOf('of account n')],
  ['the end of the session', ended],
])('shows and keeps nothing of the account that was left, also when %s comes late', async (_what, late) => {
  const held: ((body: object) => void)[] = []
  const gateway = playGateway((method, path) => {
    if (path !== '/graphql') return { body: inAccount(method === 'PUT' ? 's' : 'n') }
    return new Promise((answer) => held.push((body) => answer({ body })))
  })
  vi.stubGlobal('fetch', gateway.fetch)
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  await session.check()
  const readers = Array.from({ length: READERS }, (_, index) => <Reader key={index} />)
  renderThemed(
    <SessionProvider session={session}>
      <SessionData>
        <ul>{readers}</ul>
      </SessionData>
    </SessionProvider>,
  )
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0))
  const ofBefore = held.splice(0)
  await act(() => session.chooseAccount('s'))
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0))
  await act(async () => ofBefore.forEach((answer) => answer(late)))
  expect(screen.queryByText(/of account n|over/)).toBeNull()
  await act(async () => held.forEach((answer) => answer(appOf('of account s'))))
  expect(await screen.findAllByText('of account s')).toHaveLength(READERS)
  expect(session.get()).toMatchObject({ phase: 'known', view: { account: { _id: 's' } } })
})
