import { CombinedError } from 'urql'
import { expect, it } from 'vitest'
import { failText } from './error-text.ts'

const failed = (statusCode: number, message: string) =>
  new CombinedError({ graphQLErrors: [{ message, extensions: { statusCode, requestId: 'r-1' } }] })

it('names a failure of the server with the id of the request, and a refusal without it', () => {
  expect(failText('Error:', failed(502, 'The platform failed'))).toBe(
    'Error: The platform failed (request r-1)',
  )
  expect(failText('Error:', failed(404, 'Not found'))).toBe('Error: Not found')
  expect(failText('Error:', new CombinedError({ networkError: new Error('x') }))).toBe(
    'Error: the console cannot be reached',
  )
})
