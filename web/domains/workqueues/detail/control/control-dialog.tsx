import { Box, Field, Textarea } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { MAX_CONTROL_REASON } from '#shared/domains/tasks/constants.ts'
import type { ControlAct } from '#shared/domains/tasks/control.ts'
import { controlDialogMessages as texts } from '#shared/domains/tasks/control-dialog-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { useCompleteTask, useRestartTaskFrom, useSkipTask } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { draftWithoutSecrets } from '#web/ui/schema/secret-names.ts'
import { effectOfEnd, effectOfRestart } from './effect.ts'

/**
 * Asks why a task is ended by hand, or run again with what comes after it, and says before what that affects. A
 * completed task gets the outputs that its definition names.
 */
export function ControlDialog({
  act,
  task,
  tasks,
  runStatus,
  onClose,
  onDone,
}: {
  act: Exclude<ControlAct, 'now'>
  task: TaskDetail
  tasks: readonly TaskDetail[]
  runStatus: string
  onClose(): void
  onDone(): void
}) {
  const fields = Object.keys((task.outputs as JsonObject | null) ?? {})
  const [empty] = useState(() => formatJson(Object.fromEntries(fields.map((field) => [field, null]))))
  const [reason, setReason] = useState('')
  const [text, setText] = useState(empty)
  const field = useRef<HTMLTextAreaElement>(null)
  const mutations = {
    complete: useCompleteTask(task.name),
    skip: useSkipTask(task.name),
    from: useRestartTaskFrom(task.name),
  }
  const parsed = parseJsonObject(text)
  const fault = act === 'complete' && 'reason' in parsed ? parsed.reason : null
  const effect = act === 'from' ? effectOfRestart(task, tasks) : effectOfEnd(task, tasks, runStatus)
  const send = async () => {
    const common = { id: task.id, reason: reason.trim() }
    const done =
      act === 'complete'
        ? await mutations.complete.run({ ...common, outputs: 'value' in parsed ? parsed.value : {} })
        : await mutations[act].run(common)
    if (!done) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={texts.titles[act](task.name)}
      open
      onClose={onClose}
      confirmLabel={texts.confirm[act]}
      confirmDisabled={reason.trim() === '' || fault !== null || effect.blocked}
      submitting={mutations[act].running}
      onConfirm={() => void send()}
      initialFocus={field}
    >
      <Box as="p" role="status" color={effect.blocked ? 'danger' : 'ink.2'} overflowWrap="anywhere">
        {effect.text}
        {act === 'skip' && fields.length > 0 && ` ${texts.noOutputs}.`}
      </Box>
      <DraftKeeper
        inDialog
        form={`${act} ${task.id}`}
        values={{ reason, text }}
        protect={(left) => {
          const outputs = draftWithoutSecrets(left.text)
          return outputs === null ? null : { ...left, text: outputs }
        }}
        dirty={reason !== '' || text !== empty}
        onRestore={(left) => {
          setReason(left.reason)
          setText(left.text)
        }}
      />
      <Field.Root required>
        <Field.Label>{texts.reason}</Field.Label>
        <Textarea
          ref={field}
          rows={2}
          maxLength={MAX_CONTROL_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Field.HelperText>{texts.reasonHint}</Field.HelperText>
      </Field.Root>
      {act === 'complete' && (
        <JsonField label={texts.outputs} text={text} onChange={setText} reason={fault} height="150px" />
      )}
    </FormDialog>
  )
}
