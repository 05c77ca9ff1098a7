import { Box, Field, Input, Textarea } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import type { Json } from '#shared/lib/json.ts'
import { sameJson } from '#shared/lib/json-schema/words.ts'
import { briefJson } from '#web/lib/json-text.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { ChoiceField } from '../form/choice-field.tsx'
import type { LeafField } from './fields.ts'

interface LeafProps {
  field: LeafField
  /** What is wrong with the value; null while it is right or not yet looked at. */
  fault: string | null
  /** An entry of a list: its number stands before its value. */
  numbered?: boolean
  /** `undefined` removes the value. */
  onChange(value: Json | undefined): void
}

/** The control of one value. */
export function LeafControl({ field, fault, numbered, onChange }: LeafProps) {
  const { label, help, required, value } = field
  const text = value === undefined || value === null ? '' : String(value)
  const write = (typed: string) => onChange(typed === '' ? undefined : typed)
  if (field.kind === 'flag')
    return (
      <Frame field={field} fault={fault} labelled={false}>
        <Box minH="8" display="flex" alignItems="center">
          <Checkbox label={label} checked={value === true} onChange={onChange} />
        </Box>
      </Frame>
    )
  if (field.kind === 'choice') {
    const { choices } = field
    const at = choices.findIndex((choice) => value !== undefined && sameJson(choice.value, value))
    return (
      <Frame field={field} fault={fault} labelled={false} helped={false}>
        <ChoiceField
          label={label}
          required={required}
          hint={help ?? undefined}
          choices={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
          value={at < 0 ? null : String(at)}
          onChange={(chosen) => onChange(chosen === null ? undefined : choices[Number(chosen)]?.value)}
        />
      </Frame>
    )
  }
  if (field.kind === 'other')
    return (
      <Frame field={field} fault={fault}>
        <Box color="ink.2" overflowWrap="anywhere">
          {value !== undefined && (
            <Box as="code" textStyle="mono" color="ink" me="2">
              {briefJson(value, 80)}
            </Box>
          )}
          {runFormMessages.onlyInJson}
        </Box>
      </Frame>
    )
  return (
    <Frame field={field} fault={fault} numbered={numbered}>
      {field.kind === 'number' ? (
        <NumberInput value={value} onChange={onChange} />
      ) : field.kind === 'moment' ? (
        <MomentInput value={text} onChange={write} />
      ) : field.kind === 'text' && field.long ? (
        <Textarea rows={4} value={text} onChange={(event) => write(event.target.value)} />
      ) : (
        <Input
          type={field.kind === 'date' ? 'date' : field.kind === 'text' && field.secret ? 'password' : 'text'}
          autoComplete="off"
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      )}
    </Frame>
  )
}

const numberedStyles = {
  display: 'grid',
  gridTemplateColumns: '{sizes.5} minmax(0, 1fr)',
  alignItems: 'center',
  '& > label': { color: 'ink.2', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' },
  '& > :not(label)': { gridColumn: '2' },
}

/** Label, control, help and fault. */
function Frame({
  field,
  fault,
  numbered = false,
  children,
  labelled = true,
  helped = true,
}: Pick<LeafProps, 'field' | 'fault' | 'numbered'> & {
  children: ReactNode
  labelled?: boolean
  helped?: boolean
}) {
  const { label, required, help } = field
  return (
    <Field.Root
      required={required}
      invalid={fault !== null}
      minW="0"
      css={numbered ? numberedStyles : undefined}
      data-path={field.path.join('/')}
    >
      {labelled && (
        <Field.Label>
          {label}
          {!numbered && <Field.RequiredIndicator />}
        </Field.Label>
      )}
      {children}
      {helped && help !== null && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>{fault !== null && runFormMessages.fault(label, fault)}</Field.ErrorText>
    </Field.Root>
  )
}

/** What is typed stays as it is while it means the value: `1.` on the way to `1.5`. */
function NumberInput({ value, onChange }: { value: Json | undefined; onChange: LeafProps['onChange'] }) {
  const [typed, setTyped] = useState('')
  const shown = numberIn(typed) === value ? typed : value === undefined || value === null ? '' : String(value)
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      fontVariantNumeric="tabular-nums"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberIn(target.value))
      }}
    />
  )
}

/** A text that is no number stays a text: the check of the value says so. */
function numberIn(typed: string): number | string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : typed
}

/** A moment in the zone of the browser. */
function MomentInput({ value, onChange }: { value: string; onChange(value: string): void }) {
  const at = new Date(value)
  if (value !== '' && Number.isNaN(at.getTime()))
    return <Input autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
  return (
    <Input
      type="datetime-local"
      step={1}
      value={value === '' ? '' : localText(at)}
      onChange={({ target }) => onChange(target.value === '' ? '' : new Date(target.value).toISOString())}
    />
  )
}

/** `2026-03-01T12:00:00` in the zone of the browser. */
function localText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}
