import { Box, Button, chakra, Flex, Link } from '@chakra-ui/react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { hasOwnAlias, versionAtHost } from '#shared/domains/tasks/rules.ts'
import { statusTokens } from '#web/ui/display/status.tsx'
import { CutText } from '#web/ui/display/cut-text.tsx'
import { FactLine } from '#web/ui/display/facts.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import type { TaskDetail } from '../task.ts'

/** Id of a task's row, the scroll target of the graph. */
export const taskAnchor = (id: string) => `task-${id}`

/** Name, type, alias if it is not the default, and the version and host that ran the task. */
export function NameCell({
  task,
  highlighted,
  onOpen,
}: {
  task: TaskDetail
  highlighted: boolean
  onOpen?: ((taskId: string) => void) | undefined
}) {
  const host = versionAtHost(task.version, task.hostName)
  return (
    <Box
      as="span"
      id={taskAnchor(task.id)}
      tabIndex={-1}
      data-highlighted={highlighted || undefined}
      display="block"
      py="0.5"
      scrollMarginTop="28"
      _focus={{ outline: 'none' }}
      css={{ '& *': { overflowWrap: 'anywhere' } }}
    >
      <Flex as="span" data-task-name align="center" gap="1.5" wrap="wrap">
        {onOpen ? (
          <Link asChild color="ink" fontWeight="medium" textAlign="start" _hover={{ color: 'accent' }}>
            <button type="button" onClick={() => onOpen(task.id)}>
              <span>{task.name}</span>
            </button>
          </Link>
        ) : (
          <Box as="span" fontWeight="medium">
            {task.name}
          </Box>
        )}
        {hasOwnAlias(task.alias) && <Tag label={task.alias} />}
        {task.aliasType && <Tag label={task.aliasType} />}
      </Flex>
      <Box as="span" display="block" textStyle="mono" color="ink.3" fontWeight="normal">
        <FactLine
          facts={[
            ['type', task.type],
            ...(host ? [['host', <CutText key="host" text={host} />] as const] : []),
          ]}
        />
      </Box>
    </Box>
  )
}

/** Progress from 0 to 1; always 1 for a task that has ended. */
export function ProgressCell({ task }: { task: Pick<TaskDetail, 'name' | 'status' | 'progress'> }) {
  const share = task.status === 'ended' ? 1 : Math.min(1, Math.max(0, task.progress ?? 0))
  const percent = Math.round(share * 100)
  const color = ['ended', 'failed'].includes(task.status) ? task.status : 'started'
  return (
    <chakra.span
      role="progressbar"
      aria-label={`Progress of ${task.name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      title={`${percent} %`}
      display="block"
      width="full"
      minW="16"
      maxW="88px"
      height="5px"
      borderRadius="full"
      bg="pressed"
      overflow="hidden"
      ms={{ base: 'auto', sm: '0' }}
    >
      <chakra.span
        display="block"
        height="full"
        borderRadius="full"
        bg={statusTokens(color).fg}
        style={{ width: `${share * 100}%` }}
        transition="width 200ms"
      />
    </chakra.span>
  )
}

/** Why the task failed or will be retried, and the button that opens the stack trace. */
export function TraceCell({
  task,
  onTrace,
}: {
  task: Pick<TaskDetail, 'name' | 'status' | 'reason'>
  onTrace: (() => void) | null
}) {
  if (!task.reason && !onTrace)
    return (
      <Box as="span" color="ink.3" hideBelow="sm">
        -
      </Box>
    )
  return (
    <Box as="span" display="block" textStyle="xs">
      {task.reason && (
        <Box
          as="span"
          color={task.status === 'failed' ? 'danger' : 'ink.2'}
          display={{ base: 'block', sm: '-webkit-box' }}
          lineClamp={{ base: 'none', sm: 3 }}
          title={task.reason}
        >
          {task.reason}
        </Box>
      )}
      {onTrace && (
        <Button
          variant="plain"
          size="xs"
          px="0"
          aria-label={`${taskMessages.stackTrace}: ${task.name}`}
          onClick={onTrace}
        >
          {taskMessages.stackTrace}
        </Button>
      )}
    </Box>
  )
}

/** Below a table that renders only some of its rows: renders `step` more of the remaining ones. */
export function MoreRows({ step, left, onMore }: { step: number; left: number; onMore(): void }) {
  return (
    <Button variant="plain" size="sm" onClick={onMore}>
      {`Show ${Math.min(step, left)} of ${left} more`}
    </Button>
  )
}
