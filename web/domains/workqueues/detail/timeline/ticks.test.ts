import { describe, expect, it } from 'vitest'
import { timeScale } from './scale.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import { clockWithDay, ticksOf, tickStep } from './ticks.ts'

const at = (hour: number, minute = 0, second = 0) => new Date(2026, 10, 22, hour, minute, second).getTime()
const size = { width: 800, foldWidth: 40 }
const textsOf = (...args: Parameters<typeof ticksOf>) => ticksOf(...args).map(({ text }) => text)

describe('tickStep', () => {
  it.each([
    [7, 10],
    [11_000, 15_000],
    [15_000, 15_000],
    [3_700_000, 7_200_000],
    [400 * 86_400_000, 400 * 86_400_000],
  ])('of at least %d is %d', (least, step) => expect(tickStep(least)).toBe(step))
})

describe('ticksOf', () => {
  it('stand on whole local times with room between them', () => {
    const ticks = ticksOf(timeScale({ from: at(11, 21, 26), to: at(11, 25) }, [], size))
    expect(ticks.slice(0, 3).map(({ text }) => text)).toEqual(['11:22:00', '11:22:30', '11:23:00'])
    ticks.slice(1).forEach(({ x }, index) => expect(x - ticks[index]!.x).toBeGreaterThanOrEqual(72))
  })
  it('say as much of the time as differs', () => {
    expect(textsOf(timeScale({ from: at(8), to: at(16) }, [], size))[0]).toBe('09:00')
    expect(textsOf(timeScale({ from: at(0), to: at(24 * 30) }, [], size)).join()).toMatch(/^26 Nov,3 Dec/)
    expect(textsOf(timeScale({ from: at(20), to: at(28) }, [], size))).toContain('23 Nov')
    expect(textsOf(timeScale({ from: at(8), to: at(8) + 900 }, [], size))[0]).toBe('08:00:00.10')
  })
  it('leave out what a fold or an end would cut, and what is not in view', () => {
    const folded = { from: at(11, 1), to: at(14) }
    const scale = timeScale({ from: at(11), to: at(14, 1) }, [folded], size)
    for (const { x, at: moment } of ticksOf(scale)) {
      expect(moment <= folded.from || moment >= folded.to).toBe(true)
      expect(Math.abs(x - scale.x(folded.from))).toBeGreaterThanOrEqual(27)
      expect(x).toBeLessThanOrEqual(772)
    }
    const wide = timeScale({ from: at(8), to: at(16) }, [], { ...size, width: 200_000 })
    const seen = ticksOf(wide, { from: 100_000, to: 101_000 })
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.length).toBeLessThan(15)
  })
})

it('names the day only where it is another one', () => {
  expect(formatClock(at(9, 5, 7))).toBe('09:05:07')
  expect(clockWithDay(at(9, 5, 7), at(23))).toBe('09:05:07')
  expect(clockWithDay(at(9, 5, 7), at(30))).toBe('22 Nov, 09:05:07')
})
