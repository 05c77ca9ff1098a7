import { expect, it } from 'vitest'
import { indexBeyond } from './beyond.ts'

it('counts the tasks beyond each edge of a view, all of a fold', () => {
  const places = {
    first: [0, 0],
    fold: [0, 100],
    framed: [0, 200],
    right: [300, 200],
    last: [0, 300],
  } as const
  const beyond = indexBeyond(
    {
      ids: Object.keys(places),
      nodes: new Map(Object.entries(places).map(([id, [x, y]]) => [id, { x, y }])),
      sizeOf: () => ({ width: 200, height: 60 }),
    },
    new Map([['fold', { id: 'fold', name: 'three', taskIds: ['a', 'b', 'c'] }]]),
  )
  const space = { width: 250, height: 100 }
  expect(beyond({ x: 0, y: -180, zoom: 1 }, space)).toEqual({ above: 4, below: 1, left: 0, right: 1 })
  expect(beyond({ x: -200, y: 0, zoom: 1 }, space)).toEqual({ above: 0, below: 6, left: 6, right: 0 })
  expect(beyond({ x: 0, y: -90, zoom: 0.5 }, { width: 250, height: 200 })).toEqual({
    above: 4,
    below: 0,
    left: 0,
    right: 0,
  })
})
