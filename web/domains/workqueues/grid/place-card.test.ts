import { describe, expect, it } from 'vitest'
import { cardCorner, type Room } from './place-card.ts'

const grid = { left: 0, right: 1180 }
const room = (over: Partial<Room> = {}): Room => ({
  column: { left: 800, right: 820 },
  squares: 220,
  grid,
  row: { top: 270, bottom: 300 },
  view: { top: 0, bottom: 900 },
  card: { width: 388, height: 250 },
  ...over,
})

describe('the card of a run', () => {
  it('stands on the left of its column, below its row', () =>
    expect(cardCorner(room())).toEqual({ left: 404, top: 304, most: null }))

  it('stands on the right where it would cover names on the left', () =>
    expect(cardCorner(room({ column: { left: 500, right: 520 } })).left).toBe(528))

  it('covers names where there is no room on the right', () =>
    expect(cardCorner(room({ squares: 700 }))).toEqual({ left: 404, top: 304, most: null }))

  it('stands above its row where there is no room below', () =>
    expect(cardCorner(room({ row: { top: 660, bottom: 690 } })).top).toBe(406))

  it.each([
    ['lower', { row: { top: 200, bottom: 230 }, view: { top: 0, bottom: 450 } }, 188],
    ['upper', { row: { top: -420, bottom: -390 } }, 12],
  ])('stays within the %s edge of the page', (_edge, given, top) =>
    expect(cardCorner(room(given)).top).toBe(top),
  )

  it('is scrolled where it is higher than the room above and below its row', () => {
    const given = { view: { top: 48, bottom: 720 }, card: { width: 388, height: 431 } }
    expect(cardCorner(room({ ...given, row: { top: 449, bottom: 482 } }))).toMatchObject({
      top: 60,
      most: 385,
    })
    expect(cardCorner(room({ ...given, row: { top: 317, bottom: 350 } }))).toMatchObject({
      top: 354,
      most: 354,
    })
  })

  it('never covers a square of its task', () => {
    for (let top = 130; top < 870; top += 33) {
      const corner = cardCorner(room({ row: { top, bottom: top + 33 } }))
      expect(corner.top + 250 <= top || corner.top >= top + 33).toBe(true)
    }
  })

  it('never covers a square of its run', () => {
    for (let left = 220; left < 1160; left += 17) {
      const corner = cardCorner(room({ column: { left, right: left + 17 } }))
      expect(corner.left + 388 <= left || corner.left >= left + 17).toBe(true)
    }
  })
})
