import { cacheExchange } from '@urql/exchange-graphcache'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange } from 'urql'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes, signedInView } from '#tests/support/render.tsx'
import { accountCache } from '#web/domains/account/cache.ts'
import { createSession } from '#web/lib/session.ts'
import { PendingInvitations } from './pending-invitations.tsx'

const withoutId = () => null
const keys = {
  InvitationPage: withoutId,
  InvitationTarget: withoutId,
  InvitationLink: withoutId,
  Capabilities: withoutId,
}
const row = (id: string, more: object = {}) => ({
  __typename: 'Invitation',
  id,
  email: `${id}@example.test`,
  role: 'member',
  into: { __typename: 'InvitationTarget', kind: 'app', targetId: 'a1', name: 'Orders' },
  by: 'olga@example.test',
  at: new Date().toISOString(),
  expires: '2027-01-02T03:04:05.000Z',
  ...more,
})
type Operation = { operationName: string; variables: { id?: string; appId?: string | null } }

/** The panel of a user with that role; `rows` are the invitations that the gateway holds. */
async function open({ role = 'owner', features = ['invitations'], rows = [row('kim')], into = {} } = {}) {
  const answers: Record<string, (operation: Operation) => object> = {
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    OwnMembership: () => ({
      membership: { __typename: 'Membership', id: 'u1', role, apps: [], payloads: 'shown' },
    }),
    Invitations: () => ({
      invitations: { __typename: 'InvitationPage', total: rows.length, rows: [...rows] },
    }),
    ResendInvitation: ({ variables }) => ({ resendInvitation: row(variables.id ?? '') }),
    CreateInvitationLink: () => ({
      createInvitationLink: {
        __typename: 'InvitationLink',
        link: 'https://console.test/login?invitation=t',
        expires: '2027-01-02T03:04:05.000Z',
      },
    }),
    WithdrawInvitation: ({ variables }) => {
      rows.splice(0, 1)
      return { withdrawInvitation: variables.id }
    },
  }
  const { calls, fetch } = fakeGateway((_method, path, body) => {
    if (path === '/session') return { body: signedInView }
    const operation = body as Operation
    return { body: { data: answers[operation.operationName]?.(operation) } }
  })
  vi.stubGlobal('fetch', fetch)
  const session = createSession()
  await session.check()
  const exchanges = [cacheExchange({ keys, updates: accountCache.updates ?? {} }), fetchExchange]
  const client = new Client({ url: 'http://console.test/graphql', fetch, preferGetMethod: false, exchanges })
  renderRoutes([{ path: '/', element: <PendingInvitations {...into} /> }], { session, client })
  const sent = (name: string) =>
    calls.map(({ body }) => body as Operation | undefined).filter((body) => body?.operationName === name)
  return { sent }
}
const panel = () => screen.findByRole('region', { name: 'Invitations' })
const button = (name: string) => screen.findByRole('button', { name })

it('shows who is invited where, in which role, by whom and until when', async () => {
  await open({
    rows: [row('kim'), row('lee', { role: 'owner', by: null, into: { ...row('x').into, kind: 'account' } })],
  })
  const shown = within(await panel())
  const [, kim, lee] = shown.getAllByRole('row')
  expect(kim?.textContent).toContain('kim@example.testto the app Orders')
  expect(kim?.textContent).toMatch(/member.*now.*by olga@example\.test/)
  expect(kim?.textContent).toMatch(/[12] Jan 2027, \d\d:\d\d:05/)
  expect(lee?.textContent).toContain('lee@example.testto the account')
  expect(lee?.textContent).not.toContain('by ')
})

it('asks for those to one app only, on its page', async () => {
  const { sent } = await open({ into: { appId: 'a1' } })
  const shown = await panel()
  expect(shown.textContent).not.toContain('to the app Orders')
  expect(sent('Invitations')[0]?.variables).toMatchObject({ appId: 'a1', teamId: null })
})

it('offers nothing to a member who is no owner', async () => {
  await open({ role: 'member' })
  expect(within(await panel()).queryByRole('button', { name: /kim/ })).toBeNull()
})

it('is absent and makes no call on a platform without the feature', async () => {
  const { sent } = await open({ features: ['audit'] })
  await waitFor(() => expect(sent('Capabilities')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull()
  expect(sent('Invitations')).toEqual([])
})

it('is absent while no invitation is pending', async () => {
  const { sent } = await open({ rows: [] })
  await waitFor(() => expect(sent('Invitations')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull()
})

it('mails one again', async () => {
  const { sent } = await open()
  await userEvent.click(await button('Resend: kim@example.test'))
  expect(await screen.findByText('Invitation sent again to kim@example.test')).toBeTruthy()
  expect(sent('ResendInvitation')).toMatchObject([{ variables: { id: 'kim' } }])
})

it('shows a new link once, and says that it replaces the mailed one', async () => {
  await open()
  await userEvent.click(await button('Copy link: kim@example.test'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Link of the invitation' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Link of the invitation').value).toBe(
    'https://console.test/login?invitation=t',
  )
  expect(dialog.getByText(/replaces the link in the mail/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('https://console.test/login?invitation=t')).toBeNull())
})

it('withdraws one after a question, and the row goes', async () => {
  const { sent } = await open()
  await userEvent.click(await button('Withdraw: kim@example.test'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw Invitation' }))
  expect(question.getByText('kim@example.test')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Withdrew the invitation of kim@example.test')).toBeTruthy()
  expect(sent('WithdrawInvitation')).toMatchObject([{ variables: { id: 'kim' } }])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull())
})
