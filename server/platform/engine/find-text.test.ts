import { expect, test } from 'vitest'
import { seededRandom } from '#tests/support/random.ts'
import { holdsText } from './find-text.ts'

test('finds what the built-in search finds', () => {
  const random = seededRandom(7)
  const counts = { found: 0, missed: 0 }
  for (let round = 0; round < 5_000; round++) {
    const unit = random() < 0.5 ? 'ab' : 'aab'
    const changed = () => (random() < 0.3 ? 'b' : '')
    const text = unit.repeat(60) + changed() + unit.repeat(Math.floor(random() * 60))
    const wanted =
      unit.repeat(10 + Math.floor(random() * 20)) + changed() + unit.repeat(Math.floor(random() * 20))
    expect(holdsText(text, wanted)).toBe(text.includes(wanted))
    counts[text.includes(wanted) ? 'found' : 'missed']++
  }
  expect(Math.min(counts.found, counts.missed)).toBeGreaterThan(500)
})

test('the empty text is everywhere, a longer one nowhere', () => {
  expect([holdsText('', ''), holdsText('a', ''), holdsText('a', 'a'.repeat(40))]).toEqual([true, true, false])
})
