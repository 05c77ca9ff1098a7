import { Button, Flex } from '@chakra-ui/react'
import { Braces, ChevronDown, ChevronRight, RotateCw } from 'lucide-react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import type { TaskDetail } from './task.ts'

/** The actions of one task. Only a failed task can be restarted. */
export function ActionsCell(props: {
  task: TaskDetail
  open: boolean
  onToggleLogs(): void
  onRestart(): void
  restarting: boolean
  onRestartWithAlias(): void
  onSource(): void
}) {
  const { task, open } = props
  const logs = open ? taskMessages.hideLogs : taskMessages.showLogs
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      wrap="wrap"
      justify={{ base: 'flex-end', sm: 'flex-start' }}
      gap="1"
      ms={{ sm: '-1' }}
    >
      <Button
        size="xs"
        variant="ghost"
        ps="1"
        aria-expanded={open}
        aria-label={`${logs}: ${task.name}`}
        onClick={props.onToggleLogs}
      >
        {open ? <ChevronDown /> : <ChevronRight />} {logs}
      </Button>
      <Button
        size="xs"
        variant="ghost"
        px="1"
        aria-label={`${taskMessages.viewSource}: ${task.name}`}
        title={taskMessages.viewSource}
        onClick={props.onSource}
      >
        <Braces />
      </Button>
      {isRestartable(task.status) && (
        <>
          <Button
            size="xs"
            aria-label={`${taskMessages.rerun}: ${task.name}`}
            loading={props.restarting}
            onClick={props.onRestart}
          >
            <RotateCw /> {taskMessages.rerun}
          </Button>
          <Button
            size="xs"
            aria-label={`${taskMessages.rerunWithAlias}: ${task.name}`}
            disabled={props.restarting}
            onClick={props.onRestartWithAlias}
          >
            {taskMessages.rerunWithAlias}
          </Button>
        </>
      )}
    </Flex>
  )
}
