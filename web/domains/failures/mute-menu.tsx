import { Button, type ButtonProps, Menu } from '@chakra-ui/react'
import { useState } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import type { MuteDateProps } from './mute-date-dialog.tsx'

const HOUR_MS = 3_600_000

// Loaded lazily: an hour or a change is what most choose.
const MuteDateDialog = lazyPart<MuteDateProps>(
  async () => (await import('./mute-date-dialog.tsx')).MuteDateDialog,
  () => null,
)

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
