import { expect, it } from 'vitest'
import { freestCorner } from './map-corner.ts'

const sizeOf = () => ({ width: 196, height: 60 })
const map = { width: 120, height: 100 }
const space = { width: 600, height: 400 }
const view = { x: 0, y: 0, zoom: 1 }
const corner = (...places: [number, number][]) =>
  freestCorner(
    {
      ids: places.map((_, index) => `t${index}`),
      nodes: new Map(places.map(([x, y], index) => [`t${index}`, { x, y }])),
      sizeOf,
    },
    map,
    space,
    view,
  )

it('is below on the left where that covers no task, else where the map covers the least', () => {
  expect(corner([200, 40], [200, 150])).toBe('bottom-left')
  expect(corner([20, 330], [200, 150])).toBe('top-left')
  expect(corner([20, 330], [20, 20])).toBe('top-right')
  // All are covered: the one with the least of a task.
  expect(corner([20, 330], [20, 20], [590, 80])).toBe('top-right')
})
