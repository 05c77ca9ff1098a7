import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { renderRoutes } from '#tests/support/render.tsx'
import { keyCache } from './cache.ts'
import { KeyListPage } from './key-list-page.tsx'

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const key = (id: string, over: object = {}) => ({
  __typename: 'Key',
  id,
  kind: 'privateKey',
  name: id,
  appId: null,
  appName: null,
  workerId: 'w1',
  workerName: 'Ledger',
  alias: 'edge',
  planId: null,
  planName: null,
  created: at(-10),
  createdBy: null,
  expires: at(300),
  oldUntil: null,
  replacedByName: null,
  replacedAt: null,
  lastUsed: null,
  ...over,
})
const ofApp = {
  kind: 'token',
  appId: 'a1',
  appName: 'Billing',
  workerId: null,
  workerName: null,
  alias: null,
}
const rows = [
  key('laptop', { expires: at(3.5), lastUsed: { __typename: 'LastUse', at: at(-1), by: 'host-1' } }),
  key('wfk_1', { ...ofApp, expires: null, replacedByName: 'wfk_2', replacedAt: at(-2) }),
  key('WFCA_OLD', { kind: 'accessKey', expires: null, replacedAt: at(-2), lastUsed: null }),
  key('h1', {
    ...ofApp,
    kind: 'hookSecret',
    name: 'Shop',
    planId: 'p1',
    planName: 'Nightly',
    expires: null,
    oldUntil: at(0.9),
  }),
]

function open(address = '/dashboard/keys') {
  const gateway = createFakeGateway(
    {
      Capabilities: () => ({
        capabilities: { __typename: 'Capabilities', version: '1', features: ['keys'] },
      }),
      KeyList: () => ({ keys: { __typename: 'KeyPage', total: rows.length, rows } }),
      KeyCounts: () => {
        const countOf = (total: number) => ({ __typename: 'KeyPage', total })
        return {
          ending: countOf(1),
          old: countOf(2),
          replaced: countOf(3),
          unused: countOf(7),
        }
      },
      RotateKey: ({ kind }) => ({
        rotateKey: {
          __typename: 'NewKey',
          keyId: 'k9',
          name: kind === 'hookSecret' ? 'h1' : 'k9',
          secret: kind === 'hookSecret' ? 'whsec_new' : 'PEM of k9',
        },
      }),
      RevokeKey: ({ id }) => ({ revokeKey: id }),
    },
    keyCache,
  )
  renderRoutes([{ path: '/dashboard/keys', element: <KeyListPage /> }], {
    at: address,
    client: gateway.client,
  })
  return { gateway, user: userEvent.setup() }
}

it('lists keys with age, last use and days left; what was replaced says whether it is used', async () => {
  const { gateway } = open('/dashboard/keys?worker=w1&alias=edge&kind=token,none')
  expect(await screen.findByText('4 days')).toBeTruthy()
  expect(gateway.callsOf('KeyList')[0]?.variables).toMatchObject({
    workerId: 'w1',
    alias: 'edge',
    kind: ['token'],
  })
  expect(screen.getByText('from host-1')).toBeTruthy()
  const replaced = screen.getAllByText(/^Replaced .*, not used since: it can be revoked$/)
  expect(replaced.map(({ title }) => title)[0]).toBe('Replaced by wfk_2')
  expect(screen.getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe('/apps/a1/settings')
  // A key that was replaced is not replaced again.
  expect(screen.getAllByRole('button', { name: /^Rotate/ })).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Revoke: WFCA_OLD' })).toBeTruthy()
})

it('makes a new key, shows it once, and leaves the old one valid for the chosen time', async () => {
  const { gateway, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Rotate: laptop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate: Private key' }))
  expect(dialog.getByText(/^laptop of .+ · edge$/)).toBeTruthy()
  await user.clear(dialog.getByLabelText(/Name of the new key/))
  await user.type(dialog.getByLabelText(/Name of the new key/), 'next')
  await user.click(dialog.getByText('24 hours'))
  await user.click(dialog.getByRole('button', { name: 'Make new one' }))
  const made = within(await screen.findByRole('dialog', { name: 'New: Private key' }))
  expect(made.getByText('PEM of k9')).toBeTruthy()
  const { oldEnds, ...asked } = gateway.callsOf('RotateKey')[0]!.variables
  expect(asked).toEqual({ kind: 'privateKey', id: 'laptop', owner: 'w1', alias: 'edge', name: 'next' })
  expect(Math.abs(Date.parse(String(oldEnds)) - Date.now() - DAY_MS)).toBeLessThan(60_000)
  await user.click(made.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('PEM of k9')).toBeNull())
  expect(gateway.callsOf('KeyList').length).toBeGreaterThan(1)
})

it('shows the secret of a start address with its plan, and renews it for the time that start addresses have', async () => {
  const { gateway, user } = open()
  const plan = await screen.findByRole('link', { name: 'Nightly' })
  expect(plan.getAttribute('href')).toBe('/plans/p1?hook=h1#hooks')
  expect(screen.getByText(/^The secret before it is valid until/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rotate: Shop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate: Start address' }))
  expect(dialog.getByText(/stays valid for 24 hours/)).toBeTruthy()
  expect(dialog.queryByText('until revoked')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Make new one' }))
  const made = within(await screen.findByRole('dialog', { name: 'New: Start address' }))
  expect(made.getByText('whsec_new')).toBeTruthy()
  expect(made.getByText(/\/api\/hooks\/h1$/)).toBeTruthy()
  expect(gateway.callsOf('RotateKey')[0]?.variables).toMatchObject({
    kind: 'hookSecret',
    id: 'h1',
    owner: 'p1',
  })
  await user.click(made.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Revoke: Shop' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke: Start address' }))
  // Keys of many owners may have one name.
  expect(question.getByText('Shop of Nightly · Billing')).toBeTruthy()
  expect(question.getByText(/^The start address is deleted with its secret/)).toBeTruthy()
})

it('narrows the list to a state and to what is typed', async () => {
  const { gateway, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Over a year old 2' }))
  await user.keyboard('/shop')
  await waitFor(() =>
    expect(gateway.callsOf('KeyList').at(-1)?.variables).toMatchObject({ state: 'old', search: 'shop' }),
  )
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() =>
    expect(gateway.callsOf('KeyList').at(-1)?.variables).toMatchObject({ state: null, search: '' }),
  )
})

it('revokes a key after a question', async () => {
  const { gateway, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Revoke: WFCA_OLD' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke: Access key' }))
  expect(dialog.getByText('It was never used.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await waitFor(() =>
    expect(gateway.callsOf('RevokeKey')[0]?.variables).toEqual({
      kind: 'accessKey',
      id: 'WFCA_OLD',
      owner: 'w1',
      alias: 'edge',
    }),
  )
})
