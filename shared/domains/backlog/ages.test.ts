import { expect, it } from 'vitest'
import { ageLevel } from './ages.ts'

it.each([
  [-5, 'success'],
  [59_999, 'success'],
  [60_000, 'warning'],
  [599_999, 'warning'],
  [600_000, 'danger'],
])('an age of %d ms is a %s', (age, level) => {
  expect(ageLevel(age)).toBe(level)
})
