import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [9, 'now'],
    [-9, 'now'],
    [10, '10 seconds ago'],
    [59, '50 seconds ago'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [240, '4 minutes ago'],
    [3600, '1 hour ago'],
    [2 * 86_400, '2 days ago'],
    [21 * 86_400, '3 weeks ago'],
    [62 * 86_400, '2 months ago'],
    [800 * 86_400, '2 years ago'],
    [-300, 'in 5 minutes'],
  ])('%d seconds back is %s', (seconds, words) => expect(relativeTime(ago(seconds), now)).toBe(words))
})
