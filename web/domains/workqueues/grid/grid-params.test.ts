import { expect, it } from 'vitest'
import { formatGridParams, parseGridParams } from './grid-params.ts'

const parse = (query: string) => parseGridParams(new URLSearchParams(query))

it.each(['', '?plan=p1', '?runs=20', '?plan=p1&runs=100&tags=eu,night&failed=true'])(
  'keeps what the address %j says',
  (address) => expect(formatGridParams(parse(address))).toBe(address),
)

it('ignores what has no meaning', () =>
  expect(parse('plan=&runs=41&tags=,&failed=yes')).toEqual({ plan: null, runs: 40, tags: [], failed: false }))
