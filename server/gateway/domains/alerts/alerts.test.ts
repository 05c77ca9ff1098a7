import { expect, it, test } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const at = '2026-03-01T12:00:00.000Z'
const rule = {
  _id: 'r1',
  name: 'Nobody polls',
  enabled: true,
  when: { kind: 'queueNobody', minutes: 5 },
  scope: { appId: 'a1' },
  to: [
    { _id: 't1', kind: 'email', address: 'ana@example.test' },
    { _id: 't2', kind: 'webhook', url: 'https://pager.test/in', secret: '****4f2a', oldSecretUntil: at },
    { _id: 't3', kind: 'chat', url: 'https://hooks.test/****cret' },
  ],
  quiet: { from: '22:00', to: '07:00', timeZone: 'Europe/London' },
  sent: 6,
  last: { at, sentence: 'Nobody polls resize', state: 'retrying' },
  created: at,
  createdBy: 'chi@example.test',
  updated: at,
  updatedBy: 'chi@example.test',
}

it('reads rules with their addresses', async () => {
  const fields = `id name enabled when { kind minutes } scope { appId planId } quiet { from to timeZone } sent
    to { id kind address secret oldSecretUntil } last { at sentence state } createdBy`
  const { data, errors, calls } = await runOperation(`{ alertRules { ${fields} } }`, {
    'GET alerts': { data: [rule], total: 1 },
  })
  expect(errors).toBeUndefined()
  const query = { sort: 'created', page: 1, pagesize: 50 }
  expect(calls).toEqual([{ method: 'GET', path: 'alerts', query }])
  const { _id: id, created: _created, updated: _updated, updatedBy: _by, ...same } = rule
  const to = [
    { id: 't1', kind: 'email', address: 'ana@example.test', secret: null, oldSecretUntil: null },
    { id: 't2', kind: 'webhook', address: 'https://pager.test/in', secret: '****4f2a', oldSecretUntil: at },
    { id: 't3', kind: 'chat', address: 'https://hooks.test/****cret', secret: null, oldSecretUntil: null },
  ]
  expect(data).toEqual({ alertRules: [{ ...same, id, scope: { appId: 'a1', planId: null }, to }] })
})

it('reads deliveries with their rule, and the counts of a day', async () => {
  const row = {
    _id: 'd1',
    rule: { _id: 'r1', name: 'Nobody polls' },
    kind: 'email',
    state: 'gaveUp',
    tries: 8,
  }
  const day = { sent: 41, retrying: 1, gaveUp: 1 }
  const { data, errors, calls } = await runOperation(
    `{ alertDeliveries(ruleId: "r1", state: "gaveUp", perPage: 5) {
      total day { sent retrying gaveUp } rows { id ruleId ruleName state tries error nextTry } } }`,
    { 'GET alerts/deliveries': { data: [row], total: 9, day } },
  )
  expect(errors).toBeUndefined()
  const query = { page: 1, pagesize: 5, ruleId: 'r1', state: 'gaveUp' }
  expect(calls).toEqual([{ method: 'GET', path: 'alerts/deliveries', query }])
  const read = { id: 'd1', ruleId: 'r1', ruleName: 'Nobody polls', state: 'gaveUp', tries: 8 }
  expect(data).toEqual({
    alertDeliveries: { total: 9, day, rows: [{ ...read, error: null, nextTry: null }] },
  })
})

it.each<[string, Answers, CallMade]>([
  ['{ alertRule(id: "r1") { id } }', { 'GET alerts/r1': rule }, { method: 'GET', path: 'alerts/r1' }],
  [
    '{ alertPreview(when: { kind: "runLate" }) { total since times { at sentence } } }',
    { 'POST alerts/preview': { data: [{ at, sentence: 'Late' }], total: 1, since: at } },
    { method: 'POST', path: 'alerts/preview', body: { when: { kind: 'runLate' }, scope: {} } },
  ],
  [
    'mutation { createAlert(rule: { name: "Late", to: [{ kind: "email" }] }) { id } }',
    { 'POST alerts': rule },
    { method: 'POST', path: 'alerts', body: { name: 'Late', to: [{ kind: 'email' }] } },
  ],
  [
    'mutation { updateAlert(id: "r1", rule: { enabled: false }) { id } }',
    { 'PUT alerts/r1': rule },
    { method: 'PUT', path: 'alerts/r1', body: { enabled: false } },
  ],
  [
    'mutation { deleteAlert(id: "r1") }',
    { 'DELETE alerts/r1': null },
    { method: 'DELETE', path: 'alerts/r1' },
  ],
  [
    'mutation { rotateAlertSecret(id: "r1", targetId: "t2") { targetId secret oldSecretUntil } }',
    { 'POST alerts/r1/secret': { targetId: 't2', secret: 'whsec_x', oldSecretUntil: at } },
    { method: 'POST', path: 'alerts/r1/secret', body: { targetId: 't2' } },
  ],
  [
    'mutation { testAlert(rule: { name: "Late", ruleId: "r1" }) { targetId kind to status ms error } }',
    { 'POST alerts/test': { deliveries: [{ targetId: null, kind: 'chat', to: 'x', ms: 9 }] } },
    { method: 'POST', path: 'alerts/test', body: { name: 'Late', ruleId: 'r1' } },
  ],
  [
    'mutation { retryAlertDelivery(id: "d1") { id state } }',
    { 'POST alerts/deliveries/d1/retry': { _id: 'd1', state: 'retrying' } },
    { method: 'POST', path: 'alerts/deliveries/d1/retry' },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

test('a platform that answers other rows breaks no field', async () => {
  const { data, errors } = await runOperation(
    '{ alertRules { id when { kind } to { kind } quiet { from } last { at } } }',
    { 'GET alerts': { data: [{ _id: 'r2', to: 'x', quiet: 7, last: [] }, null] } },
  )
  expect(errors).toBeUndefined()
  const row = { id: 'r2', when: { kind: '' }, to: [], quiet: null, last: null }
  expect(data).toEqual({ alertRules: [row] })
})

test('a refused address comes with its field', async () => {
  const faults = [{ path: 'to[0].url', message: 'is a forbidden address' }]
  const { errors } = await runOperation('mutation { createAlert(rule: {}) { id } }', {
    'POST alerts': new AppError('BAD_REQUEST', 'To 1 url is a forbidden address', { details: { faults } }),
  })
  expect(errors?.[0]?.extensions).toMatchObject({ faults })
})
