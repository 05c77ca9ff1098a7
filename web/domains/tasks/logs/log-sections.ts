import type { LogLine } from '../task.ts'

/** The fields of an attempt that its part of the log tells. */
export interface LoggedAttempt {
  number: number | null
  round: number | null
  ofRound: number | null
  startedAt: string | null
  endedAt: string | null
  status: string
}

/** A line with its number in the log of its task, from 1. */
export interface NumberedLine {
  number: number
  log: LogLine
}

/** The lines of one attempt. */
export interface LogSection {
  attempt: number
  /** Restarts before it. */
  round: number
  /** What the platform tells about the attempt; null for one that it does not tell. */
  known: LoggedAttempt | null
  lines: readonly NumberedLine[]
}

/** Least severe level that is shown; null shows every line. */
export type LeastLevel = 'warn' | 'error' | null

/** A row of the log of a task. */
export type SectionRow =
  | { kind: 'round'; key: string; sections: readonly LogSection[]; open: boolean }
  | { kind: 'attempt'; key: string; section: LogSection; last: boolean; open: boolean }
  | { kind: 'line'; key: string; line: NumberedLine }
  | { kind: 'trace'; key: string; line: NumberedLine }

/** The log of a task by attempts, oldest first: those that have lines or that the platform tells. */
export function logSections(logs: readonly LogLine[], attempts: readonly LoggedAttempt[]): LogSection[] {
  const known = new Map(attempts.map((attempt, index) => [attempt.number ?? index + 1, attempt]))
  const lines = new Map<number, NumberedLine[]>([...known.keys()].map((number) => [number, []]))
  logs.forEach((log, index) => {
    const attempt = log.attempt ?? 1
    const own = lines.get(attempt)
    if (own) own.push({ number: index + 1, log })
    else lines.set(attempt, [{ number: index + 1, log }])
  })
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([attempt, own]) => {
      const told = known.get(attempt) ?? null
      return { attempt, round: told?.round ?? 0, known: told, lines: own }
    })
}

const shownLevels: Record<NonNullable<LeastLevel>, readonly string[]> = {
  warn: ['warn', 'error'],
  error: ['error'],
}

export const isShown = (log: LogLine, least: LeastLevel): boolean =>
  least === null || shownLevels[least].includes(log.level)

/** Numbers of the lines whose message or stack trace contains the text, ignoring case; none for an empty text. */
export function findLines(sections: readonly LogSection[], text: string, least: LeastLevel): number[] {
  const part = text.trim().toLowerCase()
  if (part === '') return []
  const holds = (value: string | null) => value !== null && value.toLowerCase().includes(part)
  return sections
    .flatMap(({ lines }) => lines)
    .filter(({ log }) => isShown(log, least) && (holds(log.message) || holds(log.stacktrace)))
    .map(({ number }) => number)
}

/** The line that says why a task failed: the last error of its last attempt that failed. */
export function failingLine(sections: readonly LogSection[], taskStatus: string): NumberedLine | null {
  if (taskStatus !== 'failed') return null
  const last = sections.findLast(({ lines }) => lines.length > 0)
  return last?.lines.findLast(({ log }) => log.level === 'error') ?? null
}

/** What the user has folded or opened, by the key of a section or a trace; what is absent is as usual. */
export type LogFolds = ReadonlyMap<string, boolean>

export const roundKey = (round: number) => `round ${round}`
export const attemptKey = (attempt: number) => `attempt ${attempt}`
export const traceKey = (line: number) => `trace ${line}`

/**
 * The rows of a log. Rounds before the last one are folded, of the last one its last attempt is open; `opened` names
 * lines whose sections are open nevertheless.
 */
export function sectionRows(
  sections: readonly LogSection[],
  {
    folds,
    least,
    opened,
    failing,
  }: {
    folds: LogFolds
    least: LeastLevel
    opened: ReadonlySet<number>
    failing: number | null
  },
): SectionRow[] {
  const last = sections.at(-1)
  if (!last) return []
  const isSingle = sections.length === 1
  const holdsOpened = ({ lines }: LogSection) => lines.some(({ number }) => opened.has(number))
  const rows: SectionRow[] = []
  const addLines = (section: LogSection) => {
    for (const line of section.lines) {
      if (!isShown(line.log, least)) continue
      rows.push({ kind: 'line', key: line.log.id, line })
      const isOpen = folds.get(traceKey(line.number)) ?? line.number === failing
      if (line.log.stacktrace && isOpen) rows.push({ kind: 'trace', key: traceKey(line.number), line })
    }
  }
  const addAttempt = (section: LogSection) => {
    const key = attemptKey(section.attempt)
    const open = folds.get(key) ?? (section === last || holdsOpened(section))
    if (!isSingle) rows.push({ kind: 'attempt', key, section, last: section === last, open })
    if (open || isSingle) addLines(section)
  }
  for (let round = 0; round <= last.round; round++) {
    const own = sections.filter((section) => section.round === round)
    if (own.length === 0) continue
    if (round < last.round) {
      const key = roundKey(round)
      const open = folds.get(key) ?? own.some(holdsOpened)
      rows.push({ kind: 'round', key, sections: own, open })
      if (!open) continue
    }
    own.forEach(addAttempt)
  }
  return rows
}

/** Frames of a stack trace: its lines that name a place in the code. */
export function frameCount(trace: string): number {
  return trace.split('\n').filter((line) => /^\s*(?:at\s|File ")/.test(line)).length
}
