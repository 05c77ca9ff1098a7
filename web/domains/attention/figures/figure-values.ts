import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import type { AttentionData, AttentionFigureData } from '../operations.ts'

/** Colours by state: as usual, better watched, bad. */
export type FigureTone = 'started' | 'queued' | 'retry' | 'failed'

export interface FigureView {
  name: string
  /** The number now, or that it is not known. */
  value: string
  /** What the number counts, after it; null for a time. */
  unit: string | null
  tone: FigureTone
  /** Of the last 24 hours and now, oldest first. */
  line: readonly (number | null)[]
  /** The number's form in words. */
  format(value: number): string
  /** A part of the number that the apps do not count; null without one. */
  since: string | null
  /** What the number is compared with. */
  note: { strong: string | null; text: string } | null
  /** The queue that the number is of. */
  queue: { type: string; alias: string } | null
}

/** A task that has waited for so long is worth a look, in milliseconds. */
const LONG_MS = 60_000

const number = (value: number) => Math.round(value).toLocaleString('en')
const note = (text: string, strong: string | null = null) => ({ strong, text })

/** Whether a number is above what it usually is; where that is not known, above `limit`. */
const isHigh = ({ now, usual }: AttentionFigureData, limit: number) =>
  now !== null && now > (usual?.high ?? limit)

function usualNote({ usual }: AttentionFigureData, format: (value: number) => string, at?: string) {
  if (usual?.low == null || usual.high == null) return null
  const span = texts.range(format(usual.low), format(usual.high))
  return note(at === undefined ? texts.usually(span) : texts.usuallyAt(span, at))
}

function dayNote({ now, before }: AttentionFigureData) {
  if (now === null || before === null) return null
  const more = now - before
  if (more === 0) return note(texts.sameAsDayBefore)
  return note(texts.onDayBefore, `${more > 0 ? '+' : '−'}${number(Math.abs(more))}`)
}

function view(
  name: string,
  figure: AttentionFigureData,
  format: (value: number) => string,
  tone: FigureTone,
): FigureView {
  const line = [...figure.hours.map(({ value }) => value), figure.now]
  const value = figure.now === null ? texts.notKnown : format(figure.now)
  return { name, value, unit: null, tone, line, format, since: null, note: null, queue: null }
}

/** Beside items that count tasks it says that this one does not. */
const unitOf = ({ now }: AttentionFigureData) => (now === null ? null : texts.workqueues(now))

type Counts = Pick<AttentionData, 'figures' | 'apps'>

/** Apps count by the status of now, the figure each workqueue that failed: the difference was restarted since. */
function restartedSince({ figures: { failed }, apps }: Counts): string | null {
  const restarted = apps.reduce((left, app) => left - (app.failed ?? 0), failed.now ?? 0)
  return restarted > 0 ? texts.restartedSince(restarted) : null
}

/** The four figures as they are shown; `hour` is the current one, as `14:00`. */
export function figureViews({ figures, apps }: Counts, hour: string): FigureView[] {
  const { running, failed, oldestQueued: oldest, waitP95: wait } = figures
  const { type, alias } = oldest
  const queue = type !== null && alias !== null ? { type, alias } : null
  const isIdle = oldest.now === 0 || (oldest.now === null && queue === null)
  return [
    {
      ...view(texts.running, running, number, 'started'),
      unit: unitOf(running),
      note: usualNote(running, number, hour),
    },
    {
      ...view(texts.failed, failed, number, isHigh(failed, 0) ? 'failed' : 'queued'),
      unit: unitOf(failed),
      since: restartedSince({ figures, apps }),
      note: dayNote(failed),
    },
    {
      ...view(texts.oldestQueued, oldest, shortDuration, isHigh(oldest, LONG_MS) ? 'failed' : 'queued'),
      ...(isIdle && { value: texts.noneQueued }),
      queue: isIdle ? null : queue,
      note: queue && !isIdle ? null : usualNote(oldest, shortDuration),
    },
    {
      ...view(texts.waitP95, wait, shortDuration, isHigh(wait, LONG_MS) ? 'retry' : 'queued'),
      note: usualNote(wait, shortDuration) ?? (wait.now === null ? null : note(texts.ofStarted)),
    },
  ]
}
