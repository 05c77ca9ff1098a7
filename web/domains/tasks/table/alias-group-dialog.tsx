import { Box, chakra, Flex } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { attemptCount } from '#shared/domains/tasks/why/attempts.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import { AliasChoices } from '../alias/alias-choices.tsx'
import { useAliasFacts } from '../alias/use-alias-facts.ts'
import { ReadTime } from '../read-time.tsx'
import type { TaskDetail } from '../task.ts'

/** Further tasks are counted; they move too. */
const LISTED = 50

/** Chooses another alias for several failed tasks of one type, and which of them move. Restarts nothing itself. */
export function AliasGroupDialog({
  tasks,
  onClose,
  onConfirm,
}: {
  tasks: readonly TaskDetail[]
  onClose(): void
  onConfirm(tasks: readonly TaskDetail[], alias: string): void
}) {
  const [task] = useState(() => tasks[0]!)
  const { rows, error, staleSince } = useAliasFacts(task)
  const group = useRef<HTMLDivElement>(null)
  const [alias, setAlias] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  useFailToast(taskMessages.loadAliasesFailed(task.type), error)
  useEffect(() => {
    if (error) onClose()
  }, [error, onClose])
  const chosen = tasks.filter(({ id }) => !left.has(id))
  const reasons = new Set(tasks.map(({ reason }) => reason))
  const keep = (id: string, moves: boolean) => {
    const next = new Set(left)
    if (moves) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <FormDialog
      title={taskMessages.aliasGroupTitle(tasks.length)}
      open
      onClose={onClose}
      confirmLabel={taskMessages.restartOn(chosen.length, alias)}
      confirmDisabled={alias === '' || chosen.length === 0}
      onConfirm={() => onConfirm(chosen, alias)}
      initialFocus={group}
      size="lg"
    >
      <Box as="p" mt="-3" overflowWrap="anywhere" color="ink.2">
        {reasons.size === 1 && task.reason && (
          <>
            <Box as="span" color="status.failed.fg" fontWeight="medium">
              {task.reason}
            </Box>
            {' · '}
          </>
        )}
        <Box as="span" textStyle="mono">
          {task.type}
        </Box>
        {` · ${taskMessages.aliasNow(task.alias)}`}
      </Box>
      <Box mx="-2" hidden={rows?.length === 0}>
        <AliasChoices task={task} rows={rows} value={alias} onChange={setAlias} groupRef={group} />
      </Box>
      {rows?.every((row) => row.alias === task.alias) && (
        <Box color="ink.2">{rows.length === 0 ? taskMessages.aliasEmpty : taskMessages.aliasNoOther}</Box>
      )}
      <Box as="section" aria-label={taskMessages.title} borderWidth="1px" borderRadius="md" overflow="hidden">
        <Flex align="baseline" justify="space-between" gap="2" px="3" py="2" bg="bg" borderBottomWidth="1px">
          <span>{taskMessages.tasksMove(chosen.length, tasks.length)}</span>
          <Box as="span" color="ink.3" textStyle="xs">
            {taskMessages.attemptsFromOne}
          </Box>
        </Flex>
        <chakra.ul listStyleType="none" maxH="176px" overflowY="auto" tabIndex={-1}>
          {tasks.slice(0, LISTED).map((each) => (
            <TaskItem key={each.id} task={each} moves={!left.has(each.id)} onMove={keep} />
          ))}
        </chakra.ul>
        {tasks.length > LISTED && (
          <Box px="3" py="2" color="ink.2" borderTopWidth="1px" borderColor="line.soft">
            {taskMessages.andMore(tasks.length - LISTED)}
          </Box>
        )}
      </Box>
      <Flex gap="3" wrap="wrap" justify="space-between" textStyle="xs" color="ink.3">
        {taskMessages.heldOnlyThese}
        <ReadTime readAt={staleSince} failing />
      </Flex>
    </FormDialog>
  )
}

function TaskItem({
  task,
  moves,
  onMove,
}: {
  task: TaskDetail
  moves: boolean
  onMove(id: string, moves: boolean): void
}) {
  return (
    <Flex
      as="li"
      align="center"
      gap="2.5"
      px="3"
      minH={{ base: '10', sm: '8' }}
      borderBottomWidth="1px"
      borderColor="line.soft"
      _last={{ borderBottomWidth: '0' }}
    >
      <Checkbox hideLabel label={task.name} checked={moves} onChange={(on) => onMove(task.id, on)} />
      <Box as="span" color="status.failed.fg" lineHeight="0">
        <StatusIcon status={task.status} size={13} />
      </Box>
      <Box as="span" flex="1" minW="0" truncate title={task.name}>
        {task.name}
      </Box>
      <Box as="span" color="ink.2" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {task.ended && <ExactTime value={task.ended} />}
      </Box>
      <Box as="span" color="ink.2" fontVariantNumeric="tabular-nums">
        {attemptCount({ attempt: task.attempt, retry: task.retry as { max: number } | null })}
      </Box>
    </Flex>
  )
}
