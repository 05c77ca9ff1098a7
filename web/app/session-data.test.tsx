import { act, screen, waitFor } from '@testing-library/react'
import { useClient, useQuery } from 'urql'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderThemed, signedInView } from '#tests/support/render.tsx'
import { appListQuery, createAppMutation } from '../domains/apps/operations.ts'
import { signedInUser, SessionProvider, useSession } from '../lib/session-context.tsx'
import { createSession } from '../lib/session.ts'
import { DraftKeeper } from '../ui/dialog/draft-keeper.tsx'
import { SessionData } from './session-data.tsx'

/** A page that reads data and sends twenty mutations, which it does not cancel when it unmounts. */
function Page() {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: appListQuery })
  const change = () => {
    for (let index = 0; index < 20; index++)
      void client.mutation(createAppMutation, { name: `${index}`, description: '' }).toPromise()
  }
  return (
    <>
      <p>{error?.message ?? data?.apps.map(({ name }) => name).join() ?? 'loading'}</p>
      <button onClick={change}>Change</button>
    </>
  )
}

const inAccount = (id: string) => ({ ...signedInView, account: { _id: id, name: id }, storedAccount: id })
const appOf = (name: string) => ({ __typename: 'App', id: 'a1', name, description: '', version: 1 })
const listOf = (name: string) => ({ data: { __typename: 'Query', apps: [appOf(name)] } })
const changed = { data: { __typename: 'Mutation', createApp: appOf('of account n') } }
const none = { body: { data: { capabilities: { __typename: 'Capabilities', version: null, features: [] } } } }
const ended = { errors: [{ message: 'over', extensions: { code: 'SESSION_ENDED', redirectTo: null } }] }

it.each([
  ['answers', changed],
  ['ends of the session', ended],
])('shows nothing of the previous account, and 20 late %s change nothing', async (_what, late) => {
  const held: ((body: object) => void)[] = []
  const gateway = fakeGateway((method, path, body) => {
    if ((body as { operationName?: string } | undefined)?.operationName === 'Capabilities') return none
    if (path !== '/graphql') return { body: inAccount(method === 'PUT' ? 's' : 'n') }
    return new Promise((answer) => held.push((body) => answer({ body })))
  })
  vi.stubGlobal('fetch', gateway.fetch)
  const asked = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count))
  const answer = async (body: object, which = held.splice(0)) =>
    act(async () => which.forEach((to) => to(body)))
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  await session.check()
  renderThemed(
    <SessionProvider session={session}>
      <SessionData>
        <Page />
      </SessionData>
    </SessionProvider>,
  )
  await asked(1)
  await answer(listOf('of account n'))
  await screen.findByText('of account n')

  act(() => screen.getByText('Change').click())
  await asked(20)
  const ofBefore = held.splice(0)
  await act(() => session.chooseAccount('s'))
  expect(screen.queryByText('of account n')).toBeNull()
  await asked(1)
  await answer(late, ofBefore)
  expect(session.get()).toMatchObject({
    phase: 'known',
    view: { authenticated: true, account: { _id: 's' } },
  })
  expect(screen.getByText('loading')).toBeTruthy()
  await answer(listOf('of account s'))
  expect(await screen.findByText('of account s')).toBeTruthy()
})

/** A form with unsaved text, while a user is signed in. */
function Typing() {
  const { state } = useSession()
  if (state.phase !== 'known' || !signedInUser(state.view)) return <p>signed out</p>
  return <DraftKeeper form="thing" values={{ name: 'Typed' }} dirty onRestore={() => {}} />
}

it.each([false, true])(
  'leaves no draft in a tab when its user signs out in another one, known before: %s',
  async (known) => {
    sessionStorage.clear()
    await import('../ui/dialog/draft-offer.tsx')
    vi.stubGlobal(
      'fetch',
      fakeGateway((_, path) => (path === '/graphql' ? none : { body: signedInView })).fetch,
    )
    const session = createSession({ to: vi.fn(), reload: vi.fn() })
    await session.check()
    renderThemed(
      <SessionProvider session={session}>
        <SessionData>
          <Typing />
        </SessionData>
      </SessionProvider>,
    )
    await waitFor(() => expect(sessionStorage).toHaveLength(1))
    if (known) act(() => session.ended(null))
    const notice = { key: 'workforce-console.signed-out', newValue: `${signedInView.user?._id} 1` }
    act(() => void window.dispatchEvent(new StorageEvent('storage', notice)))
    expect(await screen.findByText('signed out')).toBeTruthy()
    expect(sessionStorage).toHaveLength(0)
  },
)
