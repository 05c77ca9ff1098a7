import { describe, expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'

const token = { _id: 'k1', key: 'WF1', secret: 'token-marked-secret' }
const variable = { _id: 'v1', name: 'DB', value: 'value-marked-secret' }
const app = {
  _id: 'a1',
  name: 'Depot',
  tokens: [token],
  variables: [variable, { _id: 'v2', name: 'X', value: 'abcd' }],
}
const got = { 'GET apps/a1': app }
const collaborator = { _id: 'c1', role: 'member', userId: { _id: 'u1', email: 'ben@example.com' } }
const read: CallMade = { method: 'GET', path: 'apps/a1' }

it.each<[string, Answers, CallMade[]]>([
  [
    'mutation { addToken(appId: "a1") { id } }',
    { 'POST apps/a1/token': token },
    [{ method: 'POST', path: 'apps/a1/token' }],
  ],
  [
    'mutation { removeToken(appId: "a1", tokenId: "k1") }',
    { 'DELETE apps/a1/token/k1': null },
    [{ method: 'DELETE', path: 'apps/a1/token/k1' }],
  ],
  [
    'mutation { addVariable(appId: "a1", name: "DB", value: "x") { id } }',
    { 'POST apps/a1/variables': variable },
    [{ method: 'POST', path: 'apps/a1/variables', body: { name: 'DB', value: 'x' } }],
  ],
  [
    'mutation { removeVariable(appId: "a1", variableId: "v1") }',
    { 'DELETE apps/a1/variables/v1': null },
    [{ method: 'DELETE', path: 'apps/a1/variables/v1' }],
  ],
  ['mutation { revealTokenSecret(appId: "a1", tokenId: "k1") }', got, [read, { ...read, reveal: 'WF1' }]],
  ['mutation { revealVariable(appId: "a1", variableId: "v1") }', got, [read, { ...read, reveal: 'DB' }]],
  [
    '{ collaborators(appId: "a1") { id } }',
    { 'GET apps/a1/collaborators': { collaborators: [] } },
    [{ method: 'GET', path: 'apps/a1/collaborators' }],
  ],
  [
    'mutation { removeCollaborator(appId: "a1", collaboratorId: "c1") }',
    { 'DELETE apps/a1/collaborators/c1': null },
    [{ method: 'DELETE', path: 'apps/a1/collaborators/c1' }],
  ],
  [
    'mutation { addCollaborator(appId: "a1", email: "ben@example.com") { invited } }',
    { 'POST apps/a1/collaborators': new AppError('NOT_FOUND'), 'POST apps/a1/collaborators/invite': {} },
    [
      { method: 'POST', path: 'apps/a1/collaborators', body: { email: 'ben@example.com' } },
      {
        method: 'POST',
        path: 'apps/a1/collaborators/invite',
        body: { email: 'ben@example.com', redirectUrl: 'http://console.test' },
      },
    ],
  ],
])('%s makes its calls of the platform', async (operation, answers, calls) => {
  const played = await runOperation(operation, answers)
  expect(played.errors).toBeUndefined()
  expect(played.calls).toEqual(calls)
})

it.each([
  ['plain', { collaborators: [collaborator] }],
  ['in data', { data: { collaborators: [collaborator] } }],
  ['as a list in data', { data: [collaborator], total: 1 }],
])('collaborators have the same fields %s', async (_how, answer) => {
  const { data } = await runOperation('{ collaborators(appId: "a1") { id email role } }', {
    'GET apps/a1/collaborators': answer,
  })
  expect(data).toEqual({ collaborators: [{ id: 'c1', email: 'ben@example.com', role: 'member' }] })
})

describe('secrets of an app', () => {
  it.each([
    ['plain', app],
    ['in data', { data: app }],
  ])('are masked, answered %s', async (_how, answer) => {
    const fields = '{ app(id: "a1") { tokens { id key secret } variables { id name value } } }'
    const { data, text } = await runOperation(fields, { 'GET apps/a1': answer })
    expect(data).toEqual({
      app: {
        tokens: [{ id: 'k1', key: 'WF1', secret: '***************cret' }],
        variables: [
          { id: 'v1', name: 'DB', value: '***************cret' },
          { id: 'v2', name: 'X', value: '****' },
        ],
      },
    })
    expect(text).not.toContain('marked')
  })

  it.each([
    ['addToken(appId: "a1") { id secret }', { 'POST apps/a1/token': token }, 'k1'],
    ['addToken(appId: "a1") { id secret }', { 'POST apps/a1/token': { data: app } }, 'k1'],
    [
      'addVariable(appId: "a1", name: "DB", value: "value-marked-secret") { id value }',
      { 'POST apps/a1/variables': { ...app, variables: [variable] } },
      'v1',
    ],
  ])('are masked when they are new: %s', async (operation, answers, id) => {
    const { data, text } = await runOperation(`mutation { it: ${operation} }`, answers)
    expect(data).toMatchObject({ it: { id } })
    expect(text).not.toContain('marked')
  })

  it.each([
    ['revealTokenSecret(appId: "a1", tokenId: "k1")', 'token-marked-secret', 'WF1'],
    ['revealVariable(appId: "a1", variableId: "v1")', 'value-marked-secret', 'DB'],
  ])('are shown only by %s, which is logged without the value', async (operation, secret, what) => {
    const { data, log } = await runOperation(`mutation { it: ${operation} }`, got)
    expect(data).toEqual({ it: secret })
    expect(log).toContain(`"entity":"app","entityId":"a1","what":"${what}"`)
    expect(log).not.toContain('marked')
  })

  it.each(['revealTokenSecret(appId: "a1", tokenId: "v1")', 'revealVariable(appId: "a1", variableId: "k1")'])(
    '%s shows nothing when there is no such secret',
    async (operation) => {
      const { data, errors, log } = await runOperation(`mutation { it: ${operation} }`, got)
      expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'NOT_FOUND'])
      expect(log).not.toContain('"audit"')
    },
  )
})
