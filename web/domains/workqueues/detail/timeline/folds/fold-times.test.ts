import { expect, it } from 'vitest'
import { timeScale } from '../scale.ts'
import { ticksOf } from '../ticks.ts'
import { foldTimes } from './fold-times.ts'

const at = (minute: number, second = 0) => new Date(2026, 10, 22, 12, minute, second).getTime()
// A run of half an hour of which little is shown, on the axis of a phone.
const whole = { from: at(20, 43), to: at(46, 10) }
const folds = [
  { from: at(20, 58), to: at(25, 31) },
  { from: at(25, 46), to: at(46, 8) },
]
const scale = (width: number) => timeScale(whole, folds, { width, foldWidth: 30, inset: [16, 72] })

it('says when a narrow axis begins and where each fold does or ends, without an overlap', () => {
  const narrow = scale(356)
  expect(ticksOf(narrow)).toEqual([])
  const now = { from: narrow.x(whole.to) - 24, to: narrow.x(whole.to) + 24 }
  const times = foldTimes(narrow, [], [now])
  expect(times.map(({ text }) => text)).toEqual(['12:20:43', '12:25:31', '12:25'])
  times.slice(1).forEach(({ x, text }, index) => {
    const before = times[index]!
    expect(x - before.x).toBeGreaterThanOrEqual((text.length + before.text.length) * 3.25)
  })
})

it('leaves out what a tick says, and what has no room', () => {
  const wide = scale(900)
  expect(foldTimes(wide, ticksOf(wide), [])).toEqual([])
  expect(foldTimes(scale(356), [], [{ from: 0, to: 356 }])).toEqual([])
})

it('says when an axis without folds begins where it has no tick', () => {
  const short = timeScale(whole, [], { width: 100, foldWidth: 30 })
  expect(foldTimes(short, [], []).map(({ text }) => text)).toEqual(['12:20:43'])
})

it('says a time between two folds that stand near each other', () => {
  const near = timeScale(whole, folds, { width: 356, foldWidth: 30, inset: [16, 72] })
  const buttons = near.parts
    .filter(({ folded }) => folded)
    .map(({ x, width }) => ({ from: x + width / 2 - 14, to: x + width / 2 + 14 }))
  expect(foldTimes(near, [], buttons).map(({ text }) => text)).toContain('12:25:31')
})
