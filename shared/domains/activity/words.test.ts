import { expect, test } from 'vitest'
import { unnamedEntity, verbWords, wholeAct } from './words.ts'

test.each([
  ['task.restart', 'restarted'],
  ['plan.create', 'created'],
  ['workqueue.cancel', 'cancelled'],
  ['task.skip', 'skipped'],
  ['app.reveal', 'saw the secrets of'],
  ['widget.frob-all', 'frob alled'],
])('%s', (action, words) => {
  expect(verbWords(action)).toBe(words)
})

test('a sign-in is a whole sentence', () => {
  expect(wholeAct('session.login')).toBe('signed in')
  expect(wholeAct('task.restart')).toBeNull()
})

test.each([
  ['account', 'the account'],
  ['app', 'an app that is gone'],
  ['plan', 'a plan that is gone'],
  ['invitation', 'an invitation'],
  ['user', 'a user'],
])('a %s without a name', (kind, words) => {
  expect(unnamedEntity(kind)).toBe(words)
})
