import { CombinedError } from 'urql'
import { expect, it } from 'vitest'
import { fieldFaults } from './use-deployment-submit.ts'

const refusal = (faults?: unknown) =>
  new CombinedError({ graphQLErrors: [{ message: 'refused', extensions: { faults } }] })

it.each<[string, CombinedError | undefined, object]>([
  ['nothing refused', undefined, {}],
  ['a refusal that names no field', refusal(), {}],
  ['something else in the place of faults', refusal([null, 'x', { path: 1 }, { message: 'no path' }]), {}],
  [
    'several fields, one of them in another',
    refusal([
      { path: 'dockerTag', message: 'must be a tag' },
      { path: 'resources.limits.cpu', message: 'must be an amount of CPU' },
    ]),
    { dockerTag: 'must be a tag', 'resources/limits/cpu': 'must be an amount of CPU' },
  ],
  [
    'a variable whose name has dots, and one field twice: the first counts',
    refusal([
      { path: 'environment.A.B', message: 'one' },
      { path: 'environment.A.B', message: 'two' },
    ]),
    { 'environment/A.B': 'one' },
  ],
])('%s', (_what, error, faults) => {
  expect(fieldFaults(error)).toEqual(faults)
})
