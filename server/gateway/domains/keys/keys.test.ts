import { expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'

const at = '2026-03-01T12:00:00.000Z'

it('reads a page of keys with what they belong to', async () => {
  const row = {
    _id: 'k1',
    kind: 'privateKey',
    name: 'laptop',
    worker: { _id: 'w1', name: 'Ledger' },
    alias: 'edge',
    created: at,
    expires: at,
    lastUsed: { at, by: 'host-1' },
    replacedBy: { _id: 'k2', name: 'next', at },
  }
  const fields = 'id kind name appId workerName alias expires replacedByName replacedAt lastUsed { at by }'
  const answer = await runOperation(
    `{ keys(page: 2, perPage: 10, kind: ["privateKey"], workerId: "w1") { total rows { ${fields} } } }`,
    { 'GET keys': { data: [row], total: 11 } },
  )
  const query = { page: 2, pagesize: 10, kind: 'privateKey', workerId: 'w1' }
  expect(answer.calls).toEqual([{ method: 'GET', path: 'keys', query }])
  const { _id: id, worker: _worker, replacedBy: _replaced, created: _created, ...same } = row
  const read = {
    ...same,
    id,
    appId: null,
    workerName: 'Ledger',
    replacedByName: 'next',
    replacedAt: at,
  }
  expect(answer.data).toEqual({ keys: { total: 11, rows: [read] } })
})

it('says of a start address whose plan it starts, and until when the secret before is valid', async () => {
  const row = {
    _id: 'h1',
    kind: 'hookSecret',
    name: 'Shop',
    app: { _id: 'a1', name: 'Billing' },
    plan: { _id: 'p1', name: 'Nightly' },
    oldUntil: at,
  }
  const fields = 'id name appName planId planName oldUntil'
  const answer = await runOperation(
    `{ keys(page: 1, perPage: 10, state: "unused", search: " shop ") { rows { ${fields} } } }`,
    { 'GET keys': { data: [row], total: 1 } },
  )
  expect(answer.calls[0]?.query).toEqual({ page: 1, pagesize: 10, state: 'unused', search: 'shop' })
  const read = { id: 'h1', name: 'Shop', appName: 'Billing', planId: 'p1', planName: 'Nightly', oldUntil: at }
  expect(answer.data).toEqual({ keys: { rows: [read] } })
})

it.each([
  [
    'kind: "token", id: "t1", owner: "a1"',
    'POST apps/a1/token',
    { _id: 't2', key: 'wfk_2', secret: 'wfs_2' },
    { keyId: 't2', name: 'wfk_2', secret: 'wfs_2' },
    { replaces: 't1', oldEnds: at },
  ],
  [
    'kind: "privateKey", id: "k1", owner: "w1", alias: "edge", name: "next"',
    'PUT workers/w1/aliases/edge/jwt',
    { _id: 'k2', name: 'next', privateKey: 'PEM' },
    { keyId: 'k2', name: 'k2', secret: 'PEM' },
    { name: 'next', replaces: 'k1', oldEnds: at },
  ],
  [
    'kind: "accessKey", id: "al1", owner: "w1", alias: "edge"',
    'POST workers/w1/aliases/edge/accessKey',
    { _id: 'al1', accessKeyId: 'WFCA2', secretAccessKey: 's2' },
    { keyId: 'al1', name: 'WFCA2', secret: 's2' },
    { oldEnds: at },
  ],
  [
    'kind: "hookSecret", id: "h1", owner: "p1"',
    'POST hooks/h1/secret',
    { secret: 'whsec_2', oldSecretUntil: at },
    { keyId: 'h1', name: 'h1', secret: 'whsec_2' },
    undefined,
  ],
])('makes a new key: %s', async (args, call, made, shown, body) => {
  const query = `mutation { rotateKey(${args}, oldEnds: "${at}") { keyId name secret } }`
  const answer = await runOperation(query, { [call]: made })
  expect(answer.data).toEqual({ rotateKey: shown })
  expect(answer.calls[0]?.body).toEqual(body)
})

it.each([
  ['kind: "token", id: "t1", owner: "a1"', 'DELETE apps/a1/token/t1'],
  ['kind: "accessKey", id: "r1", owner: "w1", alias: "edge"', 'DELETE workers/w1/aliases/edge/accessKey/r1'],
  ['kind: "hookSecret", id: "h1", owner: "p1"', 'DELETE hooks/h1'],
])('revokes a key: %s', async (args, call) => {
  const answer = await runOperation(`mutation { revokeKey(${args}) }`, { [call]: null })
  expect(answer.errors).toBeUndefined()
  expect(answer.calls).toHaveLength(1)
})
