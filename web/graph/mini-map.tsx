import { useRef, useState, type PointerEvent } from 'react'
import { Panel, useReactFlow, useStore } from 'reactflow'
import type { Arrangement } from './layout/arrange.ts'
import { freestCorner } from './layout/map-corner.ts'
import type { Fold } from './fold.ts'
import { MapStates } from './mini-map-states.tsx'
import { fitsAt } from './opening.ts'
import type { Size } from './sizes.ts'

/** The most that the map takes, in a wide and in a narrow canvas. It covers tasks, so it is no larger than its workflow. */
const SIZES = { wide: { width: 200, height: 132 }, narrow: { width: 112, height: 84 } } as const
const NARROW = 480
const PADDING = 6
/** Its least width and height. */
const LEAST = 40

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
  const most = space.width < NARROW ? SIZES.narrow : SIZES.wide
  const scale = Math.min(
    (most.width - 2 * PADDING) / arrangement.width,
    (most.height - 2 * PADDING) / arrangement.height,
  )
  const size = {
    width: Math.max(LEAST, Math.ceil(arrangement.width * scale) + 2 * PADDING),
    height: Math.max(LEAST, Math.ceil(arrangement.height * scale) + 2 * PADDING),
  }
  const [corner] = useState(() => freestCorner(arrangement, size, space, getViewport()))
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
    <Panel position={corner} className="graph-map">
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
          <MapStates arrangement={arrangement} folds={folds} scale={scale} />
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
