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
  created: at(-10),
  createdBy: null,
  expires: at(300),
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
]

function open(address = '/dashboard/keys') {
  const gateway = createFakeGateway(
    {
      Capabilities: () => ({
        capabilities: { __typename: 'Capabilities', version: '1', features: ['keys'] },
      }),
      KeyList: () => ({ keys: { __typename: 'KeyPage', total: rows.length, rows } }),
      RotateKey: () => ({
        rotateKey: { __typename: 'NewKey', keyId: 'k9', name: 'k9', secret: 'PEM of k9' },
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
  expect(screen.getAllByRole('button', { name: /^Rotate/ })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Revoke: WFCA_OLD' })).toBeTruthy()
})

it('makes a new key, shows it once, and leaves the old one valid for the chosen time', async () => {
  const { gateway, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Rotate: laptop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate: Private key' }))
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
