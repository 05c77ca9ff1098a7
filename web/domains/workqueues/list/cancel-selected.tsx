import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import { cancelQuestion, selectionMessages } from '#shared/domains/workqueues/selection-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/**
 * Cancels those of the selected rows that have not ended, after a confirmation, one call each. `onDone` receives the ids that
 * were cancelled.
 */
export function CancelSelected({
  rows,
  onDone,
}: {
  rows: WorkqueueListRow[]
  onDone(cancelled: string[]): void
}) {
  const [asking, setAsking] = useState(false)
  const { run, running } = useCancelWorkqueues()
  const open = rows.filter(({ status }) => !isTerminal(status))
  const hasEnded = open.length === 0
  const label = cancelLabel(open.length || rows.length)
  const confirm = async () => {
    const cancelled = await run(open)
    setAsking(false)
    onDone(cancelled)
  }
  return (
    <IfMayChange>
      <Button
        data-danger
        disabled={hasEnded}
        title={hasEnded ? selectionMessages.noneToCancel : undefined}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        text={cancelQuestion(open, rows.length)}
        // The last of them may end while it asks.
        open={asking && !hasEnded}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        confirmLabel={label}
        closeLabel={selectionMessages.keepRunning}
        danger
        submitting={running}
      />
    </IfMayChange>
  )
}
