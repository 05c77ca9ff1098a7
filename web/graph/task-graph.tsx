import 'reactflow/dist/style.css'
import './graph.css'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { Controls, ReactFlow, useOnViewportChange, useReactFlow, useStore, type Viewport } from 'reactflow'
import type { Arrangement } from './arrange.ts'
import { flowElements, MANY_NODES } from './flow-elements.ts'
import { NODE_HEIGHT } from './layout.ts'
import { createNodeStore, GraphContext, type NodeTask } from './node-store.ts'
import { TaskEdgeView } from './task-edge.tsx'
import { ErrorFrame, TaskNode } from './task-node.tsx'

const nodeTypes = { task: TaskNode, errorFrame: ErrorFrame }
const edgeTypes = { task: TaskEdgeView }

// A lower zoom would draw thousands of unreadable nodes of a large workflow.
const MIN_ZOOM = { few: 0.15, many: 0.4 } as const
const START = { margin: 24, zoom: 0.85 }
const fitOptions = { padding: 0.06, maxZoom: 1 } as const

export interface TaskGraphProps {
  label: string
  tasks: readonly NodeTask[]
  arrangement: Arrangement
  /** Height of the canvas in pixels. */
  height: number
  selected: string | null
  onSelect(id: string): void
  Icon: ComponentType<{ status: string }>
  Note: ComponentType<{ task: NodeTask }>
}

/**
 * The workflow as a graph in the size of its container. Loaded lazily, because it imports React Flow. A store
 * passes live changes of `tasks` to the affected nodes; only another `arrangement` renders the whole graph.
 */
export function TaskGraph({
  label,
  tasks,
  arrangement,
  height,
  selected,
  onSelect,
  Icon,
  Note,
}: TaskGraphProps) {
  const [store] = useState(() => createNodeStore(tasks, selected))
  useEffect(() => store.update(tasks, selected), [store, tasks, selected])
  const elements = useMemo(() => flowElements(arrangement), [arrangement])
  const parts = useMemo(() => ({ store, onSelect, Icon, Note }), [store, onSelect, Icon, Note])
  const many = arrangement.ids.length > MANY_NODES
  return (
    <GraphContext value={parts}>
      <ReactFlow
        key={arrangement.direction}
        className="task-graph"
        aria-label={label}
        nodes={elements.nodes}
        edges={elements.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onlyRenderVisibleElements={many}
        fitView={!many}
        fitViewOptions={fitOptions}
        defaultViewport={startOf(arrangement, height)}
        minZoom={many ? MIN_ZOOM.many : MIN_ZOOM.few}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} fitViewOptions={fitOptions} position="bottom-right" />
        {!many && <KeepFitted />}
      </ReactFlow>
    </GraphContext>
  )
}

/** The initial view of a large workflow: its first task. */
function startOf({ ids, nodes }: Arrangement, height: number): Viewport {
  const first = nodes.get(ids[0] ?? '') ?? { x: 0, y: 0 }
  const { margin, zoom } = START
  return { x: margin - first.x * zoom, y: height / 2 - (first.y + NODE_HEIGHT / 2) * zoom, zoom }
}

/** Fits the view again when the canvas changes its size, until the user has moved it. */
function KeepFitted() {
  const { fitView } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const programmatic = useRef(true)
  const moved = useRef(false)
  useOnViewportChange({
    onStart: () => {
      if (!programmatic.current) moved.current = true
    },
  })
  useEffect(() => {
    if (moved.current || width === 0) return
    programmatic.current = true
    void fitView(fitOptions).then(() => {
      programmatic.current = false
    })
  }, [fitView, width, height])
  return null
}
