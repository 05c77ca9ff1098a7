import { Box, chakra, Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { formatJson } from '#web/lib/json-text.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import {
  hookDraftOf,
  exampleMapping,
  limitOf,
  mappingFault,
  mappingOf,
  newHookDraft,
  previewOf,
  type HookDraft,
} from './hook-draft.ts'
import { createHookMutation, hookAppsQuery, updateHookMutation, type ListedHook } from './operations.ts'

/** A start address that was made, with its secret and a body that fits it. */
export interface MadeSecret {
  id: string
  name: string
  secret: string
  example: string
}

const sources = [
  { value: 'body', label: texts.fromBody },
  { value: 'mapping', label: texts.fromMapping },
] as const

/** Makes a start address of a plan, or changes one. */
export function HookDialog({
  planId,
  hook,
  onClose,
  onMade,
}: {
  planId: string
  /** Null: a new one. */
  hook: ListedHook | null
  onClose(): void
  onMade(made: MadeSecret): void
}) {
  const [begun] = useState(() => (hook ? hookDraftOf(hook) : newHookDraft()))
  const [draft, setDraft] = useState(begun)
  const change = (next: Partial<HookDraft>) => setDraft((now) => ({ ...now, ...next }))
  const [{ data, fetching }] = useQuery({ query: hookAppsQuery, pause: hook !== null })
  const create = useAction(createHookMutation, { failure: texts.createFailed })
  const update = useAction(updateHookMutation, {
    failure: texts.saveFailed,
    success: ({ updateHook }) => texts.saved(updateHook.name),
  })
  const apps = data?.apps ?? []
  const appId = draft.appId ?? (apps.length === 1 ? (apps[0]?.id ?? null) : null)
  const name = draft.name.trim()
  const limit = limitOf(draft)
  const mapping = mappingOf(draft)
  const isRight =
    name !== '' &&
    appId !== null &&
    limit !== null &&
    'value' in mapping &&
    (mapping.value === null || mappingFault(mapping.value) === null)
  const confirm = async () => {
    if (!isRight) return
    const fields = { name, limit, mapping: mapping.value }
    if (hook) {
      if (await update.run({ id: hook.id, version: hook.version, ...fields })) onClose()
      return
    }
    const made = await create.run({ planId, appId, ...fields })
    if (!made) return
    const { secret, hook: created } = made.createHook
    onMade({ id: created.id, name, secret, example: draft.example })
  }
  const title = hook ? texts.editTitle : texts.new
  return (
    <FormDialog
      title={title}
      open
      size={draft.mapping === null ? 'md' : 'lg'}
      onClose={onClose}
      confirmLabel={hook ? texts.save : texts.create}
      onConfirm={() => void confirm()}
      confirmDisabled={!isRight}
      submitting={create.running || update.running}
    >
      <DraftKeeper
        inDialog
        form={`${title} ${hook?.id ?? planId}`}
        values={draft}
        dirty={JSON.stringify(draft) !== JSON.stringify(begun)}
        onRestore={setDraft}
      />
      <Field.Root required>
        <Field.Label>
          {texts.name}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field.HelperText>{texts.nameHint}</Field.HelperText>
      </Field.Root>
      {!hook && (
        <ChoiceField
          label={texts.app}
          hint={texts.chooseApp}
          choices={apps.map((app) => ({ value: app.id, label: app.name }))}
          value={appId}
          onChange={(chosen) => change({ appId: chosen })}
          loading={fetching && !data}
          required
        />
      )}
      <Field.Root required invalid={limit === null}>
        <Field.Label>
          {texts.limit}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxW="120px"
          value={draft.limit}
          onChange={(event) => change({ limit: event.target.value })}
        />
        {limit !== null && <Field.HelperText>{texts.limitHint}</Field.HelperText>}
        <Field.ErrorText>{texts.limitFault}</Field.ErrorText>
      </Field.Root>
      <Box>
        <Box mb="1.5" fontWeight="medium">
          {texts.initialState}
        </Box>
        <Segments
          label={texts.initialState}
          options={sources}
          value={draft.mapping === null ? 'body' : 'mapping'}
          onChange={(source) => change({ mapping: source === 'body' ? null : exampleMapping })}
        />
      </Box>
      {draft.mapping !== null && <MappingFields draft={draft} onChange={change} />}
    </FormDialog>
  )
}

/** The mapping, a body to try it with, and what it makes of that body. */
function MappingFields({ draft, onChange }: { draft: HookDraft; onChange(next: Partial<HookDraft>): void }) {
  const mapping = mappingOf(draft)
  const value = 'value' in mapping ? mapping.value : null
  const fault = value === null ? null : mappingFault(value)
  const preview = value === null || fault !== null ? null : previewOf(value, draft.example)
  return (
    <>
      <Box color="ink.2">{texts.mappingHint}</Box>
      <Box
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      >
        <JsonField
          label={texts.mapping}
          height="160px"
          text={draft.mapping ?? ''}
          onChange={(text) => onChange({ mapping: text })}
          reason={'reason' in mapping ? mapping.reason : null}
          fault={fault}
        />
        <JsonField
          label={texts.example}
          height="160px"
          text={draft.example}
          onChange={(text) => onChange({ example: text })}
          reason={preview && 'reason' in preview ? preview.reason : null}
        />
      </Box>
      <Box>
        <Box mb="1.5" fontWeight="medium">
          {texts.preview}
        </Box>
        <chakra.pre
          // Focusable, so that a long state can be scrolled by the keyboard.
          tabIndex={0}
          role="region"
          aria-label={texts.preview}
          aria-live="polite"
          textStyle="mono"
          p="3"
          minH="12"
          maxH="180px"
          overflow="auto"
          bg="bg"
          borderWidth="1px"
          borderRadius="md"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {preview && 'value' in preview ? formatJson(preview.value) : '-'}
        </chakra.pre>
      </Box>
    </>
  )
}
