import { describe, expect, test } from 'vitest'
import { MAX_SEARCH_TERMS, parseSearch } from './query.ts'

/** Conditions without where they were typed. */
const read = (search: string) => {
  const { terms, faults } = parseSearch(search)
  expect(faults).toEqual([])
  return terms.map(({ text, from, to, ...term }) => {
    expect(search.slice(from, to)).toBe(text)
    return term
  })
}
const words = (list: string[], more: object = {}) => ({
  kind: 'words',
  of: 'run',
  words: list,
  whole: false,
  not: false,
  ...more,
})

describe('a search', () => {
  test.each([
    ['', []],
    ['  \t\n ', []],
    ['Refund', [words(['refund'])]],
    ['nightly  refund', [words(['nightly']), words(['refund'])]],
    ['nightly_refund-v2', [words(['nightly', 'refund', 'v2'])]],
    ['"two words"', [words(['two', 'words'], { whole: true })]],
    [
      '-"two words" -one',
      [words(['two', 'words'], { whole: true, not: true }), words(['one'], { not: true })],
    ],
    ['"say \\"hi\\" a\\\\b"', [words(['say', 'hi', 'a', 'b'], { whole: true })]],
    ['5"disk', [words(['5', 'disk'])]],
    ['ÜBER straße', [words(['über']), words(['straße'])]],
    ['🚀', [words(['🚀'])]],
    ['status:failed', [{ kind: 'status', statuses: ['failed'], not: false }]],
    ['STATUS:Failed,started', [{ kind: 'status', statuses: ['started', 'failed'], not: false }]],
    ['plan:"Nightly billing"', [words(['nightly', 'billing'], { of: 'plan', whole: true })]],
    ['reason:card-declined', [words(['card', 'declined'], { of: 'reason' })]],
    ['tag:EU-West', [{ kind: 'tag', value: 'eu-west', not: false }]],
    ['-tag:"two words"', [{ kind: 'tag', value: 'two words', not: true }]],
    ['by:ana@northwind.example', [{ kind: 'by', value: 'ana@northwind.example', not: false }]],
    ['alias:default', [{ kind: 'alias', value: 'default', not: false }]],
    ['started:>2h', [{ kind: 'started', more: true, ms: 7_200_000, not: false }]],
    ['started:<=1.5d', [{ kind: 'started', more: false, ms: 129_600_000, not: false }]],
    ['duration:>10m', [{ kind: 'duration', more: true, ms: 600_000, not: false }]],
    ['state.order.id:o17', [{ kind: 'state', path: 'order.id', value: 'o17', not: false }]],
    ['state.url:"http://x y"', [{ kind: 'state', path: 'url', value: 'http://x y', not: false }]],
    ['customer=991', [{ kind: 'state', path: 'customer', value: '991', not: false }]],
    ['state.customer=991', [{ kind: 'state', path: 'customer', value: '991', not: false }]],
    ['a.b=x=y:z', [{ kind: 'state', path: 'a.b', value: 'x=y:z', not: false }]],
    ['note=""', [{ kind: 'state', path: 'note', value: '', not: false }]],
    ['"12:30"', [words(['12', '30'], { whole: true })]],
  ])('%s', (search, expected) => {
    expect(read(search)).toEqual(expected)
  })
})

describe('a wrong term', () => {
  test.each([
    ['ok foo:bar', 'foo:bar', /no term foo:/],
    ['http://x', 'http://x', /no term http:/],
    ['status:broken', 'status:broken', /one of notstarted, started/],
    ['status:failed,broken', 'status:failed,broken', /one of/],
    ['status:,', 'status:,', /one of/],
    ['-tag:', '-tag:', /no value/],
    ['tag:" "', 'tag:" "', /no value/],
    ['x=', 'x=', /no value/],
    ['=x', '=x', /name a value of the state/],
    ['state.:x', 'state.:x', /name a value of the state/],
    ['state:x', 'state:x', /name a value of the state/],
    ['state.=x', 'state.=x', /name a value of the state/],
    [':x', ':x', /no term :/],
    ['started:2h', 'started:2h', /started:>10m/],
    ['started:>2', 'started:>2', /started:>10m/],
    ['duration:>99999999w', 'duration:>99999999w', /duration:>10m/],
    ['a "b c', '"b c', /no end/],
    ['-', '-', /no letter/],
    ['plan:***', 'plan:***', /no letter/],
    ['""', '""', /no letter/],
  ])('%s is named, with its place', (search, text, message) => {
    const { faults } = parseSearch(search)
    expect(faults).toHaveLength(1)
    const [fault] = faults
    expect(fault?.text).toBe(text)
    expect(search.slice(fault?.from, fault?.to)).toBe(text)
    expect(fault?.message).toMatch(message)
  })

  test('leaves the right ones beside it', () => {
    expect(parseSearch('a foo:b c').terms.map(({ text }) => text)).toEqual(['a', 'c'])
  })

  test('the length and the number of terms are limited', () => {
    expect(parseSearch('x '.repeat(MAX_SEARCH_TERMS)).faults).toEqual([])
    expect(parseSearch('x '.repeat(MAX_SEARCH_TERMS + 1)).faults[0]?.message).toMatch(/at most 20 terms/)
    expect(parseSearch('x'.repeat(501)).faults[0]?.message).toMatch(/at most 500 characters/)
  })
})
