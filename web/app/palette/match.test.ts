import { expect, it } from 'vitest'
import type { PaletteGroup } from '#shared/lib/palette-messages.ts'
import { laterEntries, type PaletteEntry } from './entry.ts'
import { markedParts, matchScore, namesIt, wordsIn } from './match.ts'

it('scores the beginning of a text above the beginning of a word, and that above the middle', () => {
  const score = (text: string) => matchScore(wordsIn('bill'), text)
  expect(score('Billing')).toBeGreaterThan(score('Data billing'))
  expect(score('Data billing')).toBeGreaterThan(score('Rebilling'))
  expect([score('Rebilling'), score('Shop')]).toEqual([1, 0])
  expect(score('Bill')).toBeGreaterThan(score('Billing'))
})

it('needs every word, without case and accents', () => {
  expect(namesIt(wordsIn('MÜNCHEN nig'), 'Nightly run Munchen')).toBe(true)
  expect(namesIt(wordsIn('ight'), 'Nightly')).toBe(false)
  expect(namesIt(wordsIn('re run'), 'Re Run failed tasks')).toBe(true)
  expect(namesIt([], 'anything')).toBe(false)
})

it('marks the words where they are', () => {
  const marked = (text: string, query: string) =>
    markedParts(text, wordsIn(query))
      .filter((part) => part.marked)
      .map((part) => part.text)
  expect(marked('Data Billing', 'bil da')).toEqual(['Da', 'Bil'])
  expect(marked('ﬁle', 'x')).toEqual([])
  expect(markedParts('Shop', []).map(({ text }) => text)).toEqual(['Shop'])
})

const entry = (group: PaletteGroup, id: string): PaletteEntry => ({
  id,
  group,
  kind: 'actions',
  name: id,
  sentence: '',
})

it('keeps what is above the choice, and the rest follows in its new order, its group first', () => {
  const later = (chosen: string | null) =>
    laterEntries(
      [entry('plans', 'p1'), entry('workers', 'w1')],
      [entry('do', 'd1'), entry('plans', 'p1'), entry('plans', 'p2'), entry('workers', 'w1')],
      chosen,
    ).map(({ id }) => id)
  expect(later('p1')).toEqual(['p1', 'p2', 'd1', 'w1'])
  expect(later(null)).toEqual(['d1', 'p1', 'p2', 'w1'])
})

it('keeps what is above the choice, and the rest follows in its new order', () => {
  const ids = (chosen: string | null) =>
    laterEntries(
      ['a', 'b', 'c'].map((id) => entry('do', id)),
      ['x', 'c', 'a', 'y'].map((id) => entry('do', id)),
      chosen,
    ).map(({ id }) => id)
  expect(ids('b')).toEqual(['a', 'b', 'x', 'c', 'y'])
  expect(ids(null)).toEqual(['x', 'c', 'a', 'y'])
})
