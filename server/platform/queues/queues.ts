import type { Kysely } from 'kysely'
import { MAX_LINE, type AliasEvidence, type QueueRow } from '#shared/domains/queues/contract.ts'
import { compareEvidence } from '#shared/domains/queues/evidence.ts'
import { isPolledAt, verdictOf } from '#shared/domains/queues/verdict.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { readControls } from './controls.ts'
import { oldestStartedOf, readUsualOf, type ReadUsualTasks } from './oldest-usual.ts'
import { rowOf, shownSince } from './queue-row.ts'
import { figuresOf, inStatus, queuesOf, type QueueState } from './queue-state.ts'
import { readAliases, readCounts, readLines, readPollers, type QueueScope } from './read-counts.ts'
import { readQueueHistory, readOutcomes, readWaits, type OutcomeRow } from './read-history.ts'

export type Queues = ReturnType<typeof createQueues>

interface QueueParts {
  db: Kysely<Database>
  clock: Clock
  usual: ReadUsualTasks
}

/** The queues of an account with their pollers, their course and their verdicts: a few statements, however many rows. */
export function createQueues({ db, clock, usual }: QueueParts) {
  const listening = clock.now()

  async function statesOf(scope: QueueScope, now: number, appId?: string): Promise<QueueState[]> {
    const [counts, aliases, pollers, history, controls] = await Promise.all([
      readCounts(db, scope, appId),
      readAliases(db, scope),
      readPollers(db, scope, now),
      readQueueHistory(db, scope, { from: shownSince(now), now }),
      readControls(db, scope),
    ])
    const waiting = new Map(
      counts.filter(({ status }) => status === 'queued').map((row) => [`${row.type}\n${row.alias}`, row]),
    )
    const lines = await readLines(db, scope.accountId, [...waiting.values()], MAX_LINE + 1)
    return queuesOf({ counts, aliases, pollers, history, lines, controls })
  }

  return {
    /** With an app only the queues that have tasks of it, and only these are counted. */
    async list(scope: QueueScope, appId?: string): Promise<QueueRow[]> {
      const now = clock.now()
      const [states, waits] = await Promise.all([statesOf(scope, now, appId), readWaits(db, scope, now)])
      const waitOf = new Map(waits.map(({ type, alias, p95Ms }) => [`${type}\n${alias}`, p95Ms]))
      const wanted = states.filter(({ counts }) => appId === undefined || counts.some(({ own }) => own > 0))
      const oldest = wanted.flatMap((queue) => oldestStartedOf(queue) ?? [])
      const usualOf = await readUsualOf(db, usual, scope.accountId, oldest)
      return wanted.map((queue) => {
        const waitP95Ms = waitOf.get(`${queue.type}\n${queue.alias}`) ?? null
        const oldestUsualMs = usualOf.get(oldestStartedOf(queue) ?? '') ?? null
        return rowOf(queue, { now, listening, waitP95Ms, oldestUsualMs })
      })
    },

    /** The aliases of a type, the best first; null when the account has neither a worker nor a task of it. */
    async evidence(
      accountId: string,
      type: string,
      seenOn: ReadonlySet<string> | null,
    ): Promise<AliasEvidence[] | null> {
      const now = clock.now()
      const [states, outcomes] = await Promise.all([
        statesOf({ accountId, type }, now),
        readOutcomes(db, accountId, type, now),
      ])
      if (states.length === 0) return null
      const outcomeOf = new Map(outcomes.map((row) => [row.alias, row]))
      return states
        .filter(({ isAlias }) => isAlias)
        .map((queue) => evidenceOf(queue, outcomeOf.get(queue.alias), { now, listening, seenOn }))
        .sort(compareEvidence)
    },
  }
}

interface EvidenceContext {
  now: number
  listening: number
  seenOn: ReadonlySet<string> | null
}

function evidenceOf(
  queue: QueueState,
  outcome: OutcomeRow | undefined,
  { now, listening, seenOn }: EvidenceContext,
): AliasEvidence {
  const figures = figuresOf(queue, now, listening)
  const polling = queue.pollers.filter(({ lastSeen }) => isPolledAt(lastSeen.getTime(), now))
  const { count, oldest } = inStatus(queue, 'queued')
  const attempts = outcome ? outcome.ended + outcome.failed : 0
  return {
    alias: queue.alias,
    pollers: polling.length,
    versions: [...new Set(polling.flatMap(({ version }) => version ?? []))].sort(),
    lastPollAt: queue.lastPoll === null ? null : new Date(queue.lastPoll).toISOString(),
    queued: count,
    oldestQueued: oldest === null ? null : new Date(oldest).toISOString(),
    verdict: verdictOf(figures),
    lastResult: lastResultOf(outcome),
    attempts,
    successRate: outcome && attempts > 0 ? outcome.ended / attempts : null,
    failureSeen: seenOn ? seenOn.has(queue.alias) : null,
  }
}

function lastResultOf(outcome: OutcomeRow | undefined): AliasEvidence['lastResult'] {
  const [ended, failed] = [outcome?.lastEnded ?? null, outcome?.lastFailed ?? null]
  if (ended === null && failed === null) return null
  return failed !== null && (ended === null || failed > ended)
    ? { status: 'failed', at: failed.toISOString() }
    : { status: 'ended', at: ended!.toISOString() }
}
