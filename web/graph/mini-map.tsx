import { memo, useCallback, useEffect, useRef, useState, type PointerEvent } from 'react'
import { Panel, useReactFlow, useStore } from 'reactflow'
import type { Arrangement } from './arrange.ts'
import type { Fold } from './fold.ts'
import { useGraphContext } from './graph-context.ts'
import { worstStatus } from './heat.ts'
import type { NodeStore } from './node-store.ts'
import { fitsAt } from './opening.ts'
import type { Size } from './sizes.ts'

/** The size of the map, in a wide and in a narrow canvas. */
const SIZES = { wide: { width: 200, height: 132 }, narrow: { width: 112, height: 84 } } as const
const NARROW = 480
const PADDING = 6
/** With more edges the map has none. */
const EDGES = 150
/** States are drawn again at most once in this time, in milliseconds. */
const REDRAW_MS = 300

/** The whole workflow small, with the visible part; only while a part of it is out of view. */
export function MiniMap({
  arrangement,
  folds,
}: {
  arrangement: Arrangement
  folds: ReadonlyMap<string, Fold>
}) {
  const width = useStore((flow) => flow.width)
  const height = useStore((flow) => flow.height)
  const zoom = useStore((flow) => flow.transform[2])
  if (width === 0 || fitsAt(arrangement, { width, height }, zoom)) return null
  return <WholeGraph arrangement={arrangement} folds={folds} space={{ width, height }} />
}

function WholeGraph({
  arrangement,
  folds,
  space,
}: {
  arrangement: Arrangement
  folds: ReadonlyMap<string, Fold>
  space: Size
}) {
  const { setViewport, getViewport } = useReactFlow()
  const size = space.width < NARROW ? SIZES.narrow : SIZES.wide
  const scale = Math.min(
    (size.width - 2 * PADDING) / arrangement.width,
    (size.height - 2 * PADDING) / arrangement.height,
  )
  const left = (size.width - arrangement.width * scale) / 2
  const top = (size.height - arrangement.height * scale) / 2
  const dragged = useRef(false)
  const goTo = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale]
    const { zoom } = getViewport()
    void setViewport({ x: space.width / 2 - x * zoom, y: space.height / 2 - y * zoom, zoom })
  }
  return (
    <Panel position="bottom-left" className="graph-map">
      <svg
        {...size}
        aria-hidden
        onPointerDown={(event) => {
          dragged.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          goTo(event)
        }}
        onPointerMove={(event) => dragged.current && goTo(event)}
        onPointerUp={() => {
          dragged.current = false
        }}
      >
        <g transform={`translate(${left} ${top}) scale(${scale})`}>
          <States arrangement={arrangement} folds={folds} scale={scale} />
          <VisiblePart space={space} scale={scale} />
        </g>
      </svg>
    </Panel>
  )
}

function VisiblePart({ space, scale }: { space: Size; scale: number }) {
  const [x, y, zoom] = useStore((flow) => flow.transform)
  return (
    <rect
      className="graph-map-view"
      x={-x / zoom}
      y={-y / zoom}
      width={space.width / zoom}
      height={space.height / zoom}
      rx={4 / scale}
    />
  )
}

/** One path for the nodes of each status. */
const States = memo(function States({
  arrangement,
  folds,
  scale,
}: {
  arrangement: Arrangement
  folds: ReadonlyMap<string, Fold>
  scale: number
}) {
  const { store } = useGraphContext()
  const draw = useCallback(
    () => nodePaths(arrangement, folds, store, 1.5 / scale),
    [arrangement, folds, store, scale],
  )
  const [drawn, setDrawn] = useState(draw)
  useEffect(() => {
    setDrawn(draw())
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.subscribeAll(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setDrawn(draw())
      }, REDRAW_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, draw])
  const edges = arrangement.edges.length > EDGES ? '' : edgeLines(arrangement)
  return (
    <>
      {edges && <path className="graph-map-edges" d={edges} />}
      {[...drawn].map(([status, d]) => (
        <path key={status} className="graph-map-nodes" data-status={status} d={d} />
      ))}
    </>
  )
})

function nodePaths(
  { ids, nodes, sizeOf }: Arrangement,
  folds: ReadonlyMap<string, Fold>,
  store: NodeStore,
  least: number,
): ReadonlyMap<string, string> {
  const paths: Record<string, string[]> = {}
  for (const id of ids) {
    const fold = folds.get(id)
    const status = fold
      ? worstStatus(fold.taskIds.map((task) => store.task(task)?.status ?? ''))
      : (store.task(id)?.status ?? '')
    const [corner, size] = [nodes.get(id), sizeOf(id)]
    if (!corner) continue
    const [width, height] = [Math.max(least, size.width), Math.max(least, size.height)]
    ;(paths[status] ??= []).push(`M${corner.x} ${corner.y}h${width}v${height}h${-width}z`)
  }
  return new Map(Object.entries(paths).map(([status, parts]) => [status, parts.join('')]))
}

function edgeLines({ routes }: Arrangement): string {
  return [...routes.values()].map((route) => `M${route.map(({ x, y }) => `${x} ${y}`).join('L')}`).join('')
}
