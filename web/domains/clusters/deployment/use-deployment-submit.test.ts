import { expect, it } from 'vitest'
import { fieldFaults } from './use-deployment-submit.ts'

it.each<[string, string | undefined, object]>([
  ['nothing refused', undefined, {}],
  ['a refusal that names no field', 'The worker has been deleted', {}],
  [
    'several fields, with colons and semicolons in their faults',
    'body/dockerTag: must be a tag: letters; digits; body/resources/limits/cpu: must be an amount of CPU; query/x: no',
    {
      dockerTag: 'must be a tag: letters; digits',
      'resources/limits/cpu': 'must be an amount of CPU; query/x: no',
    },
  ],
  [
    'a field twice: the first counts',
    'body/environment/A: one; body/environment/A: two',
    { 'environment/A': 'one' },
  ],
])('%s', (_what, message, faults) => {
  expect(fieldFaults(message)).toEqual(faults)
})
