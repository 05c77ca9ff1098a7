import { Maximize, Minus, Plus } from 'lucide-react'
import { Panel, useReactFlow, useStore } from 'reactflow'

/** Zoom, and back to where the graph opened: everything, as far as its text stays readable. */
export function GraphControls({ onFit }: { onFit(): void }) {
  const { zoomIn, zoomOut } = useReactFlow()
  const isSmallest = useStore(({ transform, minZoom }) => transform[2] <= minZoom)
  const isLargest = useStore(({ transform, maxZoom }) => transform[2] >= maxZoom)
  return (
    <Panel position="bottom-right" className="graph-controls" role="group" aria-label="Zoom">
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
    </Panel>
  )
}
