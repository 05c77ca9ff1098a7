import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { deleteScheduleMutation, scheduleQuery, type ScheduleDetail } from './operations.ts'
import { draftFaults, draftOfSchedule, isSameDraft, newDraft, type ScheduleDraft } from './schedule-draft.ts'
import { usePreview } from './use-preview.ts'
import { useSaveSchedule } from './use-save-schedule.ts'

export interface ScheduleFormOptions {
  appId: string
  /** The plan of a new schedule. */
  planId: string | null
  /** The schedule that is edited; null: a new one. */
  read: ScheduleDetail | null
  onSaved(id: string): void
  onClose(): void
}

export type ScheduleForm = ReturnType<typeof useScheduleForm>

/** What is written in the editor of a schedule, what is wrong with it, and how it is saved and deleted. */
export function useScheduleForm({ appId, planId, read, onSaved, onClose }: ScheduleFormOptions) {
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
  const { run: runDelete, running: deleting } = useAction(deleteScheduleMutation, {
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
  const begin = (schedule: ScheduleDetail) => {
    setTheirs(null)
    setStored(schedule)
    setDraft(draftOfSchedule(schedule))
  }
  /** Saves it; `over` what another user has saved meanwhile. */
  const submit = async (over?: ScheduleDetail) => {
    setTried(true)
    if (isWrong || saving || !mayChange) return
    const outcome = await save(draft, over ?? stored)
    if ('saved' in outcome) {
      begin(outcome.saved)
      unsaved.current = false
      onSaved(outcome.saved.id)
    } else if ('conflict' in outcome && stored) {
      const { data } = await client
        .query(scheduleQuery, { id: stored.id }, { requestPolicy: 'network-only' })
        .toPromise()
      if (data) setTheirs(data.schedule)
    }
  }
  const remove = async () => {
    if (stored === null || !(await runDelete({ id: stored.id }))) return
    unsaved.current = false
    onClose()
  }
  return {
    mayChange,
    stored,
    draft,
    setDraft,
    change,
    setStateFaults,
    preview,
    faults,
    /** The faults that the platform has found. */
    refused,
    tried,
    dirty,
    unsaved,
    saving,
    cannotSave:
      (!dirty && stored !== null) || (tried && isWrong) || faults.cron !== undefined || preview.isWrong,
    submit,
    deleting,
    remove,
    /** What another user has saved meanwhile. */
    theirs,
    leaveTheirs: () => setTheirs(null),
    takeTheirs: () => theirs && begin(theirs),
  }
}
