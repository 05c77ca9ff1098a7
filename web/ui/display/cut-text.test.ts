import { expect, it } from 'vitest'
import { cutParts } from './cut-text.tsx'

it('keeps the end of a text, where names of similar things differ', () => {
  expect(cutParts('Charge cards EU')).toEqual(['Charge c', 'ards EU'])
  expect(cutParts('Charge cards US')[1]).not.toBe(cutParts('Charge cards EU')[1])
})

it('leaves a text whole that is not longer than its end', () => {
  expect(cutParts('plan')).toEqual(['', 'plan'])
})

it.each(['', 'a', 'ab', 'Load 🚚🚚🚚🚚🚚🚚🚚🚚🚚'])('keeps all of %j', (text) =>
  expect(cutParts(text).join('')).toBe(text),
)
