import { expect, it } from 'vitest'
import { createFirstTimes } from './first-times.ts'

it('is true once for each text, and for no more than a hundred of them', () => {
  const first = createFirstTimes()
  expect([first('a'), first('b'), first('a')]).toEqual([true, true, false])
  const many = Array.from({ length: 1000 }, (_, index) => first(`status ${index}`))
  expect(many.filter(Boolean)).toHaveLength(98)
  expect(first('a')).toBe(false)
})
