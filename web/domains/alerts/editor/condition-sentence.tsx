import { Box, Field, Flex, Input } from '@chakra-ui/react'
import { useId, type ReactNode } from 'react'
import type { AlertScope } from '#shared/domains/alerts/contract.ts'
import {
  alertKinds,
  canLast,
  scopePartsOf,
  type AlertKind,
  type ScopePart,
} from '#shared/domains/alerts/kinds.ts'
import { whenText } from '#shared/domains/alerts/messages.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import type { AlertScopes } from '../use-scopes.ts'
import { withKind, type RuleForm } from '../rule-form.ts'
import { WordField, WordMenu } from './word-menu.tsx'

const kinds = alertKinds.map((value) => ({ value, label: whenText(value, null) }))
const spans = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440]

/** When the rule sends, as a sentence whose words are choices. */
export function ConditionSentence({
  form,
  onChange,
  scopes,
}: {
  form: RuleForm
  onChange(form: RuleForm): void
  scopes: AlertScopes
}) {
  const { kind, minutes, scope } = form
  const parts = scopePartsOf(kind)
  const limit = (part: ScopePart, value: string | null) => {
    const { [part]: _before, ...rest } = scope
    const next: AlertScope = value ? { ...rest, [part]: value } : rest
    onChange({ ...form, scope: next })
  }
  const known =
    minutes === null || spans.includes(minutes) ? spans : [...spans, minutes].sort((a, b) => a - b)
  return (
    <Flex gap="1.5" wrap="wrap" align="center" lineHeight="1.9">
      {texts.when}
      <WordMenu
        name={texts.kind}
        choices={kinds}
        value={kind}
        onChange={(next) => next !== null && onChange(withKind(form, next as AlertKind))}
      />
      {canLast(kind) && (
        <WordMenu
          name={texts.minutes}
          choices={known.map((each) => ({ value: String(each), label: texts.minuteCount(each) }))}
          value={minutes ? String(minutes) : null}
          none={texts.atOnce}
          onChange={(next) => onChange({ ...form, minutes: next === null ? null : Number(next) })}
        />
      )}
      {parts.includes('appId') && (
        <Words before={texts.in}>
          <Named
            name={texts.whichApp}
            none={texts.allApps}
            entities={scopes.apps}
            value={scope.appId ?? null}
            onChange={(value) => limit('appId', value)}
          />
        </Words>
      )}
      {parts.includes('planId') && (
        <Words before={texts.of}>
          <Named
            name={texts.whichPlan}
            none={texts.anyPlan}
            entities={scopes.plans}
            value={scope.planId ?? null}
            onChange={(value) => limit('planId', value)}
          />
        </Words>
      )}
      {parts.includes('tag') && (
        <Words before={texts.with}>
          <Typed
            name={texts.whichTag}
            hint={texts.tagHint}
            none={texts.anyTag}
            value={scope.tag ?? ''}
            onChange={(value) => limit('tag', value)}
          />
        </Words>
      )}
      {parts.includes('type') && (
        <Words before={parts.includes('tag') ? texts.and : texts.with}>
          <Typed
            name={texts.whichType}
            hint={texts.typeHint}
            none={texts.anyType}
            suggestions={scopes.types}
            value={scope.type ?? ''}
            onChange={(value) => limit('type', value)}
          />
        </Words>
      )}
    </Flex>
  )
}

/** A choice with the word before it, which stay together on one line. */
function Words({ before, children }: { before: string; children: ReactNode }) {
  return (
    <Flex as="span" gap="1.5" align="center" minW="0" maxW="full">
      {before}
      {children}
    </Flex>
  )
}

/** An app or a plan. */
function Named({
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
    <WordField name={name} text={value === null ? none : (chosen?.name ?? value)}>
      <ChoiceField
        label={name}
        placeholder={none}
        choices={entities.map((each) => ({ value: each.id, label: each.name }))}
        value={value}
        onChange={onChange}
      />
    </WordField>
  )
}

function Typed({
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
    <WordField name={name} text={value === '' ? none : value}>
      <Field.Root>
        <Field.Label>{name}</Field.Label>
        <Input
          autoComplete="off"
          maxLength={200}
          list={suggestions && list}
          placeholder={none}
          value={value}
          onChange={(event) => onChange(event.target.value.trimStart())}
        />
        <Field.HelperText>{hint}</Field.HelperText>
      </Field.Root>
      {suggestions && (
        <Box as="datalist" id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </Box>
      )}
    </WordField>
  )
}
