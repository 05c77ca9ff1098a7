import { Box, Flex } from '@chakra-ui/react'
import { GitFork } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { lazyPart } from '../lib/parts/lazy-part.tsx'
import { useElementSize } from '#web/lib/use-element-size.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { MARGIN, type Wrap } from './layout/direction.ts'
import type { Opening } from './focus.ts'
import type { Fold } from './fold.ts'
import type { ControlsPlace } from './graph-controls.tsx'
import { GraphPlaces } from './graph-places.tsx'
import type { HeatMember } from './heat.ts'
import type { NodeCause, NodeTask } from './node-store.ts'
import { PHONE_SPACE } from './opening.ts'
import { useArrangement } from './layout/use-arrangement.ts'

const TaskGraph = lazyPart(async () => (await import('./task-graph.tsx')).TaskGraph, GraphPlaces)

/** Limits of the canvas height in pixels. */
export const CANVAS = { least: 224, most: 640 } as const

/** Height of what is below the workflow on a phone; graph.css has it too. */
const FOOT = 64

/** The height of the canvas of a workflow of that height: within the limits, and within the window. */
function canvasHeight(height: number, most: number, foot: number): string {
  const wanted = Math.round(Math.max(CANVAS.least, Math.min(most, height + 2 * MARGIN + foot)))
  return `min(${wanted}px, max(420px, 100dvh - 280px))`
}

const noCauses: ReadonlyMap<string, NodeCause> = new Map()
const noChildren: ReadonlyMap<string, readonly HeatMember[]> = new Map()
const noFolds: readonly Fold[] = []

interface WorkflowCanvasProps {
  label: string
  /** In the order of the workflow. */
  tasks: readonly NodeTask[]
  errorTasks: readonly string[]
  selected: string | null
  onSelect(id: string): void
  Icon: ComponentType<{ status: string }>
  /** The last line of a node without a cause. */
  Note: ComponentType<{ task: NodeTask }>
  causes?: ReadonlyMap<string, NodeCause>
  /** Tasks of another status are quieter. */
  status?: string | null
  /** Tasks that one node stands for. */
  folds?: readonly Fold[]
  /** Further ones, used only where the workflow is wider than the canvas without them. */
  joined?: readonly Fold[]
  /** The runs that a task has started, by its id. */
  children?: ReadonlyMap<string, readonly HeatMember[]>
  opening?: Opening
  onFold?: (id: string) => void
  onChild?: (runId: string) => void
  /** The member of a fold under the pointer. */
  hovered?: Store<string | null>
  /** Where the controls stand, if not above the nodes. */
  controls?: ControlsPlace
  /** The largest height in pixels. */
  most?: number
  /** Where it does not fit, rows that are wider than the canvas become several: it is only panned up and down. */
  wrap?: Wrap
}

/**
 * The lazily loaded graph of a workflow, as high as it needs, in the width of its container; a note for a
 * workflow without tasks. In a column that is higher it takes the rest of the height.
 */
export function WorkflowCanvas({
  causes = noCauses,
  children = noChildren,
  folds = noFolds,
  joined = noFolds,
  status = null,
  opening = 'start',
  most = CANVAS.most,
  wrap,
  errorTasks,
  ...rest
}: WorkflowCanvasProps) {
  const { tasks } = rest
  const [box, space] = useElementSize()
  const [ownHovered] = useState(() => createStore<string | null>(null))
  // Steps of 16 px: a layout is not computed for every pixel of a resize.
  const width = space.width - (space.width % 16)
  // In a column that is higher, all of its height can be used.
  const height = wrap ? Math.max(most, space.height - (space.height % 16)) : most
  const drawn = useArrangement({ tasks, errorTasks, folds, joined, children, wrap }, { width, height })
  const hasFoot = rest.controls === undefined && width < PHONE_SPACE
  const foot = hasFoot ? FOOT : 0
  return (
    <Box
      ref={box}
      position="relative"
      flex="1 0 auto"
      style={{ minHeight: canvasHeight(drawn?.arrangement.height ?? 0, most, foot) }}
    >
      <Box position="absolute" inset="0">
        {tasks.length === 0 ? (
          <NoTasks />
        ) : (
          drawn && (
            <TaskGraph
              {...rest}
              {...drawn}
              hovered={rest.hovered ?? ownHovered}
              causes={causes}
              status={status}
              opening={opening}
              children={children}
              space={{ width: space.width, height: space.height - foot }}
              hasFoot={hasFoot}
            />
          )
        )}
      </Box>
    </Box>
  )
}

function NoTasks() {
  return (
    <Flex direction="column" align="center" justify="center" gap="2" height="full" color="ink.2">
      <Box aria-hidden color="ink.3">
        <GitFork size={20} />
      </Box>
      {taskMessages.none}
    </Flex>
  )
}
