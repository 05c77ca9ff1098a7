import { expect, test } from 'vitest'
import { recordNamesOf, activityActs } from './acts.ts'
import { activityKinds } from './messages.ts'

test('a filter by what was done and one by kind are both kept to', () => {
  expect(recordNamesOf([], [])).toEqual([])
  expect(recordNamesOf([], ['plan'])).toEqual(['plan'])
  expect(recordNamesOf(['control'], [])).toEqual(['task.complete', 'task.skip'])
  expect(recordNamesOf(['restart', 'cancel'], ['receipt'])).toEqual([
    'receipt.restart-tasks',
    'receipt.cancel-workqueues',
    'receipt.cancel',
  ])
})

test('where both match nothing, nothing is found instead of everything', () => {
  expect(recordNamesOf(['control'], ['plan'])).toEqual(['nothing.matches'])
  expect(recordNamesOf(['unknown'], [])).toEqual(['nothing.matches'])
})

test('what was done is done to kinds that the other filter offers', () => {
  const kinds = new Set<string>(activityKinds.map(([kind]) => kind))
  const names = activityActs.flatMap(([, , all]) => all)
  expect(names.filter((name) => !kinds.has(name.slice(0, name.indexOf('.'))))).toEqual([])
})
