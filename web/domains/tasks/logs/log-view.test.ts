import { expect, it } from 'vitest'
import { log, moment } from '#web/domains/workqueues/detail/test-bed.tsx'
import { occurringLevels, linkedLogId, logHash, logRows, logText, matchingKeys } from './log-view.ts'

const logs = [
  log('l1', { level: 'info', message: 'Loading 3 files', attempt: 1 }),
  log('l2', { level: 'error', message: 'No checksum', stacktrace: 'Error\n at check', attempt: 1 }),
  log('l3', { level: 'strange', message: 'LOADED', attempt: 2 }),
]
const keys = (levels: string[]) => logRows(logs, levels).map(({ key }) => key)

it('separates attempts where there are several, whatever is filtered out', () => {
  expect(keys([])).toEqual(['before l1', 'l1', 'l2', 'before l3', 'l3'])
  expect(keys(['error', 'strange'])).toEqual(['before l2', 'l2', 'before l3', 'l3'])
  expect(keys(['debug'])).toEqual([])
  expect(logRows(logs.slice(0, 2), []).every(({ kind }) => kind === 'line')).toBe(true)
})

it('orders the levels by severity', () => {
  expect(occurringLevels(logs)).toEqual(['error', 'info', 'strange'])
})

it('finds a text in messages and stack traces, in any case', () => {
  expect(matchingKeys(logRows(logs, []), ' load ')).toEqual(['l1', 'l3'])
  expect(matchingKeys(logRows(logs, []), 'at CHECK')).toEqual(['l2'])
  expect(matchingKeys(logRows(logs, []), ' ')).toEqual([])
})

it('writes one line per entry, the stack trace below', () => {
  const [, second] = logs
  expect(logText([{ ...second!, timestamp: moment(5) }])).toBe(
    `${moment(5)} [1] error No checksum\nError\n at check\n`,
  )
})

it('links to an entry by the hash of the address', () => {
  expect(linkedLogId(logHash('w1-7 %'))).toBe('w1-7 %')
  expect(linkedLogId('#task-1')).toBeNull()
  expect(linkedLogId('#log-%')).toBeNull()
})
