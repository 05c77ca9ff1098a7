import { Box, Button, chakra, Field, Flex, Input } from '@chakra-ui/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { OLD_SECRET_HOURS } from '#shared/domains/alerts/kinds.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { SecretDialog } from '#web/ui/dialog/secret-dialog.tsx'
import type { RulePreset } from '../alert-params.ts'
import type { AlertScopes } from '../use-scopes.ts'
import type { Rule } from '../operations.ts'
import { ConditionSentence } from './condition-sentence.tsx'
import { DeleteRule } from './delete-rule.tsx'
import { EditGuard } from './edit-guard.tsx'
import { EditorHead } from './editor-head.tsx'
import { EmailPlaces } from './email-places.tsx'
import { PreviewLine } from './preview-line.tsx'
import { QuietFields } from './quiet-fields.tsx'
import { TestPanel } from './test-panel.tsx'
import { UrlPlaces } from './url-places.tsx'
import { useRuleForm } from './use-rule-form.ts'
import { useSecrets } from './use-secrets.ts'

/** What takes Escape before the editor does. */
const LAYER = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog], [aria-expanded=true]'

export interface RuleEditorProps {
  /** Null: a new one. */
  rule: Rule | null
  preset: RulePreset
  scopes: AlertScopes
  onSaved(rule: Rule): void
  onRemoved(): void
  onClose(): void
  /** Reads the list of rules again. */
  reread(): void
}

/** The editor of a rule: when it sends as a sentence, where to, and what it would have sent. */
export function RuleEditor({ rule, preset, scopes, onSaved, onRemoved, onClose, reread }: RuleEditorProps) {
  const edit = useRuleForm(rule, preset)
  const { form, faults, change, isDirty } = edit
  const secrets = useSecrets(reread)
  // Read at the navigation: an editor that has just saved may navigate at once.
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  })
  // A new rule moves to its own address once its secrets were seen, because the editor begins anew there.
  const [made, setMade] = useState<Rule | null>(null)
  const leave = (saved: Rule) => {
    dirty.current = false
    onSaved(saved)
  }
  const save = async () => {
    if (edit.saving) return
    const known = new Set(rule?.to.map(({ id }) => id))
    const saved = await edit.save()
    if (!saved) return
    if (!rule) setMade(saved)
    await secrets.makeNew(saved, known)
    reread()
    const hasNew = saved.to.some(({ id, kind }) => kind === 'webhook' && !known.has(id))
    if (!rule && !hasNew) leave(saved)
  }
  useKeys({ Escape: onClose }, texts.keys)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element
    // Events of dialogs and menus bubble through React's tree.
    if (event.defaultPrevented || !event.currentTarget.contains(target) || target.closest(LAYER)) return
    if (event.key === 'Escape' && target.closest('input')) onClose()
  }
  const onSaveKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    if (!event.currentTarget.contains(event.target as Element)) return
    event.preventDefault()
    void save()
  }
  return (
    <chakra.section
      aria-label={rule?.name ?? texts.newRule}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      minW="0"
      order={{ base: 0, lg: 1 }}
      onKeyDown={onKeyDown}
      onKeyDownCapture={onSaveKey}
    >
      <EditorHead rule={rule} onClose={onClose} />
      <Flex direction="column" gap="4" p="3.5">
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
        <TestPanel answers={edit.answers} testing={edit.testing} onTest={() => void edit.sendTest()} />
      </Flex>
      <Flex gap="2" p="3.5" borderTopWidth="1px" borderColor="line.soft" align="center">
        {rule && (
          <DeleteRule
            rule={rule}
            onRemoved={() => {
              dirty.current = false
              onRemoved()
              reread()
            }}
          />
        )}
        <Button ms="auto" minH={{ base: '10', sm: '8' }} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          variant="solid"
          minH={{ base: '10', sm: '8' }}
          disabled={rule !== null && !isDirty}
          loading={edit.saving}
          onClick={() => void save()}
        >
          {texts.save}
        </Button>
      </Flex>
      <EditGuard dirty={dirty} />
      {secrets.first && (
        <SecretDialog
          key={secrets.first.secret}
          title={texts.secretTitle}
          warning={texts.secretOnce(OLD_SECRET_HOURS)}
          name={texts.secretName}
          secret={secrets.first.secret}
          publicPart={{ label: texts.secretOf, text: secrets.first.url }}
          texts={{ copy: texts.copy, copySecret: texts.copySecret, done: texts.done }}
          onClose={() => {
            secrets.seen()
            if (made !== null) leave(made)
          }}
        />
      )}
    </chakra.section>
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
