import { Box, Flex, Skeleton } from '@chakra-ui/react'
import { GitFork } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { arrange } from './arrange.ts'
import type { NodeTask } from './node-store.ts'

const TaskGraph = lazy(() => import('./task-graph.tsx').then((module) => ({ default: module.TaskGraph })))

/** Limits of the canvas height in pixels. */
export const CANVAS = { least: 224, most: 460, margin: 72 } as const

/** A narrower canvas is laid out downwards, because two nodes side by side would not fit. */
const NARROW = 560

/** The height of the workflow when its width fits the canvas. */
export function canvasHeight(size: { width: number; height: number }, width: number): number {
  const scale = width > 0 && size.width > 0 ? Math.min(1, (width * 0.9) / size.width) : 1
  return Math.round(Math.min(CANVAS.most, Math.max(CANVAS.least, size.height * scale + CANVAS.margin)))
}

/** Width of an element, kept up to date; 0 before it is measured. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}

/** The layout of a workflow, computed again only for another shape, not for live changes of status. */
function useArrangement(tasks: readonly NodeTask[], errorTasks: readonly string[], narrow: boolean) {
  const shape = tasks.map((task) => `${task.id} ${task.name} ${task.depends.join(' ')}`).join('\n')
  const errors = errorTasks.join('\n')
  return useMemo(
    () => arrange(tasks, errorTasks, narrow ? 'down' : 'right'),
    // oxlint-disable-next-line react/exhaustive-deps -- tasks and errorTasks by their shape, see above
    [shape, errors, narrow],
  )
}

/**
 * The lazily loaded graph of a workflow, as high as it needs, in the width of its container; a note for a
 * workflow without tasks.
 */
export function WorkflowCanvas({
  tasks,
  errorTasks,
  ...graph
}: {
  label: string
  /** In the order of the workflow. */
  tasks: readonly NodeTask[]
  errorTasks: readonly string[]
  selected: string | null
  onSelect(id: string): void
  Icon: ComponentType<{ status: string }>
  Note: ComponentType<{ task: NodeTask }>
}) {
  const [box, width] = useWidth()
  const arrangement = useArrangement(tasks, errorTasks, width > 0 && width < NARROW)
  const height = canvasHeight(arrangement, width)
  return (
    <Box ref={box} style={{ height }}>
      {tasks.length === 0 ? (
        <NoTasks />
      ) : (
        width > 0 && (
          <Suspense fallback={<GraphSkeleton />}>
            <TaskGraph {...graph} tasks={tasks} arrangement={arrangement} height={height} />
          </Suspense>
        )
      )}
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

/** The placeholder of the graph while it loads: a few nodes in a row. */
export function GraphSkeleton() {
  return (
    <Flex
      role="status"
      aria-label="Loading workflow"
      align="center"
      justify="center"
      gap="12"
      height="full"
      overflow="hidden"
      px="4"
    >
      {[0, 1, 2].map((node) => (
        <Skeleton key={node} width="170px" height="48px" borderRadius="md" flexShrink={0} />
      ))}
    </Flex>
  )
}
