import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { MANY_LOGS } from '#shared/domains/tasks/rules.ts'
import { HiddenPayloads } from '#web/ui/display/hidden-payloads.tsx'
import { useRights } from '#web/lib/rights.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import type { LogLine, TaskDetail } from '../task.ts'

// Loaded when the first log opens: the list of a long log is a large part of the page.
const LogEntries = lazyPart(async () => (await import('./log-entries.tsx')).LogEntries, LogsSkeleton)

const StackTraceDialog = lazyDialog(async () => (await import('./stack-trace-dialog.tsx')).StackTraceDialog)

const none: readonly LogLine[] = []

const cannotRestart = (status: string) =>
  status === 'failed'
    ? 'The workqueue was cancelled: its tasks cannot be restarted'
    : 'Only a failed task can be restarted'

/** The logs of one task below its row; a long list has buttons at its end. */
export function TaskLogPanel({
  task,
  restartable,
  logs = none,
  loading,
  onCollapse,
  onRestart,
  restarting,
}: {
  task: Pick<TaskDetail, 'name' | 'status'>
  restartable: boolean
  logs: readonly LogLine[] | undefined
  loading: boolean
  onCollapse(): void
  onRestart(): void
  restarting: boolean
}) {
  const [traced, setTraced] = useState<LogLine | null>(null)
  const { mayChange, payloadsHidden } = useRights()
  if (loading) return <LogsSkeleton />
  if (payloadsHidden)
    return (
      <Box px="3.5" py="2.5">
        <HiddenPayloads />
      </Box>
    )
  return (
    <Box py="2.5">
      {logs.length === 0 ? (
        <Box px="3.5" color="ink.2">
          {taskMessages.noLogs}
        </Box>
      ) : (
        <LogEntries task={task.name} logs={logs} onTrace={setTraced} />
      )}
      {logs.length > MANY_LOGS && (
        <Flex gap="2" px="3.5" pt="2.5">
          <Button size="xs" onClick={onCollapse}>
            {taskMessages.collapseLogs}
          </Button>
          {mayChange && (
            <Button
              size="xs"
              onClick={onRestart}
              loading={restarting}
              disabled={!restartable}
              title={restartable ? undefined : cannotRestart(task.status)}
            >
              <RotateCw /> {taskMessages.rerunFromLogs}
            </Button>
          )}
        </Flex>
      )}
      <StackTraceDialog open={traced !== null} log={traced} onClose={() => setTraced(null)} />
    </Box>
  )
}

function LogsSkeleton() {
  return (
    <Box px="3.5" py="3.5" display="grid" gap="2" role="status" aria-label="Loading logs">
      {[34, 48, 40].map((width) => (
        <Skeleton key={width} height="3" width={`${width}%`} />
      ))}
    </Box>
  )
}
