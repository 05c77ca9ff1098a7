import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { useRestarts } from '../detail/use-restarts.tsx'
import type { ComparedRun } from './task-pairs.ts'

/** Re Run of the failed task, filled, and the same on another alias. */
export function FixButtons({
  run,
  taskId,
  named,
  elsewhere,
  onRestarted,
}: {
  run: ComparedRun
  taskId: string
  /** The task is not the one that diverged. */
  named: boolean
  /** Its run is not the one that the page is about. */
  elsewhere: boolean
  onRestarted(runId: string): void
}) {
  const restarts = useRestarts(run, run.tasks, () => onRestarted(run.id))
  const task = run.tasks.find(({ id }) => id === taskId)
  if (!task) return null
  return (
    <Flex direction="column" align={{ base: 'stretch', lg: 'flex-end' }} gap="1" flexShrink={0}>
      <Flex gap="2" wrap="wrap" direction={{ base: 'column', sm: 'row' }}>
        <Button
          variant="solid"
          order={{ base: '0', lg: '1' }}
          height={{ base: '10', sm: '8' }}
          loading={restarts.restarting !== null}
          onClick={() => restarts.restart(task)}
        >
          <RotateCw /> {named ? compareMessages.rerunNamed(task.name) : taskMessages.rerun}
        </Button>
        <Button
          height={{ base: '10', sm: '8' }}
          disabled={restarts.restarting !== null}
          onClick={() => restarts.restartWithAlias(task)}
        >
          {taskMessages.rerunWithAlias}
        </Button>
      </Flex>
      {elsewhere && (
        <Box as="span" textStyle="xs" color="ink.2">
          {compareMessages.inRun(shortId(run.id))}
        </Box>
      )}
      {restarts.dialog}
    </Flex>
  )
}
