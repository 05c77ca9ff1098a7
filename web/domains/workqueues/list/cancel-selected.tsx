import { Box, Button } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import { allEnded, cancelQuestion } from '#shared/domains/workqueues/selection-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/**
 * Cancels the selected rows after a confirmation, one call each, without those that have ended; where all have, it says so.
 * `onDone` receives the ids that were cancelled.
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
  const hasEnded = open.length === 0
  const reasonId = useId()
  const confirm = async () => {
    const cancelled = await run(open)
    setAsking(false)
    onDone(cancelled)
  }
  return (
    <IfMayChange>
      {hasEnded && (
        <Box as="span" id={reasonId} textStyle="xs" color="ink.2">
          {allEnded(rows.length)}
        </Box>
      )}
      <Button
        data-danger
        disabled={hasEnded}
        aria-describedby={hasEnded ? reasonId : undefined}
        onClick={() => setAsking(true)}
      >
        {cancelLabel(rows.length)}
      </Button>
      <ConfirmDialog
        title={cancelLabel(open.length)}
        text={cancelQuestion(open, rows.length)}
        // They may end while the question is open.
        open={asking && !hasEnded}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        confirmLabel={cancelLabel(open.length)}
        danger
        submitting={running}
      />
    </IfMayChange>
  )
}
