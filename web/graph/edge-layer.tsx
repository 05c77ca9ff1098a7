import { memo, useMemo } from 'react'
import { useStore, ViewportPortal } from 'reactflow'
import type { Arrangement, Rect } from './arrange.ts'
import { MANY_NODES } from './flow-elements.ts'
import { TaskEdge } from './task-edge.tsx'

/** Side of the cells by which edges are found, in pixels of the layout. */
const CELL = 600

/**
 * The edges of the workflow in one drawing below the nodes. In a large workflow only those that pass the visible
 * cells: while the canvas is panned within a cell nothing is rendered.
 */
export const EdgeLayer = memo(function EdgeLayer({ arrangement }: { arrangement: Arrangement }) {
  const isLarge = arrangement.ids.length > MANY_NODES
  const cells = useStore(({ transform: [x, y, zoom], width, height }) =>
    isLarge ? visibleCells(-x / zoom, -y / zoom, width / zoom, height / zoom) : '',
  )
  const index = useMemo(() => (isLarge ? indexEdges(arrangement) : null), [arrangement, isLarge])
  const edges = useMemo(() => {
    if (!index) return arrangement.edges
    const [left = 0, top = 0, right = 0, bottom = 0] = cells.split(' ').map(Number)
    const found = new Set<number>()
    for (let column = left; column <= right; column++)
      for (let row = top; row <= bottom; row++)
        for (const edge of index.get(`${column} ${row}`) ?? []) found.add(edge)
    return [...found].map((edge) => arrangement.edges[edge]!)
  }, [arrangement, index, cells])
  return (
    <ViewportPortal>
      <svg className="edge-layer" width={arrangement.width} height={arrangement.height} aria-hidden>
        {edges.map(({ id, source, target }) => (
          <TaskEdge
            key={id}
            source={source}
            target={target}
            route={arrangement.routes.get(id)}
            direction={arrangement.direction}
          />
        ))}
      </svg>
    </ViewportPortal>
  )
})

/** The range of cells that a view shows: left, top, right and bottom. */
function visibleCells(x: number, y: number, width: number, height: number): string {
  return [x, y, x + width, y + height].map((each) => Math.floor(each / CELL)).join(' ')
}

/** The indexes of edges by each cell that their routes pass. */
function indexEdges({ edges, routes }: Arrangement): ReadonlyMap<string, number[]> {
  const index = new Map<string, number[]>()
  edges.forEach(({ id }, edge) => {
    const box = boxOf(routes.get(id) ?? [])
    for (let column = cellOf(box.x); column <= cellOf(box.x + box.width); column++)
      for (let row = cellOf(box.y); row <= cellOf(box.y + box.height); row++) {
        const key = `${column} ${row}`
        const own = index.get(key)
        if (own) own.push(edge)
        else index.set(key, [edge])
      }
  })
  return index
}

const cellOf = (value: number) => Math.floor(value / CELL)

function boxOf(points: readonly { x: number; y: number }[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return points.length === 0
    ? { x: 0, y: 0, width: -CELL, height: -CELL }
    : { x: left, y: top, width: right - left, height: bottom - top }
}
