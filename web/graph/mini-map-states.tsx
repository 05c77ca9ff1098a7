import { memo, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Arrangement } from './layout/arrange.ts'
import type { Fold } from './fold.ts'
import { useGraphContext } from './graph-context.ts'
import { worstStatus } from './heat.ts'
import type { NodeTask } from './node-store.ts'

/** With more edges the map has none. */
const EDGES = 150
/** States are drawn again at most once in this time, in milliseconds. */
const REDRAW_MS = 300
/** The least side of a node on the map, in pixels of the map. */
const LEAST = 1.5

/** The nodes of the map, one path for each status, and few edges. */
export const MapStates = memo(function MapStates({
  arrangement,
  folds,
  scale,
}: {
  arrangement: Arrangement
  folds: ReadonlyMap<string, Fold>
  /** Pixels of the map for one of the layout. */
  scale: number
}) {
  const { store } = useGraphContext()
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = store.subscribeAll(() => {
        timer ??= setTimeout(() => {
          timer = undefined
          listener()
        }, REDRAW_MS)
      })
      return () => {
        stop()
        clearTimeout(timer)
      }
    },
    [store],
  )
  const tasks = useSyncExternalStore(subscribe, store.tasks)
  const paths = useMemo(
    () => nodePaths(arrangement, folds, tasks, LEAST / scale),
    [arrangement, folds, tasks, scale],
  )
  const edges = useMemo(() => edgeLines(arrangement), [arrangement])
  return (
    <>
      {edges && <path className="graph-map-edges" d={edges} />}
      {paths.map(([status, d]) => (
        <path key={status} className="graph-map-nodes" data-status={status} d={d} />
      ))}
    </>
  )
})

/** The areas of the nodes of each status as an SVG path. */
function nodePaths(
  { ids, nodes, sizeOf }: Arrangement,
  folds: ReadonlyMap<string, Fold>,
  tasks: ReadonlyMap<string, NodeTask>,
  least: number,
): [string, string][] {
  const paths = new Map<string, string[]>()
  const statusOf = (id: string) => tasks.get(id)?.status ?? ''
  for (const id of ids) {
    const fold = folds.get(id)
    const status = fold ? worstStatus(fold.taskIds.map(statusOf)) : statusOf(id)
    const [{ x, y }, size] = [nodes.get(id)!, sizeOf(id)]
    const [width, height] = [Math.max(least, size.width), Math.max(least, size.height)]
    const own = paths.get(status) ?? []
    own.push(`M${x} ${y}h${width}v${height}h${-width}z`)
    paths.set(status, own)
  }
  return [...paths].map(([status, parts]) => [status, parts.join('')])
}

function edgeLines({ edges, routeOf }: Arrangement): string {
  if (edges.length > EDGES) return ''
  const routes = edges.map(routeOf).filter((route) => route.length > 0)
  return routes.map((route) => `M${route.map(({ x, y }) => `${x} ${y}`).join('L')}`).join('')
}
