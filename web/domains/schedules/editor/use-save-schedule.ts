import { useState } from 'react'
import type { CombinedError } from 'urql'
import { useMutation } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { failText, isConflict, isReported } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { createScheduleMutation, updateScheduleMutation, type ScheduleDetail } from './operations.ts'
import { fieldOfPath, fieldsOfDraft, type DraftField, type ScheduleDraft } from './schedule-draft.ts'

type Faults = Partial<Record<DraftField, string>>
type Outcome = { saved: ScheduleDetail } | { refused: true } | { conflict: true }

/** Saves a schedule. `faults`: what the platform has refused, by field, until the field changes. */
export function useSaveSchedule(appId: string) {
  const [creation, create] = useMutation(createScheduleMutation)
  const [change, update] = useMutation(updateScheduleMutation)
  const [faults, setFaults] = useState<Faults>({})

  async function save(
    draft: ScheduleDraft,
    stored: { id: string; version: number | null } | null,
  ): Promise<Outcome> {
    setFaults({})
    const fields = fieldsOfDraft(draft)
    const variables = stored ? { id: stored.id, version: stored.version, ...fields } : { appId, ...fields }
    const { data, error } = stored
      ? await update(variables as Parameters<typeof update>[0]).then((result) => ({
          data: result.data?.updateSchedule,
          error: result.error,
        }))
      : await create(variables as Parameters<typeof create>[0]).then((result) => ({
          data: result.data?.createSchedule,
          error: result.error,
        }))
    if (data) {
      toast.success(texts.saved(data.name))
      return { saved: data }
    }
    if (isConflict(error, variables)) return { conflict: true }
    setFaults(faultsByField(error))
    if (!isReported(error)) toast.error(failText(texts.saveFailed, error))
    return { refused: true }
  }

  return {
    save,
    saving: creation.fetching || change.fetching,
    faults,
    /** A field was changed: what was refused of it is not known any more. */
    forget: (fields: readonly string[]) =>
      setFaults((known) =>
        Object.fromEntries(Object.entries(known).filter(([field]) => !fields.includes(field))),
      ),
  }
}

function faultsByField(error: CombinedError | undefined): Faults {
  const sent: unknown = error?.graphQLErrors[0]?.extensions['faults']
  const faults: Faults = {}
  for (const fault of Array.isArray(sent) ? sent : []) {
    const { path, message } = (fault ?? {}) as { path?: unknown; message?: unknown }
    if (typeof path !== 'string' || typeof message !== 'string') continue
    const field = fieldOfPath(path)
    // Below the state the place says which of its fields it is.
    if (field) faults[field] ??= field === 'state' ? `${path} ${message}` : message
  }
  return faults
}
