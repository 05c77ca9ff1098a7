import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { taskListMessages as texts } from '#shared/domains/tasks/list-messages.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { canMoveTogether, isRestartable } from '#shared/domains/tasks/rules.ts'
import type { ChosenTask, ChosenTasks } from '#web/domains/tasks/list/chosen-tasks.ts'
import { useRestartTask } from '#web/domains/tasks/mutations.ts'
import type { MovableTask } from './move/moving.ts'
import { MoveToAliasDialog } from './move-to-alias-dialog.tsx'
import { useHeldRestart } from './use-held-restart.ts'

/** How many tasks are chosen and what can be done with them: restarts are held for ten seconds with Undo. */
export function ChosenTaskActions({ chosen, onChanged }: { chosen: ChosenTasks; onChanged(): void }) {
  const { tasks, offered, choosing, chooseAll, clear } = chosen
  const [moving, setMoving] = useState<readonly MovableTask[] | null>(null)
  const { restart: hold, held } = useHeldRestart({ onChanged })
  const one = useRestartTask(
    (id) => tasks.find((task) => task.id === id)?.name ?? id,
    () => taskMessages.restartFailed,
  )
  const failed = tasks.filter((task) => isRestartable(task.status, task.workqueueStatus))
  const queued = tasks.filter(({ status }) => status === 'queued')
  const movable = failed.length > 0 ? failed : queued
  const isOneType = new Set(movable.map(({ type }) => type)).size < 2
  const mayMove = canMoveTogether(movable)
  const restart = async () => {
    const [only] = failed
    if (only && failed.length === 1) {
      if (!(await one.run({ id: only.id }))) return
      onChanged()
    } else hold(targetOf(failed), failed.length)
    clear()
  }
  return (
    <Flex align="center" gap="2.5" wrap="wrap">
      <Box as="span" color="ink.2" aria-live="polite" fontVariantNumeric="tabular-nums">
        {texts.selected(tasks.length)}
      </Box>
      {offered !== null && (
        <Button variant="plain" px="0" loading={choosing} onClick={chooseAll}>
          {offered}
        </Button>
      )}
      <Button variant="plain" px="0" onClick={clear}>
        {texts.clearSelection}
      </Button>
      <Button
        disabled={!mayMove}
        title={mayMove || movable.length === 0 ? undefined : isOneType ? texts.noAlias : texts.oneType}
        onClick={() => setMoving(movable.map(movableTask))}
      >
        {taskMessages.onAnotherAlias}
      </Button>
      <Button
        variant="solid"
        disabled={failed.length === 0 || failed.every(({ id }) => held.has(id))}
        title={failed.length === 0 ? texts.nothingToRestart : undefined}
        onClick={() => void restart()}
      >
        <RotateCw /> {texts.restartFailed(failed.length)}
      </Button>
      {moving && (
        <MoveToAliasDialog
          work={{ tasks: moving }}
          onMove={(target, count, alias) => {
            hold(target, count, alias)
            clear()
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </Flex>
  )
}

const targetOf = (tasks: readonly ChosenTask[]) => ({
  taskIds: tasks.map(({ id }) => id),
  workqueueIds: [...new Set(tasks.map(({ workqueueId }) => workqueueId ?? ''))],
})

const movableTask = (task: ChosenTask): MovableTask => ({
  ...task,
  workqueueId: task.workqueueId ?? '',
  at: task.status === 'queued' ? task.queued : task.ended,
  attempts: task.status === 'queued' || task.attempt === null ? null : String(task.attempt),
  waiting: null,
})
