import { Box, chakra, Flex, Input, NativeSelect } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { IntervalEnd } from './date-interval.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const minutes = Array.from({ length: 60 }, (_, minute) => minute)

function PartOfTime({
  label,
  parts,
  value,
  onChange,
}: {
  label: string
  parts: number[]
  value: number
  onChange(value: number): void
}) {
  return (
    <NativeSelect.Root>
      <NativeSelect.Field
        aria-label={label}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        borderColor="control"
        fontVariantNumeric="tabular-nums"
        ps="2"
        pe="6"
      >
        {parts.map((part) => (
          <option key={part} value={part}>
            {String(part).padStart(2, '0')}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator insetEnd="1.5">
        <ChevronDown />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )
}

/**
 * A date by the browser's own date field, which keyboards and phones support, and a time by two selects,
 * because the browser's own time field uses twelve hours in some languages.
 */
export function DateTimeField({
  label,
  value,
  fault,
  onChange,
}: {
  label: string
  value: IntervalEnd
  /** The error, shown below the fields. */
  fault: string | null
  onChange(change: Partial<Pick<IntervalEnd, 'date' | 'hour' | 'minute'>>): void
}) {
  const faultId = useId()
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1.5">
        {label}
      </chakra.legend>
      <Flex align="center" gap="1.5">
        <Input
          type="date"
          // Limits the year to four digits.
          max="9999-12-31"
          aria-label={`${label} date`}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          fontVariantNumeric="tabular-nums"
          flex="1"
          value={value.date}
          onChange={(event) => onChange({ date: event.target.value })}
        />
        <PartOfTime
          label={`${label} hour`}
          parts={hours}
          value={value.hour}
          onChange={(hour) => onChange({ hour })}
        />
        <Box as="span" aria-hidden color="ink.3">
          :
        </Box>
        <PartOfTime
          label={`${label} minute`}
          parts={minutes}
          value={value.minute}
          onChange={(minute) => onChange({ minute })}
        />
      </Flex>
      {fault !== null && (
        <Box id={faultId} role="alert" textStyle="xs" color="danger" mt="1.5">
          {fault}
        </Box>
      )}
    </chakra.fieldset>
  )
}
