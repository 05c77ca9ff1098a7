import { MAX_LOG_TEXT, MAX_REASON, type Report } from '#shared/domains/tasks/report.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { ReceivedReader } from '#server/platform/auth/app-variables.ts'
import { createRedactor, type Redactor } from '#server/platform/engine/redaction.ts'
import { variableNames } from '#server/platform/engine/variables.ts'

/** The task of a report: its app, and its inputs as written, if they name variables. */
export interface ReportedTask {
  accountId: string
  appId: string
  inputsWithVariables: JsonObject | null
}

/**
 * A report without the values of variables that its task has received: nothing of it is stored or published before.
 * An entry in the task's log names the variables whose values were replaced.
 */
export async function redactReport(
  report: Report,
  { accountId, appId, inputsWithVariables: inputs }: ReportedTask,
  read: ReceivedReader,
): Promise<Report> {
  const names = inputs ? variableNames(inputs) : []
  if (names.length === 0) return report
  const redactor = createRedactor(await read(accountId, appId, names))
  const redacted = redact(report, redactor)
  const found = [...redactor.found].sort().map((name) => `$var.${name}`)
  if (found.length === 0) return report
  const message = `The worker reported values of variables; they were replaced by ${found.join(', ')}`
  return { ...redacted, logs: [...redacted.logs, { level: 'warn', message }] }
}

function redact(report: Report, redactor: Redactor): Report {
  const { progress, reason, version, hostName, ...rest } = report
  const cut = (text: string, most: number) => redactor.text(text).slice(0, most)
  const redactReason = ({ text, fingerprint }: NonNullable<Report['reason']>) => ({
    text: cut(text, MAX_REASON),
    fingerprint: fingerprint && redactor.text(fingerprint),
  })
  return {
    ...rest,
    outputs: redactor.object(report.outputs),
    logs: report.logs.map(({ message, stacktrace, ...entry }) => ({
      ...entry,
      message: cut(message, MAX_LOG_TEXT),
      ...(stacktrace ? { stacktrace: cut(stacktrace, MAX_LOG_TEXT) } : {}),
    })),
    ...(reason === undefined ? {} : { reason: redactReason(reason) }),
    ...(version === undefined ? {} : { version: redactor.text(version) }),
    ...(hostName === undefined ? {} : { hostName: redactor.text(hostName) }),
    // A number whose digits are a secret is no progress.
    ...(progress === undefined || isSecret(progress, redactor) ? {} : { progress }),
  }
}

const isSecret = (progress: number, redactor: Redactor) =>
  redactor.text(String(progress)) !== String(progress)
