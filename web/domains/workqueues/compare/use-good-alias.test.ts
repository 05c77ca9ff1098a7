import { expect, test } from 'vitest'
import { goodVersionOf } from './divergence.ts'
import { comparison, ran, runOf } from './test-bed.tsx'
import { goodAliasOf, polledAliasOf } from './use-good-alias.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 14, minute)).toISOString()
const result = (alias: string, minute: number, over: { status?: string; version?: string } = {}) => ({
  alias,
  status: 'ended',
  ended: at(minute),
  version: '2.14.0',
  ...over,
})
const task = { alias: 'default' }

test('the alias whose newest result is good and by the version of the good run', () => {
  expect(goodAliasOf([result('default', 9), result('stable', 1)], task, '2.14.0')).toBe('stable')
  expect(goodAliasOf([result('old', 1), result('stable', 2)], task, '2.14.0')).toBe('stable')
})

test.each([
  ['another version since', [result('stable', 1), result('stable', 2, { version: '2.14.1' })]],
  ['a failure since', [result('stable', 2, { status: 'failed' }), result('stable', 1)]],
  ['only the alias of the task', [result('default', 1)]],
  ['no result', []],
])('none where there is %s', (_name, results) => {
  expect(goodAliasOf(results, task, '2.14.0')).toBeNull()
})

test('where the platform tells who polls, the alias that a worker with the version polls', () => {
  const polled = (alias: string, pollers: number | null, ...versions: string[]) => ({
    alias,
    pollers,
    versions,
  })
  const aliases = [
    polled('default', 2, '2.14.0'),
    polled('edge', 1, '2.14.1'),
    polled('gone', 0, '2.14.0'),
    polled('stable', 1, '2.13.9', '2.14.0'),
  ]
  expect(polledAliasOf(aliases, task, '2.14.0')).toBe('stable')
  expect(polledAliasOf(aliases.slice(0, 3), task, '2.14.0')).toBeNull()
})

test('the good version is that of the other run, where it ended well with another one', () => {
  const failed = { status: 'failed', version: '2.14.1' } as const
  const rowsOf = (left: Parameters<typeof ran>[2], right: Parameters<typeof ran>[2]) =>
    comparison(runOf('l', [ran('charge', 2, left)]), runOf('r', [ran('charge', 3, right)]))
  const versionOf = (left: Parameters<typeof ran>[2], right: Parameters<typeof ran>[2]) => {
    const { rows } = rowsOf(left, right)
    return goodVersionOf({ task: rows[0]!.right!, side: 'right' }, rows)
  }
  expect(versionOf({ version: '2.14.0' }, failed)).toBe('2.14.0')
  expect(versionOf({ version: '2.14.1' }, failed)).toBeNull()
  expect(versionOf({ status: 'failed', version: '2.14.0' }, failed)).toBeNull()
})
