import { Maximize, Minus, Plus } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Panel, useReactFlow, useStore } from 'reactflow'

/** Where the controls of a graph stand: in this element, which may not be there yet; without one above the nodes, in a corner. */
export type ControlsPlace = HTMLElement | null | undefined

/** Zoom, and back to where the graph opened: everything, as far as its text stays readable. */
export function GraphControls({ place, onFit }: { place: ControlsPlace; onFit(): void }) {
  const named = { className: 'graph-controls', role: 'group', 'aria-label': 'Zoom' }
  const buttons = <ZoomButtons onFit={onFit} />
  if (place === undefined)
    return (
      <Panel position="bottom-right" {...named}>
        {buttons}
      </Panel>
    )
  return place && createPortal(<div {...named}>{buttons}</div>, place)
}

function ZoomButtons({ onFit }: { onFit(): void }) {
  const { zoomIn, zoomOut } = useReactFlow()
  const isSmallest = useStore(({ transform, minZoom }) => transform[2] <= minZoom)
  const isLargest = useStore(({ transform, maxZoom }) => transform[2] >= maxZoom)
  return (
    <>
      <button
        type="button"
        aria-label="Zoom In"
        title="Zoom In"
        disabled={isLargest}
        onClick={() => void zoomIn()}
      >
        <Plus size={16} />
      </button>
      <button
        type="button"
        aria-label="Zoom Out"
        title="Zoom Out"
        disabled={isSmallest}
        onClick={() => void zoomOut()}
      >
        <Minus size={16} />
      </button>
      <button type="button" aria-label="Fit View" title="Fit View" onClick={onFit}>
        <Maximize size={16} />
      </button>
    </>
  )
}
