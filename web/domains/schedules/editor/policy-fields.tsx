import { Box, Field, Flex, Grid, Input, NativeSelect } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  catchUps,
  overlapPolicies,
  type CatchUp,
  type OverlapPolicy,
} from '#shared/domains/schedules/constants.ts'
import { LOWEST_PRIORITY } from '#shared/domains/workqueues/statuses.ts'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import { changedEnd, draftOf } from '#web/ui/time/date-interval.ts'
import { DateTimeField } from '#web/ui/time/date-interval-field.tsx'
import type { DraftField, ScheduleDraft } from './schedule-draft.ts'

const overlapOptions = overlapPolicies.map((value) => ({
  value,
  label: texts.overlapChoices[value] ?? value,
}))
const catchUpOptions = catchUps.map((value) => ({ value, label: texts.catchUpChoices[value] }))
const priorities = Array.from({ length: LOWEST_PRIORITY }, (_, index) => index + 1)

/** What happens while one still runs, when a time was missed, and after failures. */
export function PolicyFields({
  draft,
  faults,
  onChange,
}: {
  draft: ScheduleDraft
  faults: Partial<Record<DraftField, string>>
  onChange(change: Partial<ScheduleDraft>): void
}) {
  const span = draftOf({ from: draft.startAt, to: draft.endAt })
  const number = (field: 'within' | 'jitter' | 'pauseAfter', label: string, unit: string) => (
    <NumberField
      label={label}
      unit={unit}
      value={draft[field]}
      fault={faults[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
  return (
    <>
      <Labelled label={texts.overlap}>
        <Segments<OverlapPolicy>
          label={texts.overlap}
          options={overlapOptions}
          value={draft.overlap as OverlapPolicy}
          onChange={(overlap) => onChange({ overlap })}
        />
        <Meaning>{texts.overlapMeans[draft.overlap]}</Meaning>
      </Labelled>
      <Labelled label={texts.catchUp}>
        <Flex wrap="wrap" gap="3" align="flex-end">
          <Segments<CatchUp>
            label={texts.catchUp}
            options={catchUpOptions}
            value={draft.catchUp as CatchUp}
            onChange={(catchUp) => onChange({ catchUp })}
          />
          {draft.catchUp !== 'none' && number('within', texts.within, texts.hours)}
        </Flex>
        <Meaning>{texts.catchUpMeans[draft.catchUp]}</Meaning>
      </Labelled>
      <Grid templateColumns="3fr 2fr" gap="3" alignItems="start">
        {number('jitter', texts.jitter, texts.seconds)}
        <Field.Root>
          <Field.Label>{texts.priority}</Field.Label>
          <NativeSelect.Root>
            <NativeSelect.Field
              value={draft.priority}
              borderColor="control"
              onChange={(event) => onChange({ priority: Number(event.target.value) })}
            >
              {priorities.map((priority) => (
                <option key={priority} value={priority}>
                  {texts.priorities[priority - 1]}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator>
              <ChevronDown />
            </NativeSelect.Indicator>
          </NativeSelect.Root>
        </Field.Root>
      </Grid>
      {number('pauseAfter', texts.pauseAfter, texts.failures)}
      <DateTimeField
        label={texts.startAt}
        value={span.from}
        fault={null}
        onChange={(part) => onChange({ startAt: changedEnd(span.from, part).moment })}
      />
      <DateTimeField
        label={texts.endAt}
        value={span.to}
        fault={faults.endAt ?? null}
        onChange={(part) => onChange({ endAt: changedEnd(span.to, part).moment })}
      />
    </>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Box textStyle="sm" fontWeight="medium" mb="1.5" aria-hidden>
        {label}
      </Box>
      {children}
    </Box>
  )
}

/** What the choice above does. */
const Meaning = ({ children }: { children: ReactNode }) => (
  <Box textStyle="xs" color="ink.2" mt="1" aria-live="polite">
    {children}
  </Box>
)

/** A number with its unit beside it. */
function NumberField({
  label,
  unit,
  value,
  fault,
  onChange,
}: {
  label: string
  unit: string
  value: string
  fault: string | undefined
  onChange(value: string): void
}) {
  return (
    <Field.Root invalid={fault !== undefined} width="auto">
      <Field.Label>{label}</Field.Label>
      <Flex align="center" gap="2">
        <Input
          inputMode="decimal"
          autoComplete="off"
          width="80px"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Box as="span" color="ink.2" whiteSpace="nowrap">
          {unit}
        </Box>
      </Flex>
      {fault !== undefined && <Field.ErrorText>{fault}</Field.ErrorText>}
    </Field.Root>
  )
}
