import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const membership = { _id: 'u1', userId: 'u1', user: { _id: 'u1', email: 'ben@example.com' }, role: 'member' }
const memberships = 'accounts/acc/memberships'
const one = `${memberships}/u1`
const pending = {
  _id: 'i1',
  email: 'cy@example.com',
  role: 'member',
  into: { kind: 'app', _id: 'a1', name: 'Orders' },
  by: 'anna@example.com',
  at: '2026-03-01T12:00:00.000Z',
  expires: '2026-03-08T12:00:00.000Z',
}

it.each<[string, Answers, CallMade]>([
  ['{ account { name } }', { 'GET account': { _id: 'acc', name: 'A' } }, { method: 'GET', path: 'account' }],
  [
    '{ memberships(page: 2, perPage: 5) { total } }',
    { [`GET ${memberships}`]: { docs: [membership], total: 6 } },
    { method: 'GET', path: memberships, query: { page: 2, pagesize: 5 } },
  ],
  ['{ membership(userId: "u1") { id } }', { [`GET ${one}`]: membership }, { method: 'GET', path: one }],
  [
    'mutation { updateMembership(userId: "u1", role: "owner") { role } }',
    { [`PUT ${one}`]: membership },
    { method: 'PUT', path: one, body: { role: 'owner' } },
  ],
  [
    'mutation { deleteMembership(userId: "u1") }',
    { [`DELETE ${one}`]: null },
    { method: 'DELETE', path: one },
  ],
  [
    'mutation { inviteToAccount(email: "cy@example.com") }',
    { 'POST invitation/toAccount': {} },
    {
      method: 'POST',
      path: 'invitation/toAccount',
      body: {
        accountId: 'acc',
        invitation: { email: 'cy@example.com', redirectUrl: 'http://console.test' },
      },
    },
  ],
  [
    'mutation { inviteUser(email: "cy@example.com", name: "Cy") }',
    { 'POST user/invite': {} },
    {
      method: 'POST',
      path: 'user/invite',
      service: 'connect',
      body: {
        name: 'Cy',
        email: 'cy@example.com',
        role: 'owner',
        domain: 'account:acc:owner',
        from: 'anna@example.com',
        redirectUrl: 'http://console.test',
        accountName: 'acc',
      },
    },
  ],
  [
    '{ invitations(page: 2, perPage: 5, appId: "a1") { total rows { id into { kind targetId name } by at } } }',
    { 'GET invitations': { data: [pending], total: 6 } },
    {
      method: 'GET',
      path: 'invitations',
      query: { page: 2, pagesize: 5, appId: 'a1' },
    },
  ],
  [
    'mutation { resendInvitation(id: "i1") { expires } }',
    { 'POST invitations/i1/resend': pending },
    { method: 'POST', path: 'invitations/i1/resend' },
  ],
  [
    'mutation { createInvitationLink(id: "i1") { link } }',
    {
      'POST invitations/i1/link': {
        link: 'https://console.test/login?invitation=t',
        expires: pending.expires,
      },
    },
    { method: 'POST', path: 'invitations/i1/link' },
  ],
  [
    'mutation { withdrawInvitation(id: "i1") }',
    { 'DELETE invitations/i1': null },
    { method: 'DELETE', path: 'invitations/i1' },
  ],
  [
    '{ settings { theme timeZone density startPage attentionSeenAt } }',
    { 'GET users/me/settings': { theme: 'dark', timeZone: 7, attentionSeenAt: 'never' } },
    { method: 'GET', path: 'users/me/settings' },
  ],
  [
    'mutation { saveSettings(theme: null, attentionSeenAt: "2026-03-01T12:00:00.000Z") { theme } }',
    { 'PUT users/me/settings': {} },
    {
      method: 'PUT',
      path: 'users/me/settings',
      body: { theme: null, attentionSeenAt: '2026-03-01T12:00:00.000Z' },
    },
  ],
  ['{ accountSettings }', { 'GET vars': { data: {} } }, { method: 'GET', path: 'vars', service: 'connect' }],
  [
    'mutation { saveAccountSettings(settings: { theme: "dark", accountId: "another" }) }',
    { 'PUT accountSettings/save': { accountId: 'acc', theme: 'dark' } },
    {
      method: 'PUT',
      path: 'accountSettings/save',
      service: 'connect',
      body: { theme: 'dark', accountId: 'acc' },
    },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

it.each([
  ['in docs', { docs: [membership], total: 1 }],
  ['in docs of data', { data: { docs: [membership], total: 1 } }],
  ['with the user in userId', { docs: [{ _id: 'x', userId: membership.user, role: 'member' }], total: 1 }],
])('memberships have the same fields %s', async (_how, answer) => {
  const { data } = await runOperation('{ memberships { total rows { id email role } } }', {
    [`GET ${memberships}`]: answer,
  })
  const row = { id: 'u1', email: 'ben@example.com', role: 'member' }
  expect(data).toEqual({ memberships: { total: 1, rows: [row] } })
})

it('a pending invitation has its target, its sender and its times', async () => {
  const operation =
    '{ invitations { rows { id email role into { kind targetId name } by at expires } total } }'
  const { data } = await runOperation(operation, { 'GET invitations': { data: [pending], total: 1 } })
  const { _id: id, into, ...rest } = pending
  const { _id: targetId, ...target } = into
  const row = { id, ...rest, into: { targetId, ...target } }
  expect(data).toEqual({ invitations: { rows: [row], total: 1 } })
})

const userAccountHash = { acc: { name: 'A' }, other: { name: 'B' } }
it.each([
  ['by account', { acc: { theme: 'dark' }, other: { theme: 'light' } }, { theme: 'dark' }],
  ['of another account', { other: { theme: 'light' } }, {}],
  ['of the account alone', { theme: 'dark' }, { theme: 'dark' }],
  ['nowhere', undefined, {}],
])(
  'settings are read from where the platform has them: %s',
  async (_where, oneflowAccountSettings, settings) => {
    const vars = { data: { userAccountHash, oneflowAccountSettings } }
    const { data } = await runOperation('{ accountSettings }', { 'GET vars': vars })
    expect(data).toEqual({ accountSettings: settings })
  },
)

it('saved settings are those that the platform answers', async () => {
  const { data } = await runOperation('mutation { saveAccountSettings(settings: { a: 1 }) }', {
    'PUT accountSettings/save': { data: { accountId: 'acc', a: 1, b: 2 } },
  })
  expect(data).toEqual({ saveAccountSettings: { a: 1, b: 2 } })
})
