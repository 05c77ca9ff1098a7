import { Box, Field, Flex, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type CombinedError, useClient } from 'urql'
import {
  DEFAULT_BACKFILL_CONCURRENCY,
  MAX_BACKFILL_CONCURRENCY,
} from '#shared/domains/schedules/constants.ts'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { paths } from '#web/paths.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { changedEnd, draftFault, draftOf } from '#web/ui/time/date-interval.ts'
import { DateTimeField } from '#web/ui/time/date-interval-field.tsx'
import { clockOf, dateWord, clockTime } from '../list/time-words.ts'
import type { ScheduleInList } from '../operations.ts'
import { backfillPreviewQuery, backfillScheduleMutation } from './operations.ts'

interface Listed {
  times: string[]
  started: Set<string>
}

const HOUR_MS = 3_600_000

/** Starts the times of a span that have no run; lists them first. */
export function BackfillDialog({
  schedule,
  mine,
  onClose,
}: {
  schedule: Pick<ScheduleInList, 'id' | 'appId' | 'name' | 'timeZone' | 'missed' | 'next'>
  /** Times in the zone of the user. */
  mine: boolean
  onClose(): void
}) {
  const client = useClient()
  const navigate = useNavigate()
  const [span, setSpan] = useState(() => draftOf(spanOf(schedule)))
  const [concurrency, setConcurrency] = useState(String(DEFAULT_BACKFILL_CONCURRENCY))
  const [listed, setListed] = useState<Listed | null>(null)
  const [listing, setListing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [tooFar, setTooFar] = useState<string | null>(null)
  const start = useAction(backfillScheduleMutation, { failure: texts.startFailed })
  const fault = draftFault(span)
  const ends = { from: span.from.moment ?? '', to: span.to.moment ?? '' }
  const atOnce = Number(concurrency)
  const isNumber = Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= MAX_BACKFILL_CONCURRENCY
  const count = listed ? listed.times.filter((time) => !listed.started.has(time)).length : 0

  const change = (next: typeof span) => {
    setSpan(next)
    setListed(null)
    setRefusal(null)
    setTooFar(null)
  }
  const list = async () => {
    setListing(true)
    const { data, error } = await client
      .query(backfillPreviewQuery, { id: schedule.id, ...ends }, { requestPolicy: 'network-only' })
      .toPromise()
    setListing(false)
    if (!data) {
      const atEnd = faultOfEnd(error)
      setTooFar(atEnd)
      return setRefusal(atEnd === null ? failText(texts.listFailed, error) : null)
    }
    const { times, started } = data.backfillPreview
    setListed({ times, started: new Set(started) })
  }
  const confirm = async () => {
    if (!listed) return list()
    const begun = await start.run({ id: schedule.id, ...ends, concurrency: atOnce })
    if (!begun) return
    onClose()
    if (schedule.appId)
      void navigate(
        paths.workqueues(schedule.appId, `?receipt=${encodeURIComponent(begun.backfillSchedule)}`),
      )
  }
  return (
    <FormDialog
      title={`${texts.backfillTitle}: ${schedule.name}`}
      open
      onClose={onClose}
      confirmLabel={listed ? texts.start(count) : texts.list}
      onConfirm={() => void confirm()}
      confirmDisabled={
        fault !== null || !isNumber || ends.from === '' || ends.to === '' || (listed !== null && count === 0)
      }
      submitting={start.running || listing}
    >
      <Box color="ink.2">{texts.backfillText}</Box>
      <DateTimeField
        label={texts.from}
        value={span.from}
        fault={fault}
        onChange={(part) => change({ ...span, from: changedEnd(span.from, part) })}
      />
      <DateTimeField
        label={texts.to}
        value={span.to}
        fault={tooFar}
        onChange={(part) => change({ ...span, to: changedEnd(span.to, part) })}
      />
      <Field.Root required invalid={!isNumber}>
        <Field.Label>
          {texts.atOnce}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          type="number"
          min={1}
          max={MAX_BACKFILL_CONCURRENCY}
          width="90px"
          value={concurrency}
          onChange={(event) => setConcurrency(event.target.value)}
        />
      </Field.Root>
      {refusal && (
        <Box role="alert" color="danger" overflowWrap="anywhere">
          {refusal}
        </Box>
      )}
      {listed && <TimeList listed={listed} timeZone={schedule.timeZone} mine={mine} />}
    </FormDialog>
  )
}

/** Times that are listed at first where nothing was missed: more are not read one by one. */
const FIRST_TIMES = 100

/** What was missed, else the last day, to the minute; of a schedule that runs often less. */
function spanOf({ missed, next }: Pick<ScheduleInList, 'missed' | 'next'>): { from: string; to: string } {
  if (missed?.from && missed.to) return { from: missed.from, to: missed.to }
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const [first, second] = next.map((time) => Date.parse(time))
  const gap = first !== undefined && second !== undefined ? second - first : HOUR_MS
  const length = Math.max(60_000, Math.min(24 * HOUR_MS, gap * FIRST_TIMES))
  return { from: new Date(now - length).toISOString(), to: new Date(now).toISOString() }
}

/** What the platform refuses of the end of the span; null: something else. */
function faultOfEnd(error: CombinedError | undefined): string | null {
  const sent: unknown = error?.graphQLErrors[0]?.extensions['faults']
  const faults = (Array.isArray(sent) ? sent : []) as { path?: unknown; message?: unknown }[]
  const found = faults.find(({ path }) => path === 'to')?.message
  return typeof found === 'string' ? found : null
}

function TimeList({ listed, timeZone, mine }: { listed: Listed; timeZone: string; mine: boolean }) {
  const clock = clockOf(timeZone, mine)
  return (
    <Box>
      <Box fontWeight="medium" mb="1.5" aria-live="polite">
        {texts.timesOf(listed.times.length, listed.started.size)}
      </Box>
      {listed.times.length > 0 && (
        <Flex
          as="ul"
          listStyleType="none"
          wrap="wrap"
          gap="1"
          maxH="180px"
          overflowY="auto"
          tabIndex={0}
          aria-label={texts.times}
          borderWidth="1px"
          borderRadius="md"
          p="2"
          fontVariantNumeric="tabular-nums"
        >
          {listed.times.map((time) => (
            <Box as="li" key={time} width="190px" color={listed.started.has(time) ? 'ink.3' : undefined}>
              {dateWord(clock, Date.parse(time))} {clockTime(clock, Date.parse(time))}
              {listed.started.has(time) && ` · ${texts.hasRun}`}
            </Box>
          ))}
        </Flex>
      )}
    </Box>
  )
}
