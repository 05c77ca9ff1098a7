import { Box, Flex } from '@chakra-ui/react'
import { Box as Cube } from 'lucide-react'
import { useMemo, useState } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { errorTaskIds } from '#shared/domains/tasks/order.ts'
import { wrapLayers } from '#web/graph/layout/wrap.ts'
import { useFanOuts } from '#web/graph/use-fan-outs.ts'
import { useJoined } from '#web/graph/use-joined.ts'
import { WorkflowCanvas } from '#web/graph/workflow-canvas.tsx'
import { useDebounced } from '#web/lib/use-time.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { planGraphData, type PlanGraphData } from './plan-graph-data.ts'

/** The graph is updated once the text has not changed for this long, in milliseconds. */
const SETTLE_MS = 300

/** The height from which on the graph is panned, in pixels: that of the editor beside it decides. */
const MOST = 420

const nothing: PlanGraphData = { tasks: [], errorTasks: [] }

/** The workflow of the text in the editor; a fan-out of many equal tasks is one node. While the text is not JSON, the last valid one is shown. */
export function PlanGraph({
  name,
  text,
  selected,
  onSelect,
}: {
  name: string
  text: string
  selected: string | null
  onSelect(task: string): void
}) {
  const settled = useDebounced(text, SETTLE_MS)
  const picture = useMemo(() => planGraphData(settled), [settled])
  const [drawn, setDrawn] = useState(picture ?? nothing)
  if (picture && picture !== drawn) setDrawn(picture)
  const folds = useFanOuts(drawn.tasks)
  const apart = useMemo(
    () =>
      new Set([...folds.flatMap(({ taskIds }) => taskIds), ...errorTaskIds(drawn.tasks, drawn.errorTasks)]),
    [folds, drawn],
  )
  const joined = useJoined(drawn.tasks, apart)
  const [controls, setControls] = useState<HTMLElement | null>(null)
  const count = drawn.tasks.length
  const counted = count === 1 ? '1 task' : `${count.toLocaleString('en')} tasks`
  return (
    <Panel
      title="Workflow"
      aside={
        <Flex align="center" gap="3">
          {picture ? count > 0 && counted : planMessages.oldPicture}
          {/* The graph is often higher than its panel: above the nodes they would cover some. */}
          {count > 0 && <span ref={setControls} />}
        </Flex>
      }
      padded={false}
      fill
    >
      <Box flex="1" display="flex" flexDirection="column">
        <WorkflowCanvas
          label={`Workflow of ${name}`}
          tasks={drawn.tasks}
          errorTasks={drawn.errorTasks}
          folds={folds}
          joined={joined}
          selected={selected}
          onSelect={onSelect}
          Icon={TaskIcon}
          Note={NoNote}
          controls={controls}
          most={MOST}
          wrap={wrapLayers}
        />
      </Box>
    </Panel>
  )
}

/** The tasks of a plan have no state: all have the same icon. */
function TaskIcon() {
  return (
    <Box as="span" color="ink.3" flexShrink={0} lineHeight="0">
      <Cube size={14} />
    </Box>
  )
}

const NoNote = () => null
