import { expect, it } from 'vitest'
import { areaKey, indexAreas } from './shown-areas.ts'

const boxes = [
  { id: 'left', x: 0, y: 0, width: 10, height: 10 },
  { id: 'whole', x: 0, y: 0, width: 1000, height: 1000 },
  { id: 'far', x: 900, y: 900, width: 10, height: 10 },
  { id: 'none', x: Number.NaN, y: 0, width: 0, height: 0 },
]

it('finds what touches an area, in order, and nothing without an area', () => {
  const search = indexAreas(boxes, (box) => (box.id === 'none' ? null : box))
  const ids = (x: number, y: number) => search({ x, y, width: 50, height: 50 }).map(({ id }) => id)
  expect(ids(5, 5)).toEqual(['left', 'whole'])
  expect(ids(10, 10)).toEqual(['left', 'whole'])
  expect(ids(11, 11)).toEqual(['whole'])
  expect(ids(880, 880)).toEqual(['whole', 'far'])
  expect(ids(1001, 0)).toEqual([])
})

it('the shown area has only what is visible, or whole cells around it', () => {
  const [view, space] = [
    { x: -300, y: 40, zoom: 2 },
    { width: 1000, height: 500 },
  ]
  expect(areaKey(view, space, { width: 1, height: 1 })).toBe('150 -20 500 250')
  expect(areaKey(view, space, { width: 240, height: 144 })).toBe('0 -144 720 432')
})
