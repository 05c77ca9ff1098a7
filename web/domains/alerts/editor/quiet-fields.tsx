import { Box, Flex, Input } from '@chakra-ui/react'
import { useMemo } from 'react'
import type { AlertQuiet } from '#shared/domains/alerts/contract.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useShownZone } from '#web/lib/settings/time-zone.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'

/** Hours in which messages are held; off for none. */
export function QuietFields({
  quiet,
  fault,
  onChange,
}: {
  quiet: AlertQuiet | null
  fault: string | undefined
  onChange(quiet: AlertQuiet | null): void
}) {
  const zone = useShownZone()
  const zones = useMemo(() => zoneNames(quiet?.timeZone ?? zone), [quiet?.timeZone, zone])
  return (
    <Box>
      <Switch
        label={texts.quiet}
        checked={quiet !== null}
        onChange={(isOn) => onChange(isOn ? { from: '22:00', to: '07:00', timeZone: zone } : null)}
      />
      {quiet && (
        <>
          <Flex gap="2" align="center" my="2" wrap="wrap">
            <Input
              type="time"
              width="132px"
              aria-label={texts.quietFrom}
              value={quiet.from}
              onChange={(event) => onChange({ ...quiet, from: event.target.value })}
            />
            {texts.quietTo}
            <Input
              type="time"
              width="132px"
              aria-label={texts.quietUntil}
              value={quiet.to}
              onChange={(event) => onChange({ ...quiet, to: event.target.value })}
            />
          </Flex>
          <ChoiceField
            label={texts.quietZone}
            choices={zones}
            value={quiet.timeZone}
            onChange={(timeZone) => timeZone && onChange({ ...quiet, timeZone })}
            hint={texts.quietText(quiet.to)}
            permanent
          />
        </>
      )}
      {fault && (
        <Box role="alert" color="danger" textStyle="xs" mt="1.5">
          {`${texts.quiet}: ${fault}`}
        </Box>
      )}
    </Box>
  )
}

function zoneNames(current: string) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])
  return [...names].map((value) => ({ value, label: value }))
}
