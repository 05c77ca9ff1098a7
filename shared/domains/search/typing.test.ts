import { expect, test } from 'vitest'
import { parseSearch } from './query.ts'
import { formatTerm, termAt, withSuggestion } from './typing.ts'

/** The caret is at the bar. */
const typed = (text: string) => termAt(text.replace('|', ''), text.indexOf('|'))

test.each([
  ['|', null],
  ['a | b', null],
  ['re|', { part: 'name', name: '', typed: 're', from: 0, to: 2 }],
  ['x -re|f y', { part: 'name', name: '', typed: 're', from: 3, to: 6 }],
  ['"two w|ords"', null],
  ['ta|g:eu', { part: 'name', name: '', typed: 'ta', from: 0, to: 4 }],
  ['tag:|', { part: 'value', name: 'tag', typed: '', from: 4, to: 4 }],
  ['-Tag:e|u', { part: 'value', name: 'tag', typed: 'e', from: 5, to: 7 }],
  ['plan:"Nightly b|', { part: 'value', name: 'plan', typed: 'Nightly b', from: 5, to: 15 }],
  ['state.order.id:o|', { part: 'value', name: 'state.order.id', typed: 'o', from: 15, to: 16 }],
])('the term at the caret of %s', (text, expected) => {
  expect(typed(text)).toEqual(expected)
})

test('a suggestion takes the place of what was typed, and a blank follows a value', () => {
  expect(withSuggestion('a ta', typed('a ta|')!, 'tag:')).toEqual({ search: 'a tag:', caret: 6 })
  expect(withSuggestion('tag:e b', termAt('tag:e b', 5)!, 'eu')).toEqual({ search: 'tag:eu b', caret: 6 })
  expect(withSuggestion('tag:e', termAt('tag:e', 5)!, 'eu')).toEqual({ search: 'tag:eu ', caret: 7 })
})

test.each(['eu', 'two words', 'say "hi"', 'back\\slash "x"', '', 'Ünï'])(
  '%s is read as it was written',
  (value) => {
    const [term, ...others] = parseSearch(formatTerm('x', value, '=')).terms
    expect(others).toEqual([])
    expect(term).toMatchObject({ kind: 'state', path: 'x', value: value.toLowerCase() })
  },
)
