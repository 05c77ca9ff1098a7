import { Field, Input, NativeSelect } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { taskAliasesQuery } from '../operations.ts'
import type { TaskDetail } from '../task.ts'
import { useRestartTaskWithAlias } from '../mutations.ts'

/** Re-run Task with a different Alias. Closes itself when the aliases cannot be read. */
export function AliasDialog({
  task,
  onClose,
  onRestarted,
}: {
  task: Pick<TaskDetail, 'id' | 'name' | 'type'>
  onClose(): void
  onRestarted(): void
}) {
  const [{ data, error, fetching }] = useQuery({
    query: taskAliasesQuery,
    variables: { type: task.type },
    requestPolicy: 'network-only',
  })
  const field = useRef<HTMLSelectElement>(null)
  const [alias, setAlias] = useState('')
  const [left, setLeft] = useState(false)
  const { run, running } = useRestartTaskWithAlias(task.name)
  useFailToast(taskMessages.loadAliasesFailed(task.type), error)
  useEffect(() => {
    if (error) onClose()
  }, [error, onClose])

  const confirm = async () => {
    if (!(await run({ id: task.id, alias }))) return
    onClose()
    onRestarted()
  }
  return (
    <FormDialog
      title={taskMessages.aliasTitle}
      open
      onClose={onClose}
      confirmLabel={taskMessages.runWithAlias}
      confirmDisabled={alias === ''}
      submitting={running}
      onConfirm={() => void confirm()}
      initialFocus={field}
    >
      <Field.Root readOnly>
        <Field.Label>{taskMessages.aliasName}</Field.Label>
        <Input readOnly value={task.name} />
      </Field.Root>
      <Field.Root readOnly>
        <Field.Label>{taskMessages.aliasType}</Field.Label>
        <Input readOnly value={task.type} fontFamily="mono" textStyle="mono" />
      </Field.Root>
      <Field.Root required invalid={left && alias === ''}>
        <Field.Label>{taskMessages.aliases}</Field.Label>
        {/* Not disabled while the aliases load: a disabled field loses the focus. */}
        <NativeSelect.Root>
          <NativeSelect.Field
            ref={field}
            value={alias}
            onChange={(event) => setAlias(event.target.value)}
            onBlur={() => setLeft(true)}
          >
            <option value="" disabled>
              {fetching ? 'Loading...' : taskMessages.chooseAlias}
            </option>
            {data?.taskAliases.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator>
            <ChevronDown />
          </NativeSelect.Indicator>
        </NativeSelect.Root>
        <Field.ErrorText role="alert">{taskMessages.selectAlias}</Field.ErrorText>
      </Field.Root>
    </FormDialog>
  )
}
