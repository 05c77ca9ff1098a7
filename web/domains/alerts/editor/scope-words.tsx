import { Field, Input } from '@chakra-ui/react'
import { useId } from 'react'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { SentenceField } from './word-menu.tsx'

/** An app or a plan. */
export function NamedWord({
  name,
  none,
  entities,
  value,
  onChange,
}: {
  name: string
  none: string
  entities: readonly { id: string; name: string }[]
  value: string | null
  onChange(value: string | null): void
}) {
  const chosen = entities.find(({ id }) => id === value)
  return (
    <SentenceField name={name} text={value === null ? none : (chosen?.name ?? value)}>
      {(close) => (
        <ChoiceField
          label={name}
          placeholder={none}
          choices={entities.map((each) => ({ value: each.id, label: each.name }))}
          value={value}
          onChange={(next) => {
            onChange(next)
            if (next !== null) close()
          }}
        />
      )}
    </SentenceField>
  )
}

/** A tag or a type of tasks. */
export function TypedWord({
  name,
  hint,
  none,
  suggestions,
  value,
  onChange,
}: {
  name: string
  hint: string
  none: string
  suggestions?: readonly string[]
  value: string
  onChange(value: string): void
}) {
  const list = useId()
  return (
    <SentenceField name={name} text={value === '' ? none : value}>
      {(close) => (
        <>
          <Field.Root>
            <Field.Label>{name}</Field.Label>
            <Input
              autoComplete="off"
              maxLength={200}
              list={suggestions && list}
              placeholder={none}
              value={value}
              onChange={(event) => onChange(event.target.value.trimStart())}
              onKeyDown={({ key }) => key === 'Enter' && close()}
            />
            <Field.HelperText>{hint}</Field.HelperText>
          </Field.Root>
          {suggestions && (
            <datalist id={list}>
              {suggestions.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </SentenceField>
  )
}
