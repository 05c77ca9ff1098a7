import { cronFault } from '#shared/domains/schedules/cron-fault.ts'
import {
  DEFAULT_CATCH_UP_WINDOW,
  MAX_CATCH_UP_WINDOW,
  MAX_JITTER_MS,
  MAX_PAUSE_AFTER_FAILURES,
} from '#shared/domains/schedules/constants.ts'
import { DEFAULT_PRIORITY } from '#shared/domains/workqueues/statuses.ts'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { formatJson, parseJsonObject, withoutTypenames } from '#web/lib/json-text.ts'
import { shownZone } from '#web/lib/settings/time-zone.ts'
import type { ScheduleDetail } from './operations.ts'

/** A schedule as its editor holds it: numbers as they are typed. */
export interface ScheduleDraft {
  planId: string | null
  name: string
  cron: string
  timeZone: string
  /** JSON of its own initial state; null: that of the plan. */
  state: string | null
  overlap: string
  catchUp: string
  /** Hours. */
  within: string
  /** Seconds. */
  jitter: string
  startAt: string | null
  endAt: string | null
  /** Failures in a row; empty: it does not pause itself. */
  pauseAfter: string
  priority: number
}

export type DraftField = keyof ScheduleDraft

const HOUR_S = 3600

export const newDraft = (planId: string | null): ScheduleDraft => ({
  planId,
  name: '',
  cron: '0 7 * * 1-5',
  timeZone: shownZone(),
  state: null,
  overlap: 'skip',
  catchUp: 'last',
  within: String(DEFAULT_CATCH_UP_WINDOW / HOUR_S),
  jitter: '0',
  startAt: null,
  endAt: null,
  pauseAfter: '',
  priority: DEFAULT_PRIORITY,
})

export const draftOfSchedule = (schedule: ScheduleDetail): ScheduleDraft => ({
  planId: schedule.planId,
  name: schedule.name,
  cron: schedule.cron,
  timeZone: schedule.timeZone,
  state: schedule.initialState === null ? null : formatJson(withoutTypenames(schedule.initialState)),
  overlap: schedule.overlap,
  catchUp: schedule.catchUp,
  within: String((schedule.catchUpWindow ?? 0) / HOUR_S),
  jitter: String((schedule.jitterMs ?? 0) / 1000),
  startAt: schedule.startAt,
  endAt: schedule.endAt,
  pauseAfter: schedule.pauseAfterFailures === null ? '' : String(schedule.pauseAfterFailures),
  priority: schedule.priority ?? DEFAULT_PRIORITY,
})

const numberFault = (text: string, least: number, most: number) => {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return value >= least && value <= most ? null : texts.numberBetween(least, most)
}

/** What keeps a draft from being saved, by field. What only the platform can judge is not looked at. */
export function draftFaults(draft: ScheduleDraft): Partial<Record<DraftField, string>> {
  const { planId, name, cron, state, within, jitter, startAt, endAt, pauseAfter } = draft
  const parsed = state === null ? null : parseJsonObject(state)
  const found: Partial<Record<DraftField, string | null>> = {
    planId: planId === null ? texts.required : null,
    name: name.trim() === '' ? texts.required : null,
    cron: cron.trim() === '' ? texts.required : cronFault(cron),
    state: parsed && 'reason' in parsed ? parsed.reason : null,
    within: numberFault(within, 0, MAX_CATCH_UP_WINDOW / HOUR_S),
    jitter: numberFault(jitter, 0, MAX_JITTER_MS / 1000),
    endAt: startAt !== null && endAt !== null && endAt <= startAt ? texts.endBeforeStart : null,
    pauseAfter: pauseAfter.trim() === '' ? null : wholeFault(pauseAfter, 1, MAX_PAUSE_AFTER_FAILURES),
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault))
}

const wholeFault = (text: string, least: number, most: number) =>
  numberFault(text, least, most) ?? (Number.isInteger(Number(text)) ? null : texts.numberBetween(least, most))

/** What is sent of a draft without faults. */
export function fieldsOfDraft(draft: ScheduleDraft) {
  const parsed = draft.state === null ? null : parseJsonObject(draft.state)
  const initialState: JsonObject | null = parsed && 'value' in parsed ? parsed.value : null
  return {
    planId: draft.planId ?? '',
    name: draft.name.trim(),
    cron: draft.cron.trim(),
    timeZone: draft.timeZone,
    initialState,
    overlap: draft.overlap,
    catchUp: draft.catchUp,
    catchUpWindow: Math.round(Number(draft.within) * HOUR_S),
    jitterMs: Math.round(Number(draft.jitter) * 1000),
    startAt: draft.startAt,
    endAt: draft.endAt,
    pauseAfterFailures: draft.pauseAfter.trim() === '' ? null : Number(draft.pauseAfter),
    priority: draft.priority,
  }
}

/** Whether two drafts would be saved alike. */
export const isSameDraft = (one: ScheduleDraft, other: ScheduleDraft): boolean =>
  (Object.keys(one) as DraftField[]).every((field) => one[field] === other[field])

/** The field of the editor that a fault of the platform belongs to. */
export function fieldOfPath(path: string): DraftField | null {
  const [first = ''] = path.split(/[.[]/)
  const named: Readonly<Record<string, DraftField>> = {
    initialState: 'state',
    catchUpWindow: 'within',
    jitterMs: 'jitter',
    pauseAfterFailures: 'pauseAfter',
  }
  const field = named[first] ?? first
  return Object.hasOwn(newDraft(null), field) ? (field as DraftField) : null
}
