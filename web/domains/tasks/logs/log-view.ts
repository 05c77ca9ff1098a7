import type { LogLine } from '../task.ts'

/** One row of the log list: an entry, or the heading of the next attempt of the task. */
export type LogListRow =
  | { kind: 'line'; key: string; log: LogLine }
  | { kind: 'attempt'; key: string; attempt: number }

const severity = ['error', 'warn', 'info', 'debug']

/** The levels of the entries, the most severe first; unknown ones last. */
export function occurringLevels(logs: readonly LogLine[]): string[] {
  const found = new Set(logs.map((log) => log.level))
  return [...severity.filter((level) => found.delete(level)), ...found]
}

/**
 * The entries of these levels (of all when the list is empty), with a heading where the next attempt begins.
 */
export function logRows(logs: readonly LogLine[], levels: readonly string[]): LogListRow[] {
  const first = logs[0]?.attempt ?? 1
  const inAttempts = logs.some((log) => (log.attempt ?? 1) !== first)
  const rows: LogListRow[] = []
  let attempt: number | null = null
  for (const log of logs) {
    if (levels.length > 0 && !levels.includes(log.level)) continue
    const own = log.attempt ?? 1
    if (inAttempts && own !== attempt) rows.push({ kind: 'attempt', key: `before ${log.id}`, attempt: own })
    attempt = own
    rows.push({ kind: 'line', key: log.id, log })
  }
  return rows
}

/** Keys of the rows whose message or stack trace contains the text, ignoring case; none for an empty text. */
export function matchingKeys(rows: readonly LogListRow[], text: string): string[] {
  const part = text.trim().toLowerCase()
  if (part === '') return []
  const holds = (value: string | null) => value !== null && value.toLowerCase().includes(part)
  return rows
    .filter((row) => row.kind === 'line' && (holds(row.log.message) || holds(row.log.stacktrace)))
    .map((row) => row.key)
}

/** The entries as a text file: one line each, a stack trace on the lines below. */
export function logText(logs: readonly LogLine[]): string {
  const lines = logs.map(({ timestamp, attempt, level, message, stacktrace }) => {
    const line = `${timestamp} [${attempt ?? 1}] ${level} ${message}`
    return stacktrace ? `${line}\n${stacktrace}` : line
  })
  return `${lines.join('\n')}\n`
}

/** Saves the log of a task as a file. */
export function downloadLog(task: string, logs: readonly LogLine[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([logText(logs)], { type: 'text/plain' }))
  link.download = `${task}.log`
  link.click()
  URL.revokeObjectURL(link.href)
}

const HASH = '#log-'

/** The hash of the address of an entry. */
export const logHash = (id: string) => `${HASH}${encodeURIComponent(id)}`

/** The id of the entry that a hash names; null for any other hash. */
export function linkedLogId(hash: string): string | null {
  if (!hash.startsWith(HASH)) return null
  try {
    return decodeURIComponent(hash.slice(HASH.length))
  } catch {
    // Addresses are typed by hand: an incomplete escape names no entry.
    return null
  }
}

/** The number of a line of the log of a task that a hash names (`#26`); null for any other hash. */
export function linkedLine(hash: string): number | null {
  return /^#[1-9]\d{0,9}$/.test(hash) ? Number(hash.slice(1)) : null
}
