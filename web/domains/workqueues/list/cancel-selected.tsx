import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/**
 * Cancels the selected rows after a confirmation, one call each. `onDone` receives the ids that were
 * cancelled.
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
  const label = cancelLabel(rows.length)
  const confirm = async () => {
    const cancelled = await run(rows)
    setAsking(false)
    onDone(cancelled)
  }
  return (
    <IfMayChange>
      <Button data-danger onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        text={cancelQuestion(rows)}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        confirmLabel={label}
        danger
        submitting={running}
      />
    </IfMayChange>
  )
}

/** The question of the confirmation; names how many of the rows have already ended. */
function cancelQuestion(rows: readonly Pick<WorkqueueListRow, 'name' | 'status'>[]): string {
  const [first] = rows
  const what = rows.length === 1 && first ? `“${first.name}”` : `these ${rows.length} workqueues`
  const ended = rows.filter((row) => isTerminal(row.status)).length
  const asked = `Are you sure you want to cancel ${what}? Running tasks are stopped and nothing further starts.`
  if (ended === 0) return asked
  if (ended === rows.length)
    return `${asked} ${rows.length === 1 ? 'It has' : 'All of them have'} already ended.`
  return `${asked} ${ended} of them ${ended === 1 ? 'has' : 'have'} already ended and cannot be cancelled.`
}
