import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { ownSettingsMessages as texts } from '#shared/domains/account/settings-messages.ts'
import { localClock, zoneClock } from '#shared/lib/zone-clock.ts'
import { browserZone, useShownZone } from '#web/lib/settings/time-zone.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { formatClock } from '#web/ui/time/moment.tsx'
import { zoneChoices } from '#web/ui/time/zone-choices.ts'

/** The value for the zone of the browser. */
const AS_BROWSER = '*'

/** The time zone of all times: that of the browser, or one of the world with its distance from UTC today. */
export function ZoneSetting({
  value,
  onChange,
}: {
  value: string | null
  onChange(value: string | null): void
}) {
  const shown = useShownZone()
  const own = browserZone()
  const choices = useMemo(
    () => [{ value: AS_BROWSER, label: texts.browserZone(own) }, ...zoneChoices(value)],
    [own, value],
  )
  const here = useOfNow(500, (now) => formatClock(now).slice(0, 5))
  const there = useOfNow(500, (now) => localClock.wall(now).toISOString().slice(11, 16))
  return (
    <Box>
      <ChoiceField
        label={texts.timeZone}
        choices={choices}
        value={value ?? AS_BROWSER}
        onChange={(next) => onChange(next === AS_BROWSER ? null : next)}
        hint={texts.zoneHint(here, shown)}
        permanent
      />
      <Box textStyle="xs" color="ink.3" mt="1" _empty={{ display: 'none' }}>
        {value !== null && zoneClock(value) === null
          ? texts.unknownZone(value)
          : shown !== own && texts.otherZoneHint(there, own)}
      </Box>
    </Box>
  )
}
