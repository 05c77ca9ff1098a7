import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { deleteAlertMutation, type Rule } from '../operations.ts'

/** Deletes a rule after a question. */
export function DeleteRule({ rule: { id, name }, onRemoved }: { rule: Rule; onRemoved(): void }) {
  const [asking, setAsking] = useState(false)
  const { run, running } = useAction(deleteAlertMutation, {
    success: () => texts.removed(name),
    failure: texts.removeFailed,
  })
  const remove = async () => {
    const data = await run({ id })
    setAsking(false)
    if (data) onRemoved()
  }
  return (
    <>
      <Button data-danger minH={{ base: '10', sm: '8' }} onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        title={texts.removeTitle}
        text={texts.removeText}
        subject={name}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        confirmLabel={texts.remove}
        danger
        submitting={running}
      />
    </>
  )
}
