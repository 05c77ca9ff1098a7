import { expect, it } from 'vitest'
import { type PaletteEntry, laterEntries } from './entry.ts'
import { markedParts, matchScore, namesIt, wordsIn } from './match.ts'

it('scores the beginning of a text above the beginning of a word, and that above the middle', () => {
  const score = (text: string) => matchScore(wordsIn('bill'), text)
  expect(score('Billing')).toBeGreaterThan(score('Data billing'))
  expect(score('Data billing')).toBeGreaterThan(score('Rebilling'))
  expect([score('Rebilling'), score('Shop')]).toEqual([1, 0])
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

it('keeps what is above the selection, and the rest follows in its new order', () => {
  const entry = (id: string): PaletteEntry => ({ id, group: 'do', kind: 'actions', name: id, sentence: '' })
  const ids = (selected: string | null) =>
    laterEntries(['a', 'b', 'c'].map(entry), ['x', 'c', 'a', 'y'].map(entry), selected).map(({ id }) => id)
  expect(ids('b')).toEqual(['a', 'b', 'x', 'c', 'y'])
  expect(ids(null)).toEqual(['x', 'c', 'a', 'y'])
})
