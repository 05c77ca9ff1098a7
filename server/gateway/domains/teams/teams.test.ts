import { describe, expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'
import { refusal } from '#server/gateway/upstream/errors.ts'

const member = { _id: 'm1', role: 'member', userId: { _id: 'u1', email: 'ben@example.com' } }
const team = { _id: 't1', name: 'Imports', namespace: 'imports', members: [member, member] }
const add = 'mutation { addTeamMember(teamId: "t1", email: "ben@example.com") { invited } }'
const added: CallMade = { method: 'POST', path: 'teams/t1/members', body: { email: 'ben@example.com' } }

it.each<[string, Answers, CallMade]>([
  [
    '{ teams(page: 2, perPage: 10) { total } }',
    { 'GET teams': [team] },
    { method: 'GET', path: 'teams', query: { page: 2, pagesize: 10 } },
  ],
  [
    '{ teams { rows { id } } }',
    { 'GET teams': [team] },
    { method: 'GET', path: 'teams', query: { page: 1, pagesize: 9999 } },
  ],
  ['{ team(id: "t1") { name } }', { 'GET teams/t1': team }, { method: 'GET', path: 'teams/t1' }],
  [
    'mutation { createTeam(name: "Imports") { id } }',
    { 'POST teams': team },
    { method: 'POST', path: 'teams', body: { name: 'Imports' } },
  ],
  [
    'mutation { updateTeam(id: "t1", name: "Exports") { id } }',
    { 'PUT teams/t1': team },
    { method: 'PUT', path: 'teams/t1', body: { name: 'Exports' } },
  ],
  [
    '{ teamMembers(teamId: "t1") { id } }',
    { 'GET teams/t1/members': { data: [], total: 0 } },
    { method: 'GET', path: 'teams/t1/members' },
  ],
  [add, { 'POST teams/t1/members': member }, added],
  [
    'mutation { removeTeamMember(teamId: "t1", memberId: "m1") }',
    { 'DELETE teams/t1/members/m1': null },
    { method: 'DELETE', path: 'teams/t1/members/m1' },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

it('a team counts its members', async () => {
  const { data } = await runOperation('{ teams { rows { id namespace memberCount } } }', {
    'GET teams': { data: [team, { _id: 't2' }], total: 2 },
  })
  expect(data).toEqual({
    teams: {
      rows: [
        { id: 't1', namespace: 'imports', memberCount: 2 },
        { id: 't2', namespace: '', memberCount: 0 },
      ],
    },
  })
})

it.each([
  ['in data', { data: [member], total: 1 }],
  ['in members', { members: [member] }],
  ['in members of data', { data: { members: [member] } }],
  ['bare', [member]],
])('members have the same fields %s', async (_how, answer) => {
  const { data } = await runOperation('{ teamMembers(teamId: "t1") { id email role } }', {
    'GET teams/t1/members': answer,
  })
  expect(data).toEqual({ teamMembers: [{ id: 'm1', email: 'ben@example.com', role: 'member' }] })
})

describe('adding a member', () => {
  const invitation = (redirectUrl: string): CallMade => ({
    method: 'POST',
    path: 'teams/t1/members/invite',
    body: { email: 'ben@example.com', redirectUrl },
  })
  const unknown = {
    'POST teams/t1/members': refusal(404, '{"code":"NO_USER","message":"User not found"}'),
    'POST teams/t1/members/invite': {},
  }

  it.each([
    ['of PUBLIC_URL', { config: { PUBLIC_URL: 'https://console.example/base' } }, 'https://console.example'],
    ['that the browser names', { headers: { origin: 'http://console.test' } }, 'http://console.test'],
    ['that the request came to', {}, 'http://console.test'],
  ])('invites an unknown user, with the origin %s to return to', async (_which, options, origin) => {
    const { data, calls } = await runOperation(add, unknown, options)
    expect(data).toEqual({ addTeamMember: { invited: true } })
    expect(calls).toEqual([added, invitation(origin)])
  })

  it('does not invite a known user', async () => {
    const { data } = await runOperation(add, { 'POST teams/t1/members': member })
    expect(data).toEqual({ addTeamMember: { invited: false } })
  })

  it('shows any other error', async () => {
    const taken = new AppError('CONFLICT', 'ben@example.com is a member already')
    const { errors, calls } = await runOperation(add, { ...unknown, 'POST teams/t1/members': taken })
    expect(errors).toMatchObject([{ message: taken.message, extensions: { code: 'CONFLICT' } }])
    expect(calls).toHaveLength(1)
  })
})
