import { inOneLine } from '#shared/domains/tasks/why/sentence.ts'
import type { TimelineAttempt } from './attempts.ts'
import type { TimeScale } from './scale.ts'

/** Pixels of a character of a note, at most. */
const CHARACTER = 6.6
const NOTE_GAP = 10

/** Pixels from the start of the axis to the first bar of a row, and to the end of the last one. */
interface Room {
  first: number
  end: number
  scale: Pick<TimeScale, 'width'>
}

interface NoteRoom extends Room {
  scale: Pick<TimeScale, 'width' | 'parts'>
}

/**
 * Where the note of a row stands: after its last bar, beyond folded time that it would meet, or before the first bar when
 * only there is room for it; else across folded time. One that is never cut stands `over` the end of the bars when
 * there is room at neither side.
 */
export function notePlace(
  text: string,
  { first, end, scale: { width, parts }, over = false }: NoteRoom & { over?: boolean },
): { left: number } | { right: number } {
  const length = text.length * CHARACTER + NOTE_GAP
  const folds = parts.filter(({ folded }) => folded)
  const isFree = (left: number) =>
    left >= 0 &&
    left + length <= width &&
    folds.every((fold) => left + length <= fold.x || left >= fold.x + fold.width)
  const afterFolds = folds.map((fold) => fold.x + fold.width).filter((x) => x > end)
  const left = [end, ...afterFolds].find(isFree)
  if (left !== undefined) return { left }
  if (isFree(first - length)) return { right: width - first }
  if (end + length <= width) return { left: end }
  if (first > length) return { right: width - first }
  return over ? { right: 0 } : { left: end }
}

/** A shorter piece of a reason says nothing. */
const LEAST_LETTERS = 16

/** The characters of the longest note that has room before the first bar or after the last one, also across folded time. */
function lettersOf({ first, end, scale: { width } }: Room): number {
  return Math.floor((Math.max(first, width - end) - NOTE_GAP) / CHARACTER)
}

/** Whether a note is not cut in the room beside the bars. */
export const hasRoom = (note: string, room: Room): boolean => note.length <= lettersOf(room)

/** A reason in one line, cut to the room beside the bars; empty where there is too little. */
export function cutToRoom(reason: string, room: NoteRoom): string {
  const letters = lettersOf(room)
  const line = inOneLine(reason)
  if (line.length <= letters) return line
  const brief = briefReason(line)
  if (brief.length < letters) return `${brief}…`
  return letters < LEAST_LETTERS ? '' : `${line.slice(0, letters - 1)}…`
}

/** `timed out after 30 s (scheme=visa)` -> `timed out after 30 s`. */
const briefReason = (line: string) => /^(.+?) \(/.exec(line)?.[1] ?? line

/** An axis of fewer pixels keeps its width for the bars. */
const WIDE = 600
/** The part of a wide axis that reasons may take. */
const MOST_OF_AXIS = 0.35

/** A row that has failed. */
export interface FailedRow {
  reason: string
  attempts: readonly TimelineAttempt[]
}

/** The pixels that reasons need after the last bar, where they have no room beside the bars of their row. */
export function roomOfReasons(rows: readonly FailedRow[], scale: TimeScale): number {
  if (scale.width < WIDE) return 0
  let most = 0
  for (const { reason, attempts } of rows) {
    const line = inOneLine(reason)
    const begins = attempts.map(({ queued, started }) => scale.x(queued ?? started ?? scale.to))
    const ends = attempts.map(({ ended }) => scale.x(ended ?? scale.to))
    const place = { first: Math.min(...begins), end: Math.max(...ends), scale }
    if (!hasRoom(line, place)) most = Math.max(most, briefReason(line).length + 2)
  }
  return Math.min(scale.width * MOST_OF_AXIS, most * CHARACTER + NOTE_GAP)
}
