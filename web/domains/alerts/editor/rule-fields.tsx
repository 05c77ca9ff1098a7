import { Box, Field, Flex, Input } from '@chakra-ui/react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { WIDE } from '#web/lib/use-media.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import type { Rule } from '../operations.ts'
import type { AlertScopes } from '../use-scopes.ts'
import { ConditionSentence } from './condition-sentence.tsx'
import { EmailPlaces } from './email-places.tsx'
import { PreviewLine } from './preview-line.tsx'
import { QuietFields } from './quiet-fields.tsx'
import { UrlPlaces } from './url-places.tsx'
import type { useRuleForm } from './use-rule-form.ts'
import type { useSecrets } from './use-secrets.ts'

/** All fields of a rule. */
export function RuleFields({
  edit,
  rule,
  scopes,
  secrets,
}: {
  edit: ReturnType<typeof useRuleForm>
  rule: Rule | null
  scopes: AlertScopes
  secrets: ReturnType<typeof useSecrets>
}) {
  const { form, faults, change, isDirty } = edit
  return (
    <Flex direction="column" gap="4" p="3.5" flex="1" minH="0" css={{ [WIDE]: { overflowY: 'auto' } }}>
      <DraftKeeper
        form={`alert ${rule?.id ?? 'new'}`}
        // Addresses of webhooks and chats may be secrets.
        values={{
          name: form.name,
          kind: form.kind,
          minutes: form.minutes,
          scope: form.scope,
          quiet: form.quiet,
        }}
        dirty={isDirty}
        onRestore={(left) => edit.restore({ ...form, ...left })}
      />
      <Field.Root required invalid={faults['name'] !== undefined}>
        <Field.Label>{texts.name}</Field.Label>
        <Input
          autoComplete="off"
          maxLength={100}
          value={form.name}
          onChange={(event) => change({ ...form, name: event.target.value })}
        />
        <Field.ErrorText>{faults['name']}</Field.ErrorText>
      </Field.Root>
      <Box p="3" bg="bg" borderWidth="1px" borderRadius="md">
        <ConditionSentence form={form} onChange={change} scopes={scopes} />
        <Box mt="2.5" pt="2.5" borderTopWidth="1px" borderColor="line.soft" textStyle="xs">
          <PreviewLine form={form} />
        </Box>
        <FieldFault text={faults['when'] ?? faults['scope']} />
      </Box>
      <EmailPlaces form={form} faults={faults} onChange={change} />
      {(['webhook', 'chat'] as const).map((kind) => (
        <UrlPlaces
          key={kind}
          kind={kind}
          places={form[`${kind}s`]}
          faults={faults}
          onChange={(places) => change({ ...form, [`${kind}s`]: places })}
          saved={rule?.to ?? []}
          onNewSecret={(targetId) => void (rule && secrets.make(rule, targetId))}
          busy={secrets.running}
        />
      ))}
      <FieldFault text={faults['to']} />
      <QuietFields
        quiet={form.quiet}
        fault={faults['quiet']}
        onChange={(quiet) => change({ ...form, quiet })}
      />
      <Box color="ink.2">
        {`${texts.atMost} `}
        <Box as="strong" color="ink" fontWeight="medium">
          {texts.oneMessage}
        </Box>
        {`; ${texts.theRest}`}
      </Box>
    </Flex>
  )
}

/** A fault that belongs to several fields. */
function FieldFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Box role="alert" color="danger" textStyle="xs" mt="1.5">
      {text}
    </Box>
  )
}
