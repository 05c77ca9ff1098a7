import { expect, test } from 'vitest'
import { parseQueuePath, queueUrl } from './queue-url.ts'

const base = 'https://console.example.test/queue'
const queue = { accountId: 'a1', type: 'task.imports.pdf', alias: 'default' }

test('a queue has an address below the configured base', () => {
  expect(queueUrl(base, queue)).toBe(`${base}/a1/task.imports.pdf/default`)
})

test.each([queue, { ...queue, alias: 'a/b ?#%' }])('parses an address into its parts: %o', (name) => {
  expect(parseQueuePath(queueUrl(base, name).slice(base.length))).toEqual(name)
})

test.each([
  '',
  '/',
  '/a1/task.imports.pdf',
  '/a1/task.imports.pdf/',
  '/a1//default',
  '/a1/t/b/c',
  'x/a1/t/b',
  '/a1/%/b',
])('%j names no queue', (path) => {
  expect(parseQueuePath(path)).toBeNull()
})
