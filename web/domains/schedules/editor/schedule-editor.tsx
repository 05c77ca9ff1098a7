import { Box, chakra, Field, Input, Skeleton, Stack } from '@chakra-ui/react'
import type { KeyboardEvent } from 'react'
import { useQuery } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { scheduleQuery, type ScheduleDetail } from './operations.ts'
import { NEW_SCHEDULE } from '../schedule-params.ts'
import { ScheduleClashDialog } from './clash-dialog.tsx'
import { ScheduleFoot, ScheduleHead, StoredBar, type StoredActions } from './editor-bars.tsx'
import { EditorFrame, PlanField } from './editor-parts.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { StateField } from './state-field.tsx'
import { type ScheduleForm, useScheduleForm } from './use-schedule-form.ts'
import { WhenFields } from './when-fields.tsx'

export interface ScheduleEditorProps extends StoredActions {
  appId: string
  /** `new`: one that is not saved yet. */
  id: string
  /** The plan of a new one. */
  planId: string | null
  onSaved(id: string): void
  onClose(): void
}

/** A schedule beside its list: everything of it, and its next ten times while it is written. */
export function ScheduleEditor(props: ScheduleEditorProps) {
  const isNew = props.id === NEW_SCHEDULE
  const [{ data, error }, reread] = useQuery({
    query: scheduleQuery,
    variables: { id: props.id },
    pause: isNew,
    requestPolicy: 'network-only',
  })
  const stored = data?.schedule
  if (isNew) return <Editor {...props} stored={null} />
  if (stored) return <Editor key={stored.id} {...props} stored={stored} />
  return (
    <EditorFrame label={texts.loadingForm}>
      {error ? (
        <FailedState
          message={failText(texts.loadOneFailed, error)}
          onRetry={() => reread({ requestPolicy: 'network-only' })}
        />
      ) : (
        <Skeleton height="360px" m="4" borderRadius="md" role="status" aria-label={texts.loadingForm} />
      )}
    </EditorFrame>
  )
}

const noKeys = {}

/** The parts of the query by which the editor is opened. */
const editorParams = ['schedule']

function Editor({
  appId,
  planId,
  stored: read,
  onSaved,
  onClose,
  onTrigger,
  onTimes,
  onBackfill,
}: ScheduleEditorProps & { stored: ScheduleDetail | null }) {
  const form = useScheduleForm({ appId, planId, read, onSaved, onClose })
  const { stored, draft, mayChange, theirs } = form
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void form.submit()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
  }
  useKeys({ Escape: onClose }, noKeys)
  useKeys(noKeys, texts.keys)
  return (
    <EditorFrame label={stored ? texts.edit(stored.name) : texts.new} onKeyDown={onKeyDown}>
      <ScheduleHead form={form} onClose={onClose} />
      {stored && (
        <StoredBar
          schedule={stored}
          mayChange={mayChange}
          onTrigger={onTrigger}
          onTimes={onTimes}
          onBackfill={onBackfill}
        />
      )}
      <Box overflowY={{ lg: 'auto' }} flex="1" minH="0">
        <chakra.fieldset disabled={!mayChange} minW="0">
          <Fields appId={appId} form={form} />
        </chakra.fieldset>
      </Box>
      {mayChange && <ScheduleFoot form={form} onClose={onClose} />}
      {theirs && (
        <ScheduleClashDialog
          theirs={theirs}
          draft={draft}
          saving={form.saving}
          onClose={form.leaveTheirs}
          onTake={form.takeTheirs}
          onKeep={() => void form.submit(theirs)}
        />
      )}
      <UnsavedGuard dirty={form.unsaved} params={editorParams} />
    </EditorFrame>
  )
}

function Fields({ appId, form }: { appId: string; form: ScheduleForm }) {
  const { stored, draft, change, faults, refused, tried } = form
  return (
    <Stack gap="4" px="4" py="4">
      <DraftKeeper
        inDialog
        form={`schedule ${stored?.id ?? NEW_SCHEDULE}`}
        values={draft}
        dirty={form.dirty}
        onRestore={form.setDraft}
      />
      <PlanField
        planId={draft.planId}
        fault={tried ? faults.planId : undefined}
        onChange={(id, name) => change({ planId: id, ...(draft.name.trim() === '' && name ? { name } : {}) })}
      />
      <Field.Root required invalid={tried && faults.name !== undefined}>
        <Field.Label>
          {texts.name}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field.ErrorText>{faults.name}</Field.ErrorText>
      </Field.Root>
      <WhenFields
        cron={draft.cron}
        timeZone={draft.timeZone}
        preview={form.preview}
        before={stored?.words ?? null}
        fault={refused.cron ?? refused.timeZone ?? null}
        onChange={change}
      />
      <PolicyFields draft={draft} faults={faults} onChange={change} />
      {draft.planId && (
        <StateField
          appId={appId}
          planId={draft.planId}
          state={draft.state}
          fault={refused.state ?? null}
          onChange={(state) => change({ state })}
          onFaults={form.setStateFaults}
        />
      )}
    </Stack>
  )
}
