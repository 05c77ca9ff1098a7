import { Box, Button, chakra, Field, Flex, Grid, Input, NativeSelect } from '@chakra-ui/react'
import { ChevronDown, Clock } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cronPresets, scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { shownZone } from '#web/lib/settings/time-zone.ts'
import { useNow } from '#web/lib/use-time.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { zoneChoices } from '#web/ui/time/zone-choices.ts'
import { clockOf, dateWord, clockTime } from '../list/time-words.ts'
import type { Preview, TypedPreview } from './use-preview.ts'

/** The expression with its words, its zone, and the next ten times, of which five are shown first. */
export function WhenFields({
  cron,
  timeZone,
  preview,
  before,
  fault,
  onChange,
}: {
  cron: string
  timeZone: string
  preview: TypedPreview
  /** The words of the saved expression; null for a new schedule. */
  before: string | null
  /** What the platform has refused. */
  fault: string | null
  onChange(change: { cron?: string; timeZone?: string }): void
}) {
  const zones = useMemo(() => zoneChoices(timeZone), [timeZone])
  const wrong = preview.fault ?? fault
  const words = preview.current && wrong === null ? preview.shown?.words : null
  return (
    <>
      <Box position="relative">
        <Field.Root required invalid={wrong !== null}>
          <Field.Label>
            {texts.cron}
            <Field.RequiredIndicator />
          </Field.Label>
          <Input
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            fontFamily="mono"
            placeholder={texts.cronHint}
            value={cron}
            onChange={(event) => onChange({ cron: event.target.value })}
          />
          {wrong !== null ? (
            <Field.ErrorText>{wrong}</Field.ErrorText>
          ) : (
            <Field.HelperText aria-live="polite">
              <Box as="span" fontWeight="semibold" color="ink">
                {words ?? ' '}
              </Box>
              {words && before && before !== words && ` ${texts.was(before)}`}
            </Field.HelperText>
          )}
        </Field.Root>
        {/* Outside of the field, whose label would name it too. */}
        <Box position="absolute" top="-6px" insetEnd="0">
          <Presets onChoose={(chosen) => onChange({ cron: chosen })} />
        </Box>
      </Box>
      <ChoiceField
        label={texts.timeZone}
        choices={zones}
        value={timeZone}
        onChange={(next) => next && onChange({ timeZone: next })}
        permanent
      />
      <NextTen preview={preview.shown} timeZone={timeZone} pale={!preview.current || wrong !== null} />
    </>
  )
}

function Presets({ onChoose }: { onChoose(cron: string): void }) {
  return (
    <NativeSelect.Root width="136px" size="sm" variant="plain">
      <NativeSelect.Field
        aria-label={texts.presets}
        value=""
        width="full"
        color="accent"
        onChange={(event) => event.target.value && onChoose(event.target.value)}
      >
        <option value="">{texts.presets}</option>
        {cronPresets.map(([label, cron]) => (
          <option key={cron} value={cron}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <ChevronDown />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )
}

/** Times that are shown first: the policies below stay in view. */
const FIRST = 5

/** Of the table of these times: the fields below do not move when it comes. */
const FIRST_HEIGHT = '165px'

/** The next times in the zone of the schedule and in that of the user, with what changes of clocks do to them. */
function NextTen({ preview, timeZone, pale }: { preview: Preview | null; timeZone: string; pale: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const now = useNow(10_000)
  if (!preview)
    return (
      <Grid
        minH={FIRST_HEIGHT}
        placeItems="center"
        borderWidth="1px"
        borderRadius="md"
        bg="ground"
        color="ink.3"
        px="3"
      >
        {texts.noPreview}
      </Grid>
    )
  const shown = isWhole ? preview.times : preview.times.slice(0, FIRST)
  const own = clockOf(timeZone, false)
  const mine = clockOf(timeZone, true)
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const differs = preview.times.some(
    (time) => own.wall(new Date(time)).getTime() !== mine.wall(new Date(time)).getTime(),
  )
  return (
    <Box borderWidth="1px" borderRadius="md" overflow="hidden" data-pale={pale || undefined}>
      <chakra.table
        width="full"
        bg="ground"
        color={pale ? 'ink.3' : undefined}
        fontVariantNumeric="tabular-nums"
        aria-label={texts.nextTen}
        css={{ '& :is(th, td)': { px: '3', py: '0.5', textAlign: 'start', fontWeight: 'normal' } }}
      >
        <thead>
          <chakra.tr color="ink.2" textStyle="xs" css={{ '&& th': { pt: '1.5' } }}>
            <th scope="col">{texts.nextTen}</th>
            <th scope="col">{city}</th>
            {differs && <th scope="col">{`${texts.mine}, ${shownZone()}`}</th>}
          </chakra.tr>
        </thead>
        <tbody>
          {shown.map((time) => {
            const at = Date.parse(time)
            return (
              <tr key={time}>
                <td>{dateWord(own, at, now)}</td>
                <chakra.td css={{ '&&': { fontWeight: pale ? 'normal' : 'semibold' } }}>
                  <time dateTime={time}>{clockTime(own, at)}</time>
                </chakra.td>
                {differs && (
                  <chakra.td color="ink.2">
                    {dateWord(own, at) === dateWord(mine, at) ? '' : `${dateWord(mine, at, now)} `}
                    {clockTime(mine, at)}
                  </chakra.td>
                )}
              </tr>
            )
          })}
        </tbody>
      </chakra.table>
      {shown.length < preview.times.length && (
        <Button
          variant="plain"
          size="sm"
          color="accent"
          px="3"
          mb="2"
          data-touch
          onClick={() => setWhole(true)}
        >
          {texts.allTen}
        </Button>
      )}
      {preview.clockChanges.length > 0 && (
        <Flex gap="2" px="3" py="2" bg="status.retry.soft" color="ink">
          <Box color="status.retry.fg" pt="2px" flexShrink={0}>
            <Clock size={14} aria-hidden />
          </Box>
          <Box>
            {preview.clockChanges.map(({ text }) => (
              <div key={text}>{text}.</div>
            ))}
          </Box>
        </Flex>
      )}
    </Box>
  )
}
