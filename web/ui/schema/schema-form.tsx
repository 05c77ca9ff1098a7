import { Box, chakra, Grid } from '@chakra-ui/react'
import { useMemo, type ReactNode } from 'react'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { JsonValidator } from '#shared/lib/json-schema/compile.ts'
import type { JsonFault, JsonPath } from '#shared/lib/json-schema/schema.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { startOf, withItemMoved, withValueAt } from './edit-value.ts'
import { fieldOf, type LeafField, type SchemaField } from './fields.ts'
import { LeafControl } from './leaf-field.tsx'
import { ListFrame } from './list-frame.tsx'

interface FormProps {
  schema: JsonObject
  validator: JsonValidator
  value: JsonObject
  faults: readonly JsonFault[]
  /** Whether missing values are faults too: from the first attempt to send the form on. */
  complete: boolean
  onChange(value: JsonObject): void
}

type Edit = (path: JsonPath, value: Json | undefined) => void

interface ViewParts {
  edit: Edit
  validator: JsonValidator
  faultAt(path: JsonPath): string | null
}

const keyOf = (path: JsonPath) => JSON.stringify(path)

/** Fields for the values that a schema describes. What it does not describe stays as it is. */
export function SchemaForm({ schema, validator, value, faults, complete, onChange }: FormProps) {
  const root = useMemo(
    () => fieldOf({ schema, value, path: [], required: true, validator }),
    [schema, value, validator],
  )
  const told = useMemo(() => {
    const shown = complete ? faults : faults.filter(({ message }) => message !== 'is required')
    return new Map(shown.toReversed().map(({ path, message }) => [keyOf(path), message]))
  }, [faults, complete])
  const parts: ViewParts = {
    validator,
    faultAt: (path) => told.get(keyOf(path)) ?? null,
    edit: (path, next) => onChange((withValueAt(value, path, next) ?? {}) as JsonObject),
  }
  const whole = parts.faultAt([])
  return (
    <Box>
      {root.kind === 'object' ? (
        <ObjectFields field={root} parts={parts} />
      ) : (
        <FieldView field={root} parts={parts} />
      )}
      {root.kind === 'object' && whole !== null && <FaultText text={whole} />}
    </Box>
  )
}

function FieldView({ field, parts, numbered }: { field: SchemaField; parts: ViewParts; numbered?: boolean }) {
  const { validator, edit } = parts
  switch (field.kind) {
    case 'object':
      return (
        <Group field={field} parts={parts}>
          <ObjectFields field={field} parts={parts} />
        </Group>
      )
    case 'list': {
      const list = Array.isArray(field.value) ? field.value : []
      return (
        <Group field={field} parts={parts}>
          <ListFrame
            label={field.label}
            items={field.items.map((item) => (
              <FieldView key={keyOf(item.path)} field={item} parts={parts} numbered />
            ))}
            isShort={field.items.every(
              ({ kind }) => kind !== 'object' && kind !== 'list' && kind !== 'variant',
            )}
            canAdd={list.length < field.most}
            canRemove={list.length > field.least}
            onAdd={() => edit(field.path, [...list, startOf(field.itemSchema, validator)])}
            onMove={(at, by) => edit(field.path, withItemMoved(list, at, by))}
            onRemove={(at) => edit([...field.path, at], undefined)}
          />
        </Group>
      )
    }
    case 'variant':
      return <VariantView field={field} parts={parts} />
    default:
      return <Leaf field={field} parts={parts} numbered={numbered} />
  }
}

function Leaf({
  field,
  parts,
  numbered,
}: {
  field: LeafField
  parts: ViewParts
  numbered: boolean | undefined
}) {
  return (
    <LeafControl
      field={field}
      fault={parts.faultAt(field.path)}
      numbered={numbered}
      onChange={(value) => parts.edit(field.path, value)}
    />
  )
}

function ObjectFields({
  field,
  parts,
}: {
  field: Extract<SchemaField, { kind: 'object' }>
  parts: ViewParts
}) {
  return (
    <Grid gap="4" templateColumns="minmax(0, 1fr)">
      {field.fields.map((inner) => (
        <FieldView key={keyOf(inner.path)} field={inner} parts={parts} />
      ))}
      {field.more.length > 0 && <Box color="ink.2">{runFormMessages.more(field.more)}</Box>}
    </Grid>
  )
}

/** The choice of a form of the value, and the fields of that form. */
function VariantView({
  field,
  parts,
}: {
  field: Extract<SchemaField, { kind: 'variant' }>
  parts: ViewParts
}) {
  const { labels, schemas, chosen, path, label, required, field: form } = field
  const inner = form?.kind === 'object' ? <ObjectFields field={form} parts={parts} /> : null
  return (
    <Group field={field} parts={parts}>
      <Grid gap="4" templateColumns="minmax(0, 1fr)">
        <ChoiceField
          label={runFormMessages.form(label)}
          choices={labels.map((each, index) => ({ value: String(index), label: each }))}
          value={chosen < 0 ? null : String(chosen)}
          required={required}
          onChange={(next) => {
            const schema = next === null ? undefined : schemas[Number(next)]
            parts.edit(path, schema === undefined ? undefined : startOf(schema, parts.validator))
          }}
        />
        {inner ?? (form && <FieldView field={form} parts={parts} />)}
      </Grid>
    </Group>
  )
}

/** Fields that belong together, under their name. */
function Group({ field, parts, children }: { field: SchemaField; parts: ViewParts; children: ReactNode }) {
  const fault = parts.faultAt(field.path)
  const { label, help, required } = field
  return (
    <chakra.fieldset
      minW="0"
      borderInlineStartWidth="2px"
      borderColor={fault === null ? 'line' : 'danger'}
      ps="3.5"
      data-path={field.path.join('/')}
    >
      <chakra.legend fontWeight="medium" mb="1.5" float="left" width="full">
        {label}
        {required && (
          <Box as="span" color="danger" ms="1" aria-hidden>
            *
          </Box>
        )}
      </chakra.legend>
      <Box css={{ clear: 'both' }}>
        {help !== null && (
          <Box color="ink.2" mb="2" textStyle="sm">
            {help}
          </Box>
        )}
        {children}
        {fault !== null && <FaultText text={runFormMessages.fault(label, fault)} />}
      </Box>
    </chakra.fieldset>
  )
}

function FaultText({ text }: { text: string }) {
  return (
    <Box color="danger" textStyle="sm" mt="1.5" role="alert">
      {text}
    </Box>
  )
}
