import { expect, it } from 'vitest'
import { refusal } from './errors.ts'

const stack = 'Error: no\n    at query (/srv/inner-db/pool.js:12:3)'
const detailsOf = (body: object) => refusal(422, JSON.stringify(body)).details

it('known details are passed unchanged', () => {
  const details = {
    faults: [
      { path: 'tasks/0/name', message: 'is missing' },
      { line: 3, column: 7, path: '', message: 'unexpected text' },
    ],
    versions: { stored: 3, yours: 2 },
    field: 'name',
    errors: ['name: is missing', 'type: is unknown'],
    details: 'Two fields are wrong',
  }
  expect(detailsOf({ message: 'Faulty', ...details })).toEqual(details)
})

it.each<[string, object]>([
  ['a stack in every text', { field: stack, errors: [stack, stack], details: stack }],
  ['a stack within a JSON text', { details: JSON.stringify({ stack }) }],
  ['a stack of Java within a JSON text', { details: JSON.stringify({ trace: 'x\n\tat com.inner.Db' }) }],
  ['a stack of Python', { details: 'Traceback (most recent call last):\n  File "/srv/inner.py", line 1' }],
  ['objects where texts are told', { field: { stack }, errors: [{ host: 'inner-db' }], details: { stack } }],
  ['faults of another form', { faults: { stack } }],
  ['faults that are stacks', { faults: [stack, { path: 'a', message: stack }, null] }],
  ['versions of another form', { versions: [1, 2] }],
  ['unknown versions', { versions: { host: 'inner-db', stored: { stack }, yours: null } }],
  ['members that nobody knows', { stack, host: 'inner-db:5432' }],
])('%s are removed', (_what, body) => {
  expect(detailsOf(body)).toEqual({})
})

it('unknown members of a known form are removed', () => {
  const fault = { path: stack, message: 'is missing', stack, line: stack, cause: { stack } }
  const versions = { stored: '4', yours: 'b', stack }
  expect(detailsOf({ faults: [fault], versions })).toEqual({
    faults: [{ message: 'is missing' }],
    versions: { stored: 4, yours: 'b' },
  })
})

it('lists and texts are truncated', () => {
  const faults = Array.from({ length: 300 }, () => ({ message: 'x'.repeat(3000) }))
  const passed = detailsOf({ faults })['faults'] as { message: string }[]
  expect(passed).toHaveLength(200)
  expect(passed[0]!.message).toHaveLength(2000)
})
