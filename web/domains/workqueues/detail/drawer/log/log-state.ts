import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  attemptKey,
  failingLine,
  findLines,
  type LogFolds,
  type LeastLevel,
  type LogSection,
  logSections,
  type NumberedLine,
  roundKey,
  type SectionRow,
  sectionRows,
} from '#web/domains/tasks/logs/log-sections.ts'
import { linkedLine, linkedLogId } from '#web/domains/tasks/logs/log-view.ts'
import type { LogLine, TaskDetail } from '#web/domains/tasks/task.ts'
import type { AttemptOfTask } from '#web/domains/tasks/attempt-operations.ts'

/** What is shown of the log of a task, and how it is changed. */
export interface LogState {
  sections: readonly LogSection[]
  rows: readonly SectionRow[]
  failing: NumberedLine | null
  /** Number of the line that is scrolled into view and marked. */
  target: number | null
  find: string
  /** The text that is marked. */
  found: string
  look(text: string): void
  /** Numbers of the lines that contain the text, and the index of the current one. */
  matches: readonly number[]
  at: number
  step(by: 1 | -1): void
  least: LeastLevel
  setLeast(least: LeastLevel): void
  toggle(key: string, open: boolean): void
}

const none: readonly LogLine[] = []

/** The log of a task by attempts: folded, filtered and searched. `attempt` names one that is open and shown first. */
export function useLogState(
  task: TaskDetail,
  logs: readonly LogLine[] = none,
  attempts: readonly AttemptOfTask[],
  attempt: number | null,
): LogState {
  const { hash } = useLocation()
  const [folds, setFolds] = useState<LogFolds>(new Map())
  const [least, setLeast] = useState<LeastLevel>(null)
  const [find, setFind] = useState('')
  const [step, setStep] = useState(0)
  const found = useDeferredValue(find)

  const sections = useMemo(() => logSections(logs, attempts), [logs, attempts])
  const failing = useMemo(() => failingLine(sections, task.status), [sections, task.status])
  const matches = useMemo(() => findLines(sections, found, least), [sections, found, least])
  // The steps wrap around in both directions.
  const at = matches.length === 0 ? 0 : ((step % matches.length) + matches.length) % matches.length
  const linked = useMemo(() => linkedNumber(logs, hash), [logs, hash])
  const asked = attempt === null ? null : (sections.find((each) => each.attempt === attempt) ?? null)
  const first = asked?.lines[0]?.number ?? null
  const target = found.trim() === '' ? (linked ?? first ?? failing?.number ?? null) : (matches[at] ?? null)
  const rows = useMemo(() => {
    const opened = new Set([...matches, ...(target === null ? [] : [target])])
    const shown = asked ? withOpened(folds, asked) : folds
    return sectionRows(sections, { folds: shown, least, opened, failing: failing?.number ?? null })
  }, [sections, folds, least, matches, target, asked, failing])
  return {
    sections,
    rows,
    failing,
    target,
    find,
    found,
    look(text) {
      setFind(text)
      setStep(0)
    },
    matches,
    at,
    step: (by) => setStep(at + by),
    least,
    setLeast,
    toggle: (key, open) => setFolds((known) => new Map(known).set(key, open)),
  }
}

/** The folds with a section opened, unless the user has folded it. */
function withOpened(folds: LogFolds, { attempt, round }: LogSection): LogFolds {
  return new Map([[attemptKey(attempt), true], [roundKey(round), true], ...folds])
}

/** The number of the line that the address names, by its number or by the id of its entry. */
function linkedNumber(logs: readonly LogLine[], hash: string): number | null {
  const number = linkedLine(hash)
  if (number !== null) return number <= logs.length ? number : null
  const id = linkedLogId(hash)
  const index = id === null ? -1 : logs.findIndex((log) => log.id === id)
  return index < 0 ? null : index + 1
}
