import type { JsonObject } from '#shared/lib/json.ts'
import type { Clock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/logger.ts'
import { ENGINE_ACTOR, type RunEvent, type WorkerInfo } from '../events.ts'
import type { AttemptContext } from '../executor.ts'
import type { RunLog } from '../log.ts'
import { createRedactor, type NamedSecret, type Redactor } from '../redaction.ts'

/** Log entries of an attempt are stored at its end, and at this interval before. */
const LOG_FLUSH_MS = 500
const MAX_LOGS_PER_ATTEMPT = 1000
const MAX_LOG_LENGTH = 20_000

/** Text columns cannot hold U+0000. */
export const storable = (text: string) => text.replaceAll('\0', '').slice(0, MAX_LOG_LENGTH)

export interface Journal {
  add(level: RunLog['level'], message: string, stacktrace?: string | null): void
  progress(part: number): void
  version(version: string): void
  /** From now on these values are replaced by the names of their variables in all that the attempt returns. */
  hide(secrets: readonly NamedSecret[]): void
  hidden(result: JsonObject): JsonObject
  hiddenText(text: string): string
  /** Who executes the attempt, if it has named its version. */
  by(): { by?: WorkerInfo }
  /** Returns the entries that are not stored yet. */
  close(): RunLog[]
}

export interface JournalParts {
  clock: Clock
  log: Logger
  post(runId: string, event: RunEvent): Promise<void>
}

/** Collects the log entries and progress of an attempt, so that a short one needs no extra write. */
export function createJournal(
  parts: JournalParts,
  runId: string,
  task: AttemptContext['task'],
  signal: AbortSignal,
): Journal {
  let entries: RunLog[] = []
  let part: number | undefined
  let own: { by?: WorkerInfo } = {}
  let redactor: Redactor | null = null
  let total = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    if (signal.aborted) return
    const event = { at: parts.clock.now(), taskId: task.id, attempt: task.attempt, ...own }
    const report = { logs: entries, ...(part === undefined ? {} : { progress: part }) }
    entries = []
    parts.post(runId, { ...event, ...report, type: 'progress' }).catch((error: unknown) => {
      parts.log.debug({ err: error, taskId: task.id }, 'progress of an attempt that is over')
    })
  }

  const hiddenText = (text: string) => redactor?.text(text) ?? text

  function push(level: RunLog['level'], message: string, stacktrace: string | null): void {
    entries.push({
      id: newId(),
      taskId: task.id,
      attempt: task.attempt,
      timestamp: parts.clock.now(),
      level,
      message: storable(hiddenText(message)),
      stacktrace: stacktrace === null ? null : storable(hiddenText(stacktrace)),
    })
  }

  return {
    add(level, message, stacktrace = null) {
      if (++total > MAX_LOGS_PER_ATTEMPT) return
      push(level, message, stacktrace)
      timer ??= setTimeout(flush, LOG_FLUSH_MS)
    },
    progress(value) {
      // A number whose digits are a secret is no progress.
      if (hiddenText(String(value)) !== String(value)) return
      part = value
      timer ??= setTimeout(flush, LOG_FLUSH_MS)
    },
    version(version) {
      own = { by: { actor: ENGINE_ACTOR, version } }
    },
    hide(secrets) {
      if (secrets.length > 0) redactor = createRedactor(secrets)
    },
    hidden: (result) => redactor?.object(result) ?? result,
    hiddenText,
    by: () => own,
    close() {
      clearTimeout(timer)
      const found = [...(redactor?.found ?? [])].sort().map((name) => `$var.${name}`)
      if (found.length > 0)
        push(
          'warn',
          `The script returned values of variables; they were replaced by ${found.join(', ')}`,
          null,
        )
      return entries
    },
  }
}
