import { expect, test } from 'vitest'
import { outputsOf, resolvedIn, stateAfter } from './payload.ts'

const first = { outputs: { n: '$state.n', all: '$state.of' }, result: { n: 1, all: { a: 1 }, more: true } }
const second = { outputs: { n: '$state.of.b', gone: '$state.gone' }, result: { n: 2.5 } }

test('a state is the initial one with the outputs of the results, in their order', () => {
  const initial = { n: 0, kept: [1] }
  expect(stateAfter(initial, [first, second])).toEqual({ n: 1, kept: [1], of: { a: 1, b: 2.5 } })
  expect(stateAfter(initial, [second, first])).toEqual({ n: 1, kept: [1], of: { a: 1 } })
  expect([initial, first.result.all]).toEqual([{ n: 0, kept: [1] }, { a: 1 }])
  expect(resolvedIn({ in: ['$state.of.b'] }, stateAfter(initial, [first, second])!)).toEqual({ in: [2.5] })
})

test('a state is not known after a result that was not kept, unless it has written nothing', () => {
  expect(stateAfter({}, [{ outputs: {}, result: null }, first])).toMatchObject({ n: 1 })
  expect(stateAfter({}, [first, { outputs: { n: '$state.n' }, result: null }])).toBeNull()
})

test('the lack of a result is an empty one only where results are numbered', () => {
  const ended = { status: 'ended' as const, stateNo: 0, resultNo: null }
  expect(outputsOf(ended, null)).toEqual({})
  expect(outputsOf({ ...ended, stateNo: null }, null)).toBeNull()
  expect(outputsOf({ ...ended, resultNo: 3 }, null)).toBeNull()
  expect(outputsOf({ ...ended, status: 'started' }, { n: 1 })).toBeNull()
})
