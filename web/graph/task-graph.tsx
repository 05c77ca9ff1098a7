import 'reactflow/dist/style.css'
import './graph.css'
import './group.css'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ReactFlow, ReactFlowProvider } from 'reactflow'
import type { Store } from '#web/lib/store.ts'
import { useAfterPaint } from '#web/lib/use-time.ts'
import type { Arrangement } from './layout/arrange.ts'
import { EdgeLayer } from './edge-layer.tsx'
import { flowNodes, MANY_NODES } from './flow-elements.ts'
import { focusOf, type Opening } from './focus.ts'
import type { FoldedGraph } from './fold.ts'
import { GraphContext, type GraphContextValue } from './graph-context.ts'
import { GraphControls, type ControlsPlace } from './graph-controls.tsx'
import { FoldNode } from './group-node.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useShownArea } from './view/use-shown-area.ts'
import { useTouchPan } from './view/use-touch-pan.ts'
import { useViewport } from './view/use-viewport.ts'
import { JoinNode } from './join-node.tsx'
import { MiniMap } from './mini-map.tsx'
import { createNodeStore, type GraphState, type NodeTask } from './node-store.ts'
import { firstView } from './opening.ts'
import { MIN_ZOOM, type Size } from './sizes.ts'
import { ErrorFrame, MapNode, TaskNode } from './task-node.tsx'

/** The drawn nodes change when the canvas is moved by about a node. */
const CELL = { width: 240, height: 144 }

const nodeTypes = { task: TaskNode, map: MapNode, fold: FoldNode, join: JoinNode, errorFrame: ErrorFrame }

export interface TaskGraphProps extends GraphState {
  label: string
  graph: FoldedGraph
  arrangement: Arrangement
  /** The size of the canvas. */
  space: Size
  opening: Opening
  onSelect(id: string): void
  onFold?: ((id: string) => void) | undefined
  onChild?: ((runId: string) => void) | undefined
  Icon: ComponentType<{ status: string }>
  Note: ComponentType<{ task: NodeTask }>
  hovered: Store<string | null>
  controls?: ControlsPlace
  /** Below the canvas are its controls and its map, which then cover no task. */
  hasFoot: boolean
}

/**
 * The workflow as a graph in the size of its container. Loaded lazily, because it imports React Flow. A store
 * passes live changes of `tasks` to the affected nodes; only another `arrangement` renders the whole graph.
 */
export function TaskGraph(props: TaskGraphProps) {
  return (
    <ReactFlowProvider key={props.arrangement.direction}>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({
  label,
  graph,
  arrangement,
  space,
  opening,
  onSelect,
  onFold,
  onChild,
  Icon,
  Note,
  hovered,
  controls,
  hasFoot,
  tasks,
  selected,
  status,
  causes,
  children,
}: TaskGraphProps) {
  const state = useMemo(
    () => ({ tasks, selected, status, causes, children }),
    [tasks, selected, status, causes, children],
  )
  const [store] = useState(() => createNodeStore(state))
  useEffect(() => store.update(state), [store, state])
  const [opened] = useState(() => ({
    view: firstView({ arrangement, graph, space }, focusOf(state, opening)),
    space,
  }))
  const painted = useAfterPaint()
  const area = useShownArea(CELL, arrangement.ids.length <= MANY_NODES, { opened, painted })
  const nodesIn = useMemo(() => flowNodes(arrangement, graph), [arrangement, graph])
  const nodes = useMemo(() => nodesIn(area), [nodesIn, area])
  const picked = useRef<string | null>(null)
  const select = useCallback(
    (id: string) => {
      picked.current = id
      onSelect(id)
    },
    [onSelect],
  )
  const takePicked = useCallback(() => {
    const id = picked.current
    picked.current = null
    return id
  }, [])
  const onArrow = useArrowKeys(arrangement)
  const parts: GraphContextValue = useMemo(
    () => ({
      store,
      onSelect: select,
      onArrow,
      onFold,
      onChild,
      Icon,
      Note,
      hovered,
      folds: graph.folds,
    }),
    [store, select, onArrow, Icon, Note, hovered, graph, onFold, onChild],
  )
  const view = useViewport({ arrangement, graph, state, opening, takePicked })
  const touch = useTouchPan(arrangement, space, view.onMoveStart)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <GraphContext value={parts}>
      <div className="graph-frame" data-foot={hasFoot || undefined}>
        <ReactFlow
          className="task-graph"
          aria-label={label}
          nodes={nodes}
          nodeTypes={nodeTypes}
          defaultViewport={opened.view}
          onMoveStart={view.onMoveStart}
          {...touch}
          width={space.width}
          height={space.height}
          minZoom={MIN_ZOOM}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          deleteKeyCode={null}
          proOptions={{ hideAttribution: true }}
        >
          <EdgeLayer arrangement={arrangement} opened={opened} painted={painted} />
          <GraphControls place={hasFoot ? foot : controls} onFit={view.fit} />
          {painted && (
            <MiniMap arrangement={arrangement} folds={graph.folds} foot={hasFoot ? foot : undefined} />
          )}
        </ReactFlow>
      </div>
      {hasFoot && <div ref={setFoot} className="graph-foot" />}
    </GraphContext>
  )
}
