import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useNow } from '#web/lib/use-time.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { changedEnd, draftOf } from '#web/ui/time/date-interval.ts'
import { DateTimeField } from '#web/ui/time/date-interval-field.tsx'

const DAY_MS = 86_400_000

export interface MuteDateProps {
  /** A moment in ISO form. */
  onMute(until: string): void
  onClose(): void
}

/** Mutes until a date and time of day in the future. */
export function MuteDateDialog({ onMute, onClose }: MuteDateProps) {
  const [end, setEnd] = useState(tomorrow)
  const now = useNow(10_000)
  const isPast = end.moment !== null && Date.parse(end.moment) <= now
  const confirm = () => {
    if (end.moment === null) return
    onMute(end.moment)
    onClose()
  }
  return (
    <FormDialog
      title={texts.muteDateTitle}
      open
      onClose={onClose}
      confirmLabel={texts.mute}
      confirmDisabled={end.moment === null || isPast}
      onConfirm={confirm}
      size="sm"
    >
      <Box>
        <DateTimeField
          label={texts.until}
          value={end}
          fault={isPast ? texts.muteDatePast : null}
          onChange={(change) => setEnd(changedEnd(end, change))}
        />
      </Box>
    </FormDialog>
  )
}

/** Tomorrow at the full hour. */
function tomorrow() {
  const moment = new Date(Date.now() + DAY_MS)
  moment.setMinutes(0, 0, 0)
  return draftOf({ from: moment.toISOString(), to: null }).from
}
