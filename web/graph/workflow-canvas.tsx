import { Box, Flex } from '@chakra-ui/react'
import { GitFork } from 'lucide-react'
import { useMemo, useState, type ComponentType } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { lazyPart } from '../lib/parts/lazy-part.tsx'
import { useElementSize } from '#web/lib/use-element-size.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { arrange } from './layout/arrange.ts'
import { choosePlan, MARGIN, type Wrap } from './layout/direction.ts'
import type { Opening } from './focus.ts'
import { foldGraph, type Fold } from './fold.ts'
import { GraphPlaces } from './graph-places.tsx'
import type { HeatMember } from './heat.ts'
import type { NodeCause, NodeTask } from './node-store.ts'
import { PHONE_SPACE } from './opening.ts'
import { groupSize, perRowIn, type Size } from './sizes.ts'
import { useShape } from './use-shape.ts'

const TaskGraph = lazyPart(async () => (await import('./task-graph.tsx')).TaskGraph, GraphPlaces)

/** Limits of the canvas height in pixels. */
export const CANVAS = { least: 224, most: 640 } as const

/** Height of the controls on a phone. */
const CONTROLS = 52

/** The height of the canvas of a workflow of that height: within the limits, and within the window. */
function canvasHeight(height: number, width: number, most: number): string {
  const controls = width < PHONE_SPACE ? CONTROLS : 0
  const wanted = Math.round(Math.max(CANVAS.least, Math.min(most, height + 2 * MARGIN + controls)))
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
  /** The runs that a task has started, by its id. */
  children?: ReadonlyMap<string, readonly HeatMember[]>
  opening?: Opening
  onFold?: (id: string) => void
  onChild?: (runId: string) => void
  /** The member of a fold under the pointer. */
  hovered?: Store<string | null>
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
  const { graph, arrangement } = useArrangement(tasks, errorTasks, folds, children, { width, height }, wrap)
  return (
    <Box
      ref={box}
      position="relative"
      flex="1 0 auto"
      style={{ minHeight: canvasHeight(arrangement?.height ?? 0, width, most) }}
    >
      <Box position="absolute" inset="0">
        {tasks.length === 0 ? (
          <NoTasks />
        ) : (
          arrangement && (
            <TaskGraph
              {...rest}
              hovered={rest.hovered ?? ownHovered}
              causes={causes}
              status={status}
              opening={opening}
              // It would cover nodes, and says nothing more where the workflow is only panned up and down.
              hasMap={!wrap || arrangement.width > space.width}
              children={children}
              graph={graph}
              arrangement={arrangement}
              space={space}
            />
          )
        )}
      </Box>
    </Box>
  )
}

/** The layout of a workflow, computed again only for another shape, not for live changes of status; null without a width. */
function useArrangement(
  tasks: readonly NodeTask[],
  errorTasks: readonly string[],
  folds: readonly Fold[],
  children: ReadonlyMap<string, readonly HeatMember[]>,
  { width, height }: Size,
  wrap: Wrap | undefined,
) {
  const shape = useShape(tasks)
  const errors = errorTasks.join('\n')
  const started = [...children].map(([id, runs]) => `${id} ${runs.length}`).join('\n')
  const graph = useMemo(
    () => foldGraph(shape, errorTasks, folds),
    // oxlint-disable-next-line react/exhaustive-deps -- errorTasks by their ids, see above
    [shape, errors, folds],
  )
  const arrangement = useMemo(() => {
    if (width <= 0) return null
    const perRow = perRowIn(width)
    const groups = new Map<string, Size>([
      ...[...children].map(([id, runs]) => [id, groupSize(runs.length, perRow)] as const),
      ...folds.flatMap(({ id, taskIds, joined }) =>
        joined ? [] : [[id, groupSize(taskIds.length, perRow)] as const],
      ),
    ])
    const regular = graph.onError.size === 0 ? graph.ids : graph.ids.filter((id) => !graph.onError.has(id))
    const plan = choosePlan(regular, graph.edges, groups, { width, height }, wrap)
    return arrange(graph.ids, graph.edges, graph.onError, plan)
    // oxlint-disable-next-line react/exhaustive-deps -- children by their number, see above
  }, [graph, folds, started, width, height, wrap])
  return { graph, arrangement }
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
