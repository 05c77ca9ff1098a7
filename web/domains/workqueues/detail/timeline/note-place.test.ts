import { describe, expect, it } from 'vitest'
import { cutToRoom, hasRoom, notePlace, roomOfReasons } from './note-place.ts'
import { timeScale } from './scale.ts'
import { attempt } from './test-bed.tsx'

describe('cutToRoom', () => {
  it('cuts a reason to the longest room beside the bars, also across folded time, and leaves out a short piece', () => {
    const scale = { width: 400, parts: [{ from: 0, to: 1, after: 0, x: 260, width: 30, folded: true }] }
    const reason = 'Index is locked\n by another writer'
    expect(cutToRoom(reason, { first: 0, end: 200, scale: { width: 600, parts: [] } })).toBe(
      'Index is locked by another writer',
    )
    expect(cutToRoom(reason, { first: 0, end: 150, scale })).toBe('Index is locked by another writer')
    expect(cutToRoom(reason, { first: 0, end: 200, scale })).toBe('Index is locked by another …')
    expect(cutToRoom(reason, { first: 110, end: 300, scale })).toBe('')
    expect(cutToRoom(`${reason} (shard=4, batch=12)`, { first: 0, end: 150, scale })).toBe(
      'Index is locked by another writer…',
    )
    expect(hasRoom('1 m 30 s, usually 1 m', { first: 0, end: 260, scale })).toBe(false)
    expect(hasRoom('1 m 30 s', { first: 0, end: 260, scale })).toBe(true)
  })
})

describe('notePlace', () => {
  const place = { first: 300, end: 700, scale: { width: 800, parts: [] } }
  it('follows the last bar, and goes before the first where only there is room', () => {
    expect(notePlace('12 s', place)).toEqual({ left: 700 })
    expect(notePlace('retries in 40 s, 2 of 5', place)).toEqual({ right: 500 })
    expect(notePlace('retries in 40 s, 2 of 5', { ...place, first: 20 })).toEqual({ left: 700 })
    expect(notePlace('retries in 40 s, 2 of 5', { ...place, first: 20, over: true })).toEqual({ right: 0 })
  })
  it('stands beside folded time where there is room', () => {
    const fold = { from: 0, to: 1, x: 710, width: 30, folded: true }
    const scale = { width: 800, parts: [{ ...fold, x: 0, width: 710, folded: false }, fold] }
    expect(notePlace('12 s', { ...place, scale })).toEqual({ left: 740 })
    // Before the first bar, where there is no room beyond; where there is none at all, as without a fold.
    expect(notePlace('attempt 3', { ...place, scale })).toEqual({ right: 500 })
    expect(notePlace('attempt 3', { ...place, first: 20, scale })).toEqual({ left: 700 })
  })
})

describe('roomOfReasons', () => {
  const reason = 'Card scheme timed out (scheme=visa, batch=batch-US)'
  const failedAt = (ended: number) => ({ reason, attempts: [attempt([0, 0, ended], { status: 'failed' })] })
  const scale = (width: number) =>
    timeScale({ from: 0, to: 1000 }, [], { width, inset: [16, 72], foldWidth: 64 })
  it('makes room for a reason at the end of the axis, at most for a part of a wide one', () => {
    const room = roomOfReasons([failedAt(1000)], scale(800))
    expect(room).toBeGreaterThan('Card scheme timed out…'.length * 6)
    expect(room).toBeLessThan(reason.length * 6)
    expect(roomOfReasons([{ ...failedAt(1000), reason: reason.repeat(9) }], scale(800))).toBeLessThan(300)
  })
  it('makes none where there is some, nor on a narrow axis', () => {
    expect(roomOfReasons([failedAt(400)], scale(1000))).toBeLessThan(72)
    expect(roomOfReasons([failedAt(1000)], scale(400))).toBe(0)
    expect(roomOfReasons([], scale(800))).toBeLessThan(72)
  })
})
