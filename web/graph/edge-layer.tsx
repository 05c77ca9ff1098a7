import { memo, useMemo } from 'react'
import { ViewportPortal } from 'reactflow'
import type { Arrangement } from './layout/arrange.ts'
import { MANY_NODES } from './flow-elements.ts'
import { indexAreas } from './view/shown-areas.ts'
import { TaskEdge } from './task-edge.tsx'
import { type Opened, useShownArea } from './view/use-shown-area.ts'

/** The drawn edges change when the canvas is moved by this many pixels of the layout. */
const CELL = { width: 600, height: 600 }

/** The edges of the workflow in one drawing below the nodes; in a large workflow only those that pass the visible area. */
export const EdgeLayer = memo(function EdgeLayer({
  arrangement,
  opened,
  painted,
}: {
  arrangement: Arrangement
  opened: Opened
  painted: boolean
}) {
  const area = useShownArea(CELL, arrangement.ids.length <= MANY_NODES, { opened, painted })
  const areas = useMemo(() => indexAreas(arrangement.edges, (edge) => arrangement.boxOf(edge)), [arrangement])
  const edges = area ? areas(area) : arrangement.edges
  return (
    <ViewportPortal>
      <svg className="edge-layer" width={arrangement.width} height={arrangement.height} aria-hidden>
        {edges.map((edge) => (
          <TaskEdge key={edge.id} edge={edge} arrangement={arrangement} />
        ))}
      </svg>
    </ViewportPortal>
  )
})
