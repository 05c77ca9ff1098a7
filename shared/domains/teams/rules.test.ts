import { expect, test } from 'vitest'
import { workerType } from '../workers/rules.ts'
import { freeNamespace, memberCount, namespaceOf, teamTypes } from './rules.ts'

test.each([
  ['Data Platform', 'dataplatform'],
  ['  R&D / 2nd floor ', 'rd2ndfloor'],
  ['Équipe Zürich', 'equipezurich'],
  ['日本', 'team'],
  ['', 'team'],
  ['x'.repeat(200), 'x'.repeat(40)],
])('the namespace of %j is %s', (name, namespace) => {
  expect(namespaceOf(name)).toBe(namespace)
})

test('a taken namespace gets the first free number', () => {
  expect(freeNamespace('Ops', new Set())).toBe('ops')
  expect(freeNamespace('Ops', new Set(['ops']))).toBe('ops2')
  expect(freeNamespace('Ops', new Set(['ops', 'ops2', 'ops4']))).toBe('ops3')
})

test('one member is singular', () => {
  expect([0, 1, 2].map(memberCount)).toEqual(['0 Members', '1 Member', '2 Members'])
})

test('the types of a team are the beginning of those of its workers', () => {
  const type = workerType('payments', 'Charge card') ?? ''
  expect(type.startsWith(teamTypes('payments').replace('*', ''))).toBe(true)
})
