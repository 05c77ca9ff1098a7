import { describe, expect, it } from 'vitest'
import { nextFailed, placeAfter } from './grid-keys.ts'
import type { GridMark } from './grid-rows.ts'

const rows = [{ folds: null }, { folds: 12 }, { folds: null }]
const after = (key: string, row: number, column: number) => placeAfter(key, { row, column }, rows, 5)

describe('the arrow keys', () => {
  it.each([
    ['ArrowLeft', 0, 3, { row: 0, column: 2 }],
    ['ArrowLeft', 0, 0, { row: 0, column: 0 }],
    ['ArrowLeft', 1, 0, { row: 1, column: -1 }],
    ['ArrowRight', 1, -1, { row: 1, column: 0 }],
    ['ArrowRight', 2, 4, { row: 2, column: 4 }],
    ['ArrowUp', 0, 2, { row: -1, column: 2 }],
    ['ArrowUp', -1, 2, { row: -1, column: 2 }],
    ['ArrowDown', 2, 2, { row: 2, column: 2 }],
    ['ArrowDown', 1, -1, { row: 2, column: 0 }],
    ['Home', 1, 3, { row: 1, column: 0 }],
    ['End', -1, 0, { row: -1, column: 4 }],
  ])('%s leads from row %i, run %i to %j', (key, row, column, place) =>
    expect(after(key, row, column)).toEqual(place),
  )

  it('leave other keys alone', () => expect(after('x', 0, 0)).toBeNull())
})

describe('the next failure', () => {
  const marks = (...texts: string[]) =>
    texts.map((text) => ({
      marks: [...text].map((letter): GridMark => (letter === 'f' ? 'failed' : 'ended')),
    }))
  const grid = marks('f.f', '...', 'f.f')

  it('is that of the newest run, from top to bottom, then of older ones, then the first again', () => {
    const places: unknown[] = []
    let place = { row: -1, column: 2 }
    for (let count = 0; count < 5; count++) places.push((place = nextFailed(grid, place)!))
    expect(places).toEqual([
      { row: 0, column: 2 },
      { row: 2, column: 2 },
      { row: 0, column: 0 },
      { row: 2, column: 0 },
      { row: 0, column: 2 },
    ])
  })

  it('is none where none failed', () => expect(nextFailed(marks('..'), { row: 0, column: 0 })).toBeNull())
})
