import { Box, Button } from '@chakra-ui/react'
import { useState } from 'react'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import { allEnded, cancelQuestion } from '#shared/domains/workqueues/selection-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/**
 * Cancels the selected rows after a confirmation, one call each, without those that have ended beside others. `onDone` receives
 * the ids that were cancelled.
 */
export function CancelSelected({
  rows,
  onDone,
}: {
  rows: WorkqueueListRow[]
  onDone(cancelledIds: string[]): void
}) {
  const [asking, setAsking] = useState(false)
  const { run, running } = useCancelWorkqueues()
  const open = rows.filter(({ status }) => !isTerminal(status))
  // The answer of the platform tells what cannot be cancelled.
  const meant = open.length > 0 ? open : rows
  const confirm = async () => {
    const cancelled = await run(meant)
    setAsking(false)
    onDone(cancelled)
  }
  return (
    <IfMayChange>
      {open.length === 0 && (
        <Box as="span" textStyle="xs" color="ink.2">
          {allEnded(rows.length)}
        </Box>
      )}
      <Button data-danger onClick={() => setAsking(true)}>
        {cancelLabel(rows.length)}
      </Button>
      <ConfirmDialog
        title={cancelLabel(meant.length)}
        text={cancelQuestion(open, rows.length)}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        confirmLabel={cancelLabel(meant.length)}
        danger
        submitting={running}
      />
    </IfMayChange>
  )
}
