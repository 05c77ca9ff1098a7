import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { versionAtHost } from '#shared/domains/tasks/rules.ts'
import type { AttemptOfTask } from '#web/domains/tasks/attempt-operations.ts'

/** The attempts between two restarts. */
export interface AttemptRound {
  /** Restarts before it. */
  round: number
  /** Who began it: who started the run, or who restarted the task. */
  actor: string | null
  /** When it began. */
  at: string | null
  attempts: readonly AttemptOfTask[]
}

export function attemptRounds(attempts: readonly AttemptOfTask[]): AttemptRound[] {
  const rounds = new Map<number, AttemptOfTask[]>()
  for (const attempt of attempts) {
    const own = rounds.get(attempt.round ?? 0)
    if (own) own.push(attempt)
    else rounds.set(attempt.round ?? 0, [attempt])
  }
  return [...rounds].map(([round, own]) => {
    const [first] = own
    return {
      round,
      actor: first?.actor ?? null,
      at: first?.queuedAt ?? first?.startedAt ?? null,
      attempts: own,
    }
  })
}

interface InCommon {
  /** `All 6 failed alike`. */
  alike: string | null
  /** The reason of all; null where they did not fail alike. */
  reason: string | null
  facts: string[]
}

/** What several attempts have in common: that they failed alike, for which reason, and on which version and hosts. */
export function inCommon(attempts: readonly AttemptOfTask[]): InCommon {
  if (attempts.length < 2) return { alike: null, reason: null, facts: [] }
  const values = (read: (attempt: AttemptOfTask) => string | null) => [
    ...new Set(attempts.map(read).filter((value) => value !== null)),
  ]
  const reasons = values(({ reason }) => reason)
  const hosts = values(({ hostName }) => hostName)
  const versions = values(({ version }) => version)
  const failed = attempts.every(({ status }) => status === 'failed' || status === 'retry')
  const [host = null] = hosts
  const [version = null] = versions
  const place = versionAtHost(versions.length === 1 ? version : null, hosts.length === 1 ? host : null)
  const [reason = null] = reasons
  const isAlike = failed && reasons.length === 1 && attempts.every((each) => each.reason === reason)
  return {
    alike: isAlike ? attemptMessages.allFailedAlike(attempts.length) : null,
    reason: isAlike ? reason : null,
    facts:
      hosts.length > 1
        ? [attemptMessages.onHosts(hosts.length)]
        : place === null
          ? []
          : [attemptMessages.allOn(place)],
  }
}

/** How long an attempt waited for a worker, or after which delay it repeated the one before; null when not known. */
export function waitOf(
  { queuedAt, startedAt, ofRound }: AttemptOfTask,
  before: AttemptOfTask | null,
  now: number,
): { kind: 'waited' | 'retried' | 'waits'; ms: number } | null {
  const from = (before && (ofRound ?? 1) > 1 ? before.endedAt : null) ?? queuedAt
  if (from === null) return null
  if (startedAt === null) return now > 0 ? { kind: 'waits', ms: Math.max(0, now - Date.parse(from)) } : null
  const ms = Math.max(0, Date.parse(startedAt) - Date.parse(from))
  return { kind: from === queuedAt ? 'waited' : 'retried', ms }
}

/** How long an attempt ran, up to now while it runs; null for one that has not started. */
export function runOf(
  { startedAt, endedAt, status }: AttemptOfTask,
  now: number,
): { going: boolean; ms: number } | null {
  if (startedAt === null) return null
  if (endedAt !== null) return { going: false, ms: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) }
  return status === 'started' && now > 0
    ? { going: true, ms: Math.max(0, now - Date.parse(startedAt)) }
    : null
}
