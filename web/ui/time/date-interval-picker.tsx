import { Popover, Portal, Skeleton } from '@chakra-ui/react'
import { Calendar } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DateInterval } from '#shared/lib/date-presets.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { Chip } from '../form/chip.tsx'
import { intervalText } from './date-interval.ts'

const DateIntervalPanel = lazy(async () => ({
  default: (await import('./date-interval-panel.tsx')).DateIntervalPanel,
}))

/** A filter by a date interval, as a chip that shows it; the panel is loaded when it is first opened. */
export function DateIntervalPicker({
  label,
  value,
  onChange,
  startsOpen = false,
}: {
  label: string
  value: DateInterval
  onChange(value: DateInterval): void
  /** Opens its panel when it appears: it was asked for. */
  startsOpen?: boolean
}) {
  const [open, setOpen] = useState(startsOpen)
  const apply = (next: DateInterval) => {
    setOpen(false)
    onChange(next)
  }
  const text = useOfNow(10_000, (now) => intervalText(value, new Date(now)))
  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => setOpen(change.open)}
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Chip icon={<Calendar size={14} />} label={label} value={text} title={text} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label={label} width={{ base: 'calc(100vw - 2rem)', sm: '480px' }}>
            <Suspense fallback={<Skeleton height="216px" m="1" />}>
              <DateIntervalPanel
                value={value}
                onReset={onChange}
                onApply={apply}
                onCancel={() => setOpen(false)}
              />
            </Suspense>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
