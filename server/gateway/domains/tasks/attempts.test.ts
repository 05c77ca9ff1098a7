import { expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

it.each<[string, Answers, CallMade]>([
  [
    '{ taskAttempts(taskId: "k1") { number } }',
    { 'GET tasks/k1/attempts': { data: [{ number: 1 }], total: 1 } },
    { method: 'GET', path: 'tasks/k1/attempts' },
  ],
  [
    '{ workqueueAttempts(workqueueId: "w1") { taskId number } }',
    { 'GET workqueues/w1/attempts': { data: [], total: 0 } },
    { method: 'GET', path: 'workqueues/w1/attempts' },
  ],
  [
    '{ taskPayload(taskId: "k1") { attempt } }',
    { 'GET tasks/k1/payload': { attempt: 2 } },
    { method: 'GET', path: 'tasks/k1/payload', query: {} },
  ],
  [
    '{ taskPayload(taskId: "k1", attempt: 3) { attempt } }',
    { 'GET tasks/k1/payload': { attempt: 3 } },
    { method: 'GET', path: 'tasks/k1/payload', query: { attempt: 3 } },
  ],
  [
    '{ taskAttempts(taskId: "a/b?c") { number } }',
    { 'GET tasks/a%2Fb%3Fc/attempts': [] },
    { method: 'GET', path: 'tasks/a%2Fb%3Fc/attempts' },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

const fields =
  'number round ofRound alias version hostName queuedAt startedAt endedAt status reason lease actor'

it('an attempt that a platform answers in part has what there is, and unknown words stay', async () => {
  const rows = [{}, null, 'three', { number: '3', status: 'paused', lease: 'stolen', startedAt: 'soon' }]
  const { data, errors } = await runOperation(`{ taskAttempts(taskId: "k1") { ${fields} } }`, {
    'GET tasks/k1/attempts': { data: rows },
  })
  expect(errors).toBeUndefined()
  const none = { round: null, ofRound: null, version: null, hostName: null, queuedAt: null, endedAt: null }
  const absent = { ...none, alias: '', startedAt: null, reason: null, actor: null }
  expect(data).toEqual({
    taskAttempts: [
      { ...absent, number: null, status: '', lease: null },
      { ...absent, number: 3, status: 'paused', lease: 'stolen' },
    ],
  })
})

it.each([
  ['whole', { attempt: 1, inputs: { a: 1 }, resolved: { a: 2.5 }, outputs: { b: '$var.KEY' } }, 2.5],
  [
    'in data',
    { data: { attempt: 1, inputs: { a: 1 }, resolved: { a: 2.5 }, outputs: { b: '$var.KEY' } } },
    2.5,
  ],
])('numbers and references of a payload stay as they are, %s', async (_how, answer, number) => {
  const { data } = await runOperation('{ taskPayload(taskId: "k1") { attempt inputs resolved outputs } }', {
    'GET tasks/k1/payload': answer,
  })
  const payload = { attempt: 1, inputs: { a: 1 }, resolved: { a: number }, outputs: { b: '$var.KEY' } }
  expect(data).toEqual({ taskPayload: payload })
})

it('a payload without its parts is empty', async () => {
  const { data, errors } = await runOperation(
    '{ taskPayload(taskId: "k1") { attempt inputs resolved outputs } }',
    { 'GET tasks/k1/payload': {} },
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({ taskPayload: { attempt: null, inputs: null, resolved: null, outputs: null } })
})
