import { describe, expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'

const SECRET = 'wJalrXUtnFEMI-secret-KEY'
const alias = { name: 'beta', accessKeyId: 'WFCA1', secretAccessKey: SECRET, queueUrl: 'https://q/beta' }
const key = { _id: 'k1', name: 'laptop', createdAt: '2026-03-01T12:00:00.000Z', expiresAt: 1_800_000_000_000 }
const worker = {
  _id: 'w1',
  name: 'Pdf',
  description: 'Prints',
  type: 'task.a.pdf',
  status: 'active',
  teamId: { _id: 't1', name: 'Imports' },
  inputs: { a: 1 },
  outputs: {},
  version: 3,
  aliases: [{ ...alias, privateKeys: [key] }],
}
const got = { 'GET workers/w1': worker }

describe('an operation makes its calls of the platform', () => {
  it.each<[string, Answers, CallMade[]]>([
    [
      '{ workers(page: 2, perPage: 10, showDeleted: true) { total } }',
      { 'GET workers': { data: [], total: 0 } },
      [
        {
          method: 'GET',
          path: 'workers',
          query: { page: 2, pagesize: 10, showDeleted: true, populateTeamId: true },
        },
      ],
    ],
    ['{ worker(id: "w1") { teamName } }', got, [{ method: 'GET', path: 'workers/w1' }]],
    [
      'mutation { createWorker(name: "Pdf", teamId: "t1") { id } }',
      { 'POST workers': worker },
      [{ method: 'POST', path: 'workers', body: { name: 'Pdf', teamId: 't1' } }],
    ],
    [
      `mutation {
        updateWorker(id: "w1", name: "Pdf", inputs: null, outputs: { b: 2 }, teamId: "t1", version: 3) { id }
      }`,
      { 'PUT workers/w1': worker },
      [
        {
          method: 'PUT',
          path: 'workers/w1',
          body: { name: 'Pdf', inputs: {}, outputs: { b: 2 }, teamId: 't1', version: 3 },
        },
      ],
    ],
    [
      'mutation { deleteWorker(id: "w1") }',
      { 'DELETE workers/w1': null },
      [{ method: 'DELETE', path: 'workers/w1' }],
    ],
    [
      'mutation { addAlias(workerId: "w1", name: "beta") { id } }',
      { 'POST workers/w1/aliases': alias },
      [{ method: 'POST', path: 'workers/w1/aliases', body: { aliasName: 'beta', _id: 'w1' } }],
    ],
    [
      'mutation { removeAlias(workerId: "w1", alias: "be/ta") }',
      { 'DELETE workers/w1/aliases/be%2Fta': null },
      [{ method: 'DELETE', path: 'workers/w1/aliases/be%2Fta' }],
    ],
    [
      'mutation { addPrivateKey(workerId: "w1", alias: "beta", name: "laptop") { privateKey } }',
      { 'PUT workers/w1/aliases/beta/jwt': { ...key, privateKey: 'PEM' } },
      [{ method: 'PUT', path: 'workers/w1/aliases/beta/jwt', body: { name: 'laptop' } }],
    ],
    [
      'mutation { removePrivateKey(workerId: "w1", alias: "beta", keyId: "k1") }',
      { 'DELETE workers/w1/aliases/beta/jwt/k1': null },
      [{ method: 'DELETE', path: 'workers/w1/aliases/beta/jwt/k1' }],
    ],
    [
      'mutation { revealAliasSecret(workerId: "w1", alias: "beta") }',
      got,
      [
        { method: 'GET', path: 'workers/w1' },
        { method: 'GET', path: 'workers/w1', reveal: 'alias/beta' },
      ],
    ],
  ])('%s', async (operation, answers, calls) => {
    const played = await runOperation(operation, answers)
    expect(played.errors).toBeUndefined()
    expect(played.calls).toEqual(calls)
  })
})

const fields = `{
  worker(id: "w1") {
    id name status teamId teamName inputs version
    aliases { id name accessKeyId secretAccessKey queueUrl privateKeys { id name createdAt expiresAt } }
  }
}`
const shown = {
  id: 'w1',
  name: 'Pdf',
  status: 'active',
  teamId: 't1',
  teamName: 'Imports',
  inputs: { a: 1 },
  version: 3,
  aliases: [
    {
      id: 'w1/beta',
      name: 'beta',
      accessKeyId: 'WFCA1',
      queueUrl: 'https://q/beta',
      secretAccessKey: '********************-KEY',
      privateKeys: [
        {
          id: 'k1',
          name: 'laptop',
          createdAt: '2026-03-01T12:00:00.000Z',
          expiresAt: '2027-01-15T08:00:00.000Z',
        },
      ],
    },
  ],
}

describe('a worker', () => {
  const { _id, ...jwt } = key
  it.each([
    ['plain', got],
    [
      'in data, with keys',
      { 'GET workers/w1': { data: { ...worker, aliases: [{ ...alias, keys: [key] }] } } },
    ],
    [
      'with keys by jwtId',
      { 'GET workers/w1': { ...worker, aliases: [{ ...alias, keys: [{ ...jwt, jwtId: _id }] }] } },
    ],
    [
      'with a team by id',
      {
        'GET workers/w1': { ...worker, teamId: 't1' },
        'GET teams/t1': { data: { _id: 't1', name: 'Imports' } },
      },
    ],
  ])('has the same fields %s, its secrets masked', async (_how, answers) => {
    const played = await runOperation(fields, answers)
    expect(played.data).toEqual({ worker: shown })
    expect(played.text).not.toContain(SECRET)
  })

  it.each([
    [{}, { lastPoll: null, notesPolls: false }],
    [{ lastPoll: null }, { lastPoll: null, notesPolls: true }],
    [{ lastPoll: key.createdAt }, { lastPoll: key.createdAt, notesPolls: true }],
  ])('distinguishes an unrecorded poll from one that never happened: %j', async (noted, expected) => {
    const answers = { 'GET workers/w1': { ...worker, aliases: [{ ...alias, ...noted }] } }
    const { data } = await runOperation('{ worker(id: "w1") { aliases { lastPoll notesPolls } } }', answers)
    expect(data).toEqual({ worker: { aliases: [expected] } })
  })

  it('has no team name when its team cannot be read', async () => {
    const forbidden = {
      'GET workers/w1': { ...worker, teamId: 't1' },
      'GET teams/t1': new AppError('FORBIDDEN'),
    }
    const { data } = await runOperation('{ worker(id: "w1") { teamId teamName } }', forbidden)
    expect(data).toEqual({ worker: { teamId: 't1', teamName: null } })
  })

  it('reads a team once for all workers of a page', async () => {
    const rows = [1, 2, 3].map((n) => ({ ...worker, _id: `w${n}`, teamId: 't1' }))
    const answers = { 'GET workers': rows, 'GET teams/t1': { _id: 't1', name: 'Imports' } }
    const { data, calls } = await runOperation('{ workers { total rows { teamName } } }', answers)
    expect(data).toEqual({ workers: { total: 3, rows: rows.map(() => ({ teamName: 'Imports' })) } })
    expect(calls.map(({ path }) => path)).toEqual(['workers', 'teams/t1'])
  })
})

describe('secrets', () => {
  it('reach the browser only by reveal, with one log line of who saw what and never the value', async () => {
    const reveal = 'mutation { revealAliasSecret(workerId: "w1", alias: "beta") }'
    const { data, log } = await runOperation(reveal, got)
    expect(data).toEqual({ revealAliasSecret: SECRET })
    const lines = log.split('\n').filter((line) => line.includes('"audit"'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        audit: 'reveal',
        user: 'anna@example.com',
        account: 'acc',
        entity: 'worker',
        entityId: 'w1',
        what: 'alias/beta',
      },
    ])
    expect(log).not.toContain(SECRET)
  })

  it('that do not exist are neither shown nor logged', async () => {
    const reveal = 'mutation { revealAliasSecret(workerId: "w1", alias: "gamma") }'
    const { data, errors, calls, log } = await runOperation(reveal, got)
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'NOT_FOUND'])
    expect(calls).toHaveLength(1)
    expect(log).not.toContain('"audit"')
  })

  it.each([
    ['the alias', alias],
    ['the worker with it', { data: { ...worker, aliases: [{ name: 'default' }, alias] } }],
  ])('of a new alias are masked, answered as %s', async (_how, answer) => {
    const add = 'mutation { addAlias(workerId: "w1", name: "beta") { id name secretAccessKey } }'
    const { data } = await runOperation(add, { 'POST workers/w1/aliases': answer })
    expect(data).toEqual({
      addAlias: { id: 'w1/beta', name: 'beta', secretAccessKey: '********************-KEY' },
    })
  })

  it('of a new key are answered once', async () => {
    const add =
      'mutation { addPrivateKey(workerId: "w1", alias: "beta", name: "laptop") { privateKey key { id } } }'
    const answers = { 'PUT workers/w1/aliases/beta/jwt': { data: { ...key, privateKey: 'PEM' } } }
    const { data } = await runOperation(add, answers)
    expect(data).toEqual({ addPrivateKey: { privateKey: 'PEM', key: { id: 'k1' } } })
  })
})
