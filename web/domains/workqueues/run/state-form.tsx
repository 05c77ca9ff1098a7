import { Box } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { compileSchema } from '#shared/lib/json-schema/compile.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { withDefaults } from '#web/ui/schema/edit-value.ts'
import { SchemaForm } from '#web/ui/schema/schema-form.tsx'

const ways = [
  { value: 'form', label: runFormMessages.asForm },
  { value: 'json', label: runFormMessages.asJson },
] as const

/** Faults that are listed below the JSON. */
const FAULTS_LISTED = 5

/** The initial state as fields of the plan's schema, or as JSON; both edit one text. */
export function StateForm({
  schema,
  text,
  onChange,
  onBegin,
  onFaults,
  attempts,
}: {
  schema: JsonObject
  text: string
  onChange(text: string): void
  /** Gets the text with the defaults of the schema, once. */
  onBegin(text: string): void
  onFaults(count: number): void
  /** How often the form was sent with faults: each time the first of them gets the focus. */
  attempts: number
}) {
  const [way, setWay] = useState<'form' | 'json'>('form')
  const element = useRef<HTMLDivElement>(null)
  const validator = useMemo(() => compileSchema(schema), [schema])
  const parsed = useMemo(() => parseJsonObject(text), [text])
  const faults = useMemo(
    () => ('value' in parsed ? validator.faultsOf(parsed.value) : []),
    [validator, parsed],
  )
  useEffect(() => onFaults(faults.length), [faults.length, onFaults])
  const begin = useRef(() => {
    if ('value' in parsed) onBegin(formatJson(withDefaults(schema, parsed.value, validator)))
  })
  useEffect(() => begin.current(), [])
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])

  return (
    <Box ref={element} display="grid" gap="3">
      <Box>
        <Segments<'form' | 'json'>
          label={runFormMessages.how}
          options={ways}
          value={way}
          onChange={setWay}
          size="sm"
        />
      </Box>
      {way === 'json' || 'reason' in parsed ? (
        <Box>
          {way === 'form' && (
            <Box color="ink.2" mb="2">
              {runFormMessages.notJson}
            </Box>
          )}
          <JsonField
            label={runFormMessages.initialState}
            text={text}
            onChange={onChange}
            reason={'reason' in parsed ? parsed.reason : null}
          />
          <Box as="ul" listStyleType="none" color="danger" textStyle="sm" mt="1.5">
            {faults.slice(0, FAULTS_LISTED).map(({ path, message }) => (
              <li key={`${path.join('/')} ${message}`}>
                {path.join('/')} {message}
              </li>
            ))}
            {faults.length > FAULTS_LISTED && <li>{`and ${faults.length - FAULTS_LISTED} more`}</li>}
          </Box>
        </Box>
      ) : (
        <SchemaForm
          schema={schema}
          validator={validator}
          value={parsed.value}
          faults={faults}
          complete={attempts > 0}
          onChange={(value) => onChange(formatJson(value))}
        />
      )}
    </Box>
  )
}
