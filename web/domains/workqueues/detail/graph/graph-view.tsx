import { Flex } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { FAN_OUT_FROM } from '#shared/domains/tasks/fan-out.ts'
import { errorTaskIds } from '#shared/domains/tasks/order.ts'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { workqueueLogsQuery } from '#web/domains/tasks/operations.ts'
import { TaskNote } from '#web/domains/tasks/table/task-times.tsx'
import { groupLogs } from '#web/domains/tasks/task.ts'
import type { Opening } from '#web/graph/focus.ts'
import { useFanOuts } from '#web/graph/use-fan-outs.ts'
import { useJoined } from '#web/graph/use-joined.ts'
import { WorkflowCanvas } from '#web/graph/workflow-canvas.tsx'
import { createStore } from '#web/lib/store.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { RunViewProps } from '../run-view.ts'
import { FoldInspector } from './fold-inspector.tsx'
import { useChildren } from './use-children.ts'
import { useInspectedFold } from './use-folds.ts'
import { useKeptFlag } from '#web/lib/settings/use-kept-flag.ts'

/** Where the graph of a run opens: a failed one on its failure, one under way on its front while no task has failed. */
const openings: Record<string, Opening> = { failed: 'failure', started: 'front', notstarted: 'front' }

function openingOf({ status }: RunViewProps['run'], tasks: RunViewProps['tasks']): Opening {
  const opening = openings[status] ?? 'start'
  return opening === 'front' && tasks.some((task) => task.status === 'failed') ? 'failure' : opening
}

/**
 * The tasks of a run as a graph, live, as high as its content needs within bounds; below it the tasks of a fan-out that
 * one node stands for.
 */
export function GraphView({ run, tasks, causes, selected, onSelect, status, restarts }: RunViewProps) {
  const select = useCallback((id: string) => onSelect(id), [onSelect])
  const [grouped, setGrouped] = useKeptFlag('group-fan-outs')
  const fanOuts = useFanOuts(tasks)
  const [hovered] = useState(() => createStore<string | null>(null))
  const children = useChildren(run)
  const navigate = useNavigate()
  const openChild = useCallback(
    (id: string) => void navigate(paths.workqueue(run.appId, id)),
    [navigate, run.appId],
  )
  const phone = useNarrowerThan(PHONE_PX)
  const apart = useMemo(
    () =>
      new Set([
        ...fanOuts.flatMap(({ taskIds }) => taskIds),
        ...children.keys(),
        ...errorTaskIds(tasks, run.errorTasks),
      ]),
    [fanOuts, children, tasks, run.errorTasks],
  )
  // While a run is under way, its states change, and the graph would change its shape with them.
  const joined = useJoined(tasks, apart, grouped && (phone || isTerminal(run.status)))
  const [inspected, inspect] = useInspectedFold(fanOuts, tasks, selected)
  return (
    <Flex direction="column" flex="1">
      {fanOuts.length > 0 && (
        <Flex px="3.5" pt="2" justify="flex-end" minH={{ base: '10', sm: 'auto' }}>
          <Switch checked={grouped} onChange={setGrouped} label={graphMessages.groupFanOuts(FAN_OUT_FROM)} />
        </Flex>
      )}
      <WorkflowCanvas
        label={`Workflow of ${run.name}`}
        tasks={tasks}
        errorTasks={run.errorTasks}
        folds={grouped ? fanOuts : none}
        joined={joined}
        children={children}
        onChild={openChild}
        causes={causes}
        status={status}
        selected={selected}
        onSelect={select}
        onFold={inspect}
        hovered={hovered}
        opening={openingOf(run, tasks)}
        Icon={StatusIcon}
        Note={TaskNote}
      />
      {grouped && inspected && (
        <Inspected
          key={inspected.id}
          name={inspected.name}
          taskIds={inspected.taskIds}
          hovered={hovered}
          run={run}
          tasks={tasks}
          causes={causes}
          selected={selected}
          onSelect={select}
          restarts={restarts}
        />
      )}
    </Flex>
  )
}

const none: readonly never[] = []

function Inspected({
  taskIds,
  tasks,
  ...inspector
}: { taskIds: readonly string[] } & Omit<Parameters<typeof FoldInspector>[0], 'logs'>) {
  const own = useMemo(() => {
    const byId = new Map(tasks.map((task) => [task.id, task]))
    return taskIds.flatMap((id) => byId.get(id) ?? [])
  }, [tasks, taskIds])
  const workqueueId = inspector.run.id
  // The page has read the logs already; this is the same answer.
  const [{ data }] = useQuery({
    query: workqueueLogsQuery,
    variables: useMemo(() => ({ workqueueId }), [workqueueId]),
    requestPolicy: 'cache-first',
  })
  const logs = useMemo(() => groupLogs(data?.workqueueLogs ?? none), [data])
  return <FoldInspector {...inspector} tasks={own} logs={logs} />
}
