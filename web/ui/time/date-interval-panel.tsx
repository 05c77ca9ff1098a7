import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react'
import { useState, type FormEvent } from 'react'
import { datePresets, openInterval, presetInterval, type DateInterval } from '#shared/lib/date-presets.ts'
import { otherZone, shownClock } from '#web/lib/settings/time-zone.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { DateTimeField } from './date-interval-field.tsx'
import { changedEnd, draftFault, draftOf, zoneText, type IntervalDraft } from './date-interval.ts'

/**
 * The panel of the date interval picker: presets fill its fields, Apply sets the interval. Reset clears the
 * interval at once and leaves the panel open. Starts from `value` each time it is mounted.
 */
export function DateIntervalPanel({
  value,
  onReset,
  onApply,
  onCancel,
}: {
  value: DateInterval
  onReset(none: DateInterval): void
  onApply(value: DateInterval): void
  onCancel(): void
}) {
  const zone = useOfNow(10_000, (now) => zoneText(new Date(now)))
  const [draft, setDraft] = useState(() => draftOf(value))
  const fault = draftFault(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Events of a portal bubble through React's tree: they must not submit a form around the picker.
    event.stopPropagation()
    if (!fault) onApply({ from: draft.from.moment, to: draft.to.moment })
  }
  const reset = () => {
    setDraft(draftOf(openInterval))
    onReset(openInterval)
  }
  const field = (label: string, side: keyof IntervalDraft) => (
    <DateTimeField
      label={label}
      value={draft[side]}
      fault={side === 'to' ? fault : null}
      onChange={(change) => setDraft({ ...draft, [side]: changedEnd(draft[side], change) })}
    />
  )
  return (
    <form onSubmit={submit}>
      <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: '3', sm: '4' }} p="2">
        <Grid
          role="group"
          aria-label="Presets"
          templateColumns={{ base: '1fr 1fr', sm: '1fr' }}
          alignContent="start"
          gap="1"
          width={{ sm: '132px' }}
          flexShrink={0}
          pe={{ sm: '3' }}
          borderEndWidth={{ sm: '1px' }}
        >
          {datePresets.map((preset) => (
            <Button
              key={preset}
              variant="ghost"
              size="sm"
              justifyContent="flex-start"
              px="2"
              onClick={() => setDraft(draftOf(presetInterval(preset, new Date(), shownClock())))}
            >
              {preset}
            </Button>
          ))}
        </Grid>
        <Flex direction="column" gap="3" flex="1" minW="0">
          {field('From', 'from')}
          {field('To', 'to')}
          <chakra.p textStyle="xs" color="ink.3" mt="auto">
            {otherZone() === null ? 'Local time zone' : 'Your time zone'}: {zone}
          </chakra.p>
        </Flex>
      </Flex>
      <Flex gap="2" p="2" pt="3" mt="1" borderTopWidth="1px" borderColor="line.soft">
        <Button variant="ghost" onClick={reset}>
          Reset
        </Button>
        <Box flex="1" />
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="solid" disabled={fault !== null}>
          Apply
        </Button>
      </Flex>
    </form>
  )
}
