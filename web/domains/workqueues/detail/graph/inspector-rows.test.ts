import { expect, it } from 'vitest'
import { rowWords } from './inspector-rows.ts'

const task = { reason: 'out of memory at page 7' }

it.each([
  ['its reason without a heading', task, ['page 7 read'], null, 'out of memory at page 7'],
  ['nothing that the heading says', task, ['Error: out of memory at page 7'], task.reason, undefined],
  ['nothing where no line is known', task, [], task.reason, undefined],
  [
    'the last line that differs',
    task,
    ['page 5 read', 'page 6 read in 4 s', 'Error: out of memory at page 7'],
    task.reason,
    'page 6 read in 4 s',
  ],
  ['its own numbers below a heading without', task, [], 'out of memory at page #', 'out of memory at page 7'],
  [
    'the line of a task that has not failed',
    { reason: null },
    ['page 1 read', 'page 2 read'],
    '',
    'page 2 read',
  ],
])('a row says %s', (_, shown, lines, heading, words) => expect(rowWords(shown, lines, heading)).toBe(words))
