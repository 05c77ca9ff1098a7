import { Box, Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { MAX_PAUSE_REASON } from '#shared/domains/schedules/constants.ts'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { pauseScheduleMutation } from './operations.ts'

/** Pauses a schedule, and asks why. */
export function PauseDialog({
  schedule,
  onClose,
}: {
  schedule: { id: string; name: string }
  onClose(): void
}) {
  const [reason, setReason] = useState('')
  const pause = useAction(pauseScheduleMutation, { failure: texts.pauseFailed })
  const confirm = async () => {
    if (await pause.run({ id: schedule.id, reason: reason.trim() })) onClose()
  }
  return (
    <FormDialog
      title={texts.pauseTitle}
      open
      onClose={onClose}
      confirmLabel={texts.pause}
      onConfirm={() => void confirm()}
      confirmDisabled={reason.trim() === ''}
      submitting={pause.running}
    >
      <DraftKeeper
        inDialog
        form={`pause ${schedule.id}`}
        values={{ reason }}
        dirty={reason !== ''}
        onRestore={(left) => setReason(left.reason)}
      />
      <Box fontWeight="medium" overflowWrap="anywhere">
        {schedule.name}
      </Box>
      <Box color="ink.2">{texts.pauseText}</Box>
      <Field.Root required>
        <Field.Label>
          {texts.reason}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={MAX_PAUSE_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field.Root>
    </FormDialog>
  )
}
