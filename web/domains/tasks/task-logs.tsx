import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable, MANY_LOGS } from '#shared/domains/tasks/rules.ts'
import { LogEntries } from './logs/log-entries.tsx'
import { StackTraceDialog } from './stack-trace.tsx'
import type { LogLine, TaskDetail } from './task.ts'

const none: readonly LogLine[] = []

/** The logs of one task below its row; a long list has buttons at its end. */
export function TaskLogPanel({
  task,
  logs = none,
  loading,
  onCollapse,
  onRestart,
  restarting,
}: {
  task: Pick<TaskDetail, 'name' | 'status'>
  logs: readonly LogLine[] | undefined
  loading: boolean
  onCollapse(): void
  onRestart(): void
  restarting: boolean
}) {
  const [traced, setTraced] = useState<LogLine | null>(null)
  if (loading) return <LogsSkeleton />
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
          <Button
            size="xs"
            onClick={onRestart}
            loading={restarting}
            disabled={!isRestartable(task.status)}
            title={isRestartable(task.status) ? undefined : 'Only a failed task can be restarted'}
          >
            <RotateCw /> {taskMessages.rerunFromLogs}
          </Button>
        </Flex>
      )}
      <StackTraceDialog log={traced} onClose={() => setTraced(null)} />
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
