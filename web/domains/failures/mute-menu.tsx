import { Box, Button, type ButtonProps, Menu } from '@chakra-ui/react'
import { useState } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useNow } from '#web/lib/use-time.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { DateTimeField } from '#web/ui/time/date-interval-field.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { changedEnd, draftOf } from '#web/ui/time/date-interval.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What was done: `Muted until 14:30`; `until` is a moment in ISO form, or `change`. */
export const mutedText = (until: string): string =>
  texts.mutedUntil(until === 'change' ? null : formatMoment(new Date(until), new Date()))

interface MuteMenuProps extends ButtonProps {
  /** Whether it is muted: then the button ends that. */
  muted: boolean
  /** A moment in ISO form, or `change`: until it changes. */
  onMute(until: string): void
  onUnmute(): void
}

/** The button that mutes a failure or an item for an hour, until it changes or until a date; on a muted one that unmutes. */
export function MuteMenu({ muted, onMute, onUnmute, ...button }: MuteMenuProps) {
  const [dated, setDated] = useState(false)
  if (muted)
    return (
      <Button {...button} onClick={onUnmute}>
        {texts.unmute}
      </Button>
    )
  const choose = (value: string) => {
    if (value === 'date') setDated(true)
    else onMute(value === 'hour' ? new Date(Date.now() + HOUR_MS).toISOString() : 'change')
  }
  return (
    <>
      <Menu.Root positioning={{ placement: 'bottom-end' }} onSelect={({ value }) => choose(value)}>
        <Menu.Trigger asChild>
          <Button {...button}>{texts.mute}</Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content aria-label={texts.mute}>
            <MuteItem value="hour" label={texts.muteHour} />
            <MuteItem value="change" label={texts.muteChange} />
            <MuteItem value="date" label={texts.muteDate} />
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {dated && <MuteDateDialog onMute={onMute} onClose={() => setDated(false)} />}
    </>
  )
}

const MuteItem = ({ value, label }: { value: string; label: string }) => (
  <Menu.Item value={value} minH={{ base: '10', sm: '8' }}>
    {label}
  </Menu.Item>
)

function MuteDateDialog({ onMute, onClose }: { onMute(until: string): void; onClose(): void }) {
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
