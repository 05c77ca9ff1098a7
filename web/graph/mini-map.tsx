import { useMemo, useRef, useState, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { Panel, useReactFlow, useStore } from 'reactflow'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import type { Arrangement } from './layout/arrange.ts'
import { freestCorner } from './layout/map-corner.ts'
import type { Fold } from './fold.ts'
import { MapStates } from './mini-map-states.tsx'
import { fitsAt } from './opening.ts'
import type { Size } from './sizes.ts'
import { type Beyond, indexBeyond } from './view/beyond.ts'

/** The most that the map takes above the nodes and in the foot of a phone. It covers tasks, so it is no larger than its workflow. */
const SIZES = { above: { width: 200, height: 132 }, foot: { width: 112, height: 52 } } as const
const PADDING = 6
/** Its least width and height. */
const LEAST = 40
/** The lines below the map. */
const WORDS = { width: 112, line: 18 } as const

interface MapProps {
  arrangement: Arrangement
  folds: ReadonlyMap<string, Fold>
  /** Where a phone has it; undefined for a corner above the nodes, null while that place is not there yet. */
  foot: HTMLElement | null | undefined
}

/** The whole workflow small, with the visible part and how much is beyond it; only while a part of it is out of view. */
export function MiniMap(props: MapProps) {
  const width = useStore((flow) => flow.width)
  const height = useStore((flow) => flow.height)
  const zoom = useStore((flow) => flow.transform[2])
  if (width === 0 || fitsAt(props.arrangement, { width, height }, zoom)) return null
  return <WholeGraph {...props} space={{ width, height }} />
}

function WholeGraph({ arrangement, folds, foot, space }: MapProps & { space: Size }) {
  const { setViewport, getViewport } = useReactFlow()
  const most = SIZES[foot === undefined ? 'above' : 'foot']
  const scale = Math.min(
    (most.width - 2 * PADDING) / arrangement.width,
    (most.height - 2 * PADDING) / arrangement.height,
  )
  const size = {
    width: Math.max(LEAST, Math.ceil(arrangement.width * scale) + 2 * PADDING),
    height: Math.max(LEAST, Math.ceil(arrangement.height * scale) + 2 * PADDING),
  }
  const [corner] = useState(() => {
    const taken = { width: Math.max(size.width, WORDS.width), height: size.height + WORDS.line }
    return freestCorner(arrangement, taken, space, getViewport())
  })
  const left = (size.width - arrangement.width * scale) / 2
  const top = (size.height - arrangement.height * scale) / 2
  const dragged = useRef(false)
  const goTo = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale]
    const { zoom } = getViewport()
    void setViewport({ x: space.width / 2 - x * zoom, y: space.height / 2 - y * zoom, zoom })
  }
  const map = (
    <>
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
      <BeyondView arrangement={arrangement} folds={folds} space={space} />
    </>
  )
  if (foot === undefined)
    return (
      <Panel position={corner} className="graph-map">
        {map}
      </Panel>
    )
  return foot && createPortal(<div className="graph-map">{map}</div>, foot)
}

/** Where tasks are out of view, in the order in which a workflow is read. */
const edges: readonly (readonly [keyof Beyond, string])[] = [
  ['above', 'above'],
  ['left', 'on the left'],
  ['right', 'on the right'],
  ['below', 'below'],
]

function BeyondView({ arrangement, folds, space }: Omit<MapProps, 'foot'> & { space: Size }) {
  const beyond = useMemo(() => indexBeyond(arrangement, folds), [arrangement, folds])
  const words = useStore(({ transform: [x, y, zoom] }) => {
    const counts = beyond({ x, y, zoom }, space)
    return edges
      .flatMap(([edge, where]) => (counts[edge] > 0 ? graphMessages.beyond(counts[edge], where) : []))
      .join('\n')
  })
  return words !== '' && <p className="graph-map-words">{words}</p>
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
