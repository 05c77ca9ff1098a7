import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
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
import type { AlertScopes } from '../use-scopes.ts'
import { withKind, type RuleForm } from '../rule-form.ts'
import { NamedWord, TypedWord } from './scope-words.tsx'
import { WordMenu } from './word-menu.tsx'

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
          none={texts.anyTime}
          onChange={(next) => onChange({ ...form, minutes: next === null ? null : Number(next) })}
        />
      )}
      {parts.includes('appId') && (
        <Words before={scope.appId ? texts.inApp : texts.in}>
          <NamedWord
            name={texts.whichApp}
            none={texts.allApps}
            entities={scopes.apps}
            value={scope.appId ?? null}
            onChange={(value) => limit('appId', value)}
          />
        </Words>
      )}
      {parts.includes('planId') && (
        <Words before={scope.planId ? texts.ofPlan : texts.of}>
          <NamedWord
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
          <TypedWord
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
          <TypedWord
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
