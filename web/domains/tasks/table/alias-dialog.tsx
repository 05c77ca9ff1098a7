import { Box, Field, Flex, Grid, Input } from '@chakra-ui/react'
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useQuery } from 'urql'
import { aliasMessages } from '#shared/domains/tasks/alias-messages.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { InputLine } from '#web/ui/display/input-line.tsx'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import type { FailedWork } from '../alias/alias-facts.ts'
import { AliasChoiceTable } from '../alias/alias-table.tsx'
import { runOfTaskQuery } from '../alias/dialog-operations.ts'
import { useAliasFacts } from '../alias/use-alias-facts.ts'
import { useRestartTaskWithAlias } from '../mutations.ts'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import type { TaskDetail } from '../task.ts'
import { type FailureOfTask, useTaskFailure } from '../task-failure.ts'

/** The failed task that another alias is chosen for. */
export type FailedTask = Pick<TaskDetail, 'id' | 'name' | 'type' | 'alias' | 'reason' | 'version' | 'attempt'>

/** Re-run Task with a different Alias. Closes itself when the aliases cannot be read. */
export function AliasDialog({
  task,
  onClose,
  onRestarted,
}: {
  task: FailedTask
  onClose(): void
  onRestarted(): void
}) {
  const failure = useTaskFailure(task.id)
  const work = useFailedWork(task, failure ?? null)
  const { rows, suggested, error, staleSince } = useAliasFacts(work, failure !== undefined)
  const group = useRef<HTMLDivElement>(null)
  const [chosen, setAlias] = useState<string | null>(null)
  const alias = chosen ?? suggested
  const [left, setLeft] = useState(false)
  const { run, running } = useRestartTaskWithAlias(task.name)
  useFailToast(aliasMessages.loadFailed(task.type), error)
  useEffect(() => {
    if (error) onClose()
  }, [error, onClose])

  const confirm = async () => {
    if (!(await run({ id: task.id, alias }))) return
    onClose()
    onRestarted()
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setLeft(true)
  }
  const submit = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.closest('form')?.requestSubmit()
  }
  return (
    <FormDialog
      title={aliasMessages.title}
      open
      onClose={onClose}
      confirmLabel={aliasMessages.run}
      confirmDisabled={alias === ''}
      submitting={running}
      onConfirm={() => void confirm()}
      initialFocus={group}
      size="lg"
    >
      <Flex direction="column" gap="4" onKeyDown={submit}>
        <Grid templateColumns={{ sm: '1fr 1fr' }} gap="4">
          <Field.Root readOnly>
            <Field.Label>{aliasMessages.name}</Field.Label>
            <Input readOnly value={task.name} />
          </Field.Root>
          <Field.Root readOnly>
            <Field.Label>{aliasMessages.type}</Field.Label>
            <Input readOnly value={task.type} fontFamily="mono" textStyle="mono" />
          </Field.Root>
        </Grid>
        <RunOfTask />
        <Box onBlur={leave} mx="-2" hidden={rows?.length === 0}>
          <AliasChoiceTable
            work={work}
            rows={rows}
            value={alias}
            onChange={setAlias}
            groupRef={group}
            allowUnpolled
          />
        </Box>
        <Flex gap="3" wrap="wrap" justify="space-between" textStyle="xs" color="ink.3" minH="4">
          {rows?.length === 0 ? aliasMessages.empty : aliasMessages.onlyThisTask}
          {left && alias === '' && !!rows?.length && (
            <Box role="alert" color="danger">
              {aliasMessages.select}
            </Box>
          )}
          <ReadTime readAt={staleSince} failing />
        </Flex>
      </Flex>
    </FormDialog>
  )
}

/** The run of the page, with its inputs: tasks of other runs have the same name. */
function RunOfTask() {
  const id = useParams()['workqueue']
  const [{ data }] = useQuery({ query: runOfTaskQuery, variables: { id: id ?? '' }, pause: id === undefined })
  const run = data?.workqueue
  if (!id) return null
  return (
    <Box minH="10" mt="-1">
      <Box color="ink.2" overflowWrap="anywhere">
        {aliasMessages.ofRun} {run?.name} <ShortId id={id} />
      </Box>
      {run && <InputLine state={run.initialState} />}
    </Box>
  )
}

function useFailedWork(
  { type, alias, version, reason, attempt }: FailedTask,
  failure: FailureOfTask | null,
): FailedWork {
  const failureId = failure?.id ?? null
  const suggestedAlias = failure?.suggestedAlias?.alias ?? null
  return useMemo(
    () => ({
      type,
      aliases: [alias],
      versions: version === null ? [] : [version],
      reason,
      attempts: attempt ?? 1,
      failureId,
      suggestedAlias,
    }),
    [type, alias, version, reason, attempt, failureId, suggestedAlias],
  )
}
