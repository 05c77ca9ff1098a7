import { expect, it } from 'vitest'
import { checkDefinition } from './rules.ts'
import { sampleDefinition } from './sample.ts'

it('is a definition without faults', () => {
  expect(checkDefinition(sampleDefinition)).not.toHaveProperty('faults')
})
