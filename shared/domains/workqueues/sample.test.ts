import { expect, it } from 'vitest'
import { checkDefinition } from './rules.ts'
import { sampleDefinition } from './sample.ts'

it('is a valid definition', () => {
  expect(checkDefinition(sampleDefinition)).not.toHaveProperty('faults')
})
