import { describe, expect, it } from 'vitest'
import { cardCorner, type Room } from './place-card.ts'

const grid = { left: 0, right: 1180, top: 130, bottom: 700 }
const room = (over: Partial<Room> = {}): Room => ({
  column: { left: 800, right: 820 },
  squares: 220,
  grid,
  below: 300,
  view: { top: 0, bottom: 900 },
  card: { width: 388, height: 250 },
  ...over,
})

describe('the card of a run', () => {
  it('stands on the left of its column, below its failure', () =>
    expect(cardCorner(room())).toEqual({ left: 404, top: 300 }))

  it('stands on the right where it would cover names on the left', () =>
    expect(cardCorner(room({ column: { left: 500, right: 520 } })).left).toBe(528))

  it('covers names where there is no room on the right', () =>
    expect(cardCorner(room({ squares: 700 }))).toEqual({ left: 404, top: 300 }))

  it.each([
    ['the lower edge of the grid', room({ below: 690 }), 450],
    ['the lower edge of the page', room({ below: 690, grid: { ...grid, bottom: 5000 } }), 638],
    ['the upper edge of the page', room({ below: -400, grid: { ...grid, top: -900, bottom: 5000 } }), 12],
  ])('stays within %s', (_name, given, top) => expect(cardCorner(given).top).toBe(top))

  it('never covers a square of its run', () => {
    for (let left = 220; left < 1160; left += 17) {
      const corner = cardCorner(room({ column: { left, right: left + 17 } }))
      expect(corner.left + 388 <= left || corner.left >= left + 17).toBe(true)
    }
  })
})
