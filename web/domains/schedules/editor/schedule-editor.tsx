import { Box, Button, chakra, Field, Flex, Input, Skeleton, Stack } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useClient, useQuery } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useKeys } from '#web/lib/use-keys.ts'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { deleteScheduleMutation, scheduleQuery, type ScheduleDetail } from './operations.ts'
import { NEW_SCHEDULE } from '../schedule-params.ts'
import { ScheduleClashDialog } from './clash-dialog.tsx'
import { EditorFrame, PlanField } from './editor-parts.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { draftFaults, draftOfSchedule, isSameDraft, newDraft, type ScheduleDraft } from './schedule-draft.ts'
import { StateField } from './state-field.tsx'
import { usePreview } from './use-preview.ts'
import { useSaveSchedule } from './use-save-schedule.ts'
import { WhenFields } from './when-fields.tsx'

export interface ScheduleEditorProps {
  appId: string
  /** `new`: one that is not saved yet. */
  id: string
  /** The plan of a new one. */
  planId: string | null
  onSaved(id: string): void
  onClose(): void
  onTrigger(schedule: ScheduleDetail): void
  onTimes(schedule: ScheduleDetail): void
  onBackfill(schedule: ScheduleDetail): void
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
  const { mayChange } = useRights()
  const client = useClient()
  // What the edit began with: a later read must not change it under the user.
  const [stored, setStored] = useState(read)
  const begun = useMemo(() => (stored ? draftOfSchedule(stored) : newDraft(planId)), [stored, planId])
  const [draft, setDraft] = useState(begun)
  const [theirs, setTheirs] = useState<ScheduleDetail | null>(null)
  const [tried, setTried] = useState(false)
  const [stateFaults, setStateFaults] = useState(0)
  const { save, saving, faults: refused, forget } = useSaveSchedule(appId)
  const remove = useAction(deleteScheduleMutation, {
    failure: texts.deleteFailed,
    success: () => texts.deleted(draft.name),
  })
  const preview = usePreview(draft)
  const own = draftFaults(draft)
  const faults = { ...refused, ...own }
  const dirty = !isSameDraft(draft, begun)
  // Read at the navigation: an editor that has just saved navigates at once.
  const unsaved = useRef(dirty)
  useEffect(() => {
    unsaved.current = dirty
  })
  const isWrong = Object.keys(own).length > 0 || (draft.state !== null && stateFaults > 0)

  const change = (part: Partial<ScheduleDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    forget(Object.keys(part))
  }
  const submit = async (over?: ScheduleDetail) => {
    setTried(true)
    if (isWrong || saving || !mayChange) return
    const outcome = await save(draft, over ?? stored)
    if ('saved' in outcome) {
      setTheirs(null)
      setStored(outcome.saved)
      setDraft(draftOfSchedule(outcome.saved))
      unsaved.current = false
      onSaved(outcome.saved.id)
    } else if ('conflict' in outcome && stored) {
      const { data } = await client
        .query(scheduleQuery, { id: stored.id }, { requestPolicy: 'network-only' })
        .toPromise()
      if (data) setTheirs(data.schedule)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
  }
  useKeys({ Escape: onClose }, noKeys)
  useKeys(noKeys, texts.keys)
  const first = useRef<HTMLElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  return (
    <EditorFrame label={stored ? texts.edit(stored.name) : texts.new} onKeyDown={onKeyDown}>
      <Flex align="start" gap="2" px="4" pt="3" pb="2" borderBottomWidth="1px">
        <Box flex="1" minW="0">
          <chakra.h2
            ref={first}
            tabIndex={-1}
            textStyle="md"
            fontWeight="semibold"
            overflowWrap="anywhere"
            outline="none"
          >
            {draft.name.trim() || texts.new}
          </chakra.h2>
          <Box textStyle="xs" color="ink.2">
            {stored?.createdBy && texts.scheduleOf(stored.createdBy)}
            {dirty && (
              <Box as="span" color="status.retry.fg" fontWeight="medium">
                {`${stored?.createdBy ? ' · ' : ''}${texts.changed}`}
              </Box>
            )}
          </Box>
        </Box>
        <Button variant="ghost" size="sm" px="0" minW="8" aria-label={texts.close} onClick={onClose}>
          <X />
        </Button>
      </Flex>
      {stored && (
        <Flex gap="1" px="3" py="1.5" wrap="wrap" borderBottomWidth="1px">
          {mayChange && (
            <>
              <Button size="sm" variant="ghost" onClick={() => onTrigger(stored)}>
                {texts.trigger}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => onBackfill(stored)}>
                {texts.backfill}
              </Button>
            </>
          )}
          <Button size="sm" variant="ghost" onClick={() => onTimes(stored)}>
            {texts.times}
          </Button>
        </Flex>
      )}
      <Box overflowY={{ lg: 'auto' }} flex="1" minH="0">
        <chakra.fieldset disabled={!mayChange} minW="0">
          <Stack gap="4" px="4" py="4">
            <DraftKeeper
              inDialog
              form={`schedule ${stored?.id ?? NEW_SCHEDULE}`}
              values={draft}
              dirty={dirty}
              onRestore={setDraft}
            />
            <PlanField
              planId={draft.planId}
              fault={tried ? faults.planId : undefined}
              onChange={(id, name) =>
                change({ planId: id, ...(draft.name.trim() === '' && name ? { name } : {}) })
              }
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
              preview={preview}
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
                onFaults={setStateFaults}
              />
            )}
          </Stack>
        </chakra.fieldset>
      </Box>
      {mayChange && (
        <Flex
          gap="2"
          px="4"
          py="2.5"
          borderTopWidth="1px"
          align="center"
          bg="surface"
          borderBottomRadius="lg"
        >
          {stored && (
            <DeleteButton
              label={texts.delete}
              text={texts.deleteText}
              subject={stored.name}
              submitting={remove.running}
              onConfirm={async () => {
                if (!(await remove.run({ id: stored.id }))) return
                unsaved.current = false
                onClose()
              }}
            />
          )}
          <Box flex="1" />
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            variant="solid"
            loading={saving}
            disabled={
              (!dirty && stored !== null) ||
              (tried && isWrong) ||
              faults.cron !== undefined ||
              preview.isWrong
            }
            onClick={() => void submit()}
          >
            {texts.save}
          </Button>
        </Flex>
      )}
      {theirs && (
        <ScheduleClashDialog
          theirs={theirs}
          draft={draft}
          saving={saving}
          onClose={() => setTheirs(null)}
          onTake={() => {
            setStored(theirs)
            setDraft(draftOfSchedule(theirs))
            setTheirs(null)
          }}
          onKeep={() => void submit(theirs)}
        />
      )}
      <UnsavedGuard dirty={unsaved} params={editorParams} />
    </EditorFrame>
  )
}
