import type { ResultOf } from '#web/lib/graphql.ts'
import { type AliasFacts, bareFacts, type FailedWork, type Relation } from './alias-facts.ts'
import type { aliasEvidenceQuery } from './operations.ts'

export type ReadEvidence = ResultOf<typeof aliasEvidenceQuery>['queueAliases'][number]

/** What keeps a task from running soon although the alias is polled. */
const slowVerdicts: readonly string[] = ['growing', 'stalled', 'paused']
/** Below this share of attempts that ended well an alias does not work. */
const BAD_SUCCESS = 0.93

/**
 * The facts of each of `aliases`, in the order of the evidence, which is best first; where the work failed comes after the
 * others, and what no worker polls comes last.
 */
export function factsOfEvidence(
  work: FailedWork,
  aliases: readonly string[],
  evidence: readonly ReadEvidence[],
): AliasFacts[] {
  const known = evidence.filter(({ alias }) => aliases.includes(alias)).map((each) => factsOf(work, each))
  const unknown = aliases
    .filter((alias) => known.every((facts) => facts.alias !== alias))
    .map((alias) => bareFacts(work, alias))
  const place = ({ relation }: AliasFacts) => (relation === 'unpolled' ? 2 : relation === 'current' ? 1 : 0)
  return [...known, ...unknown].sort((one, other) => place(one) - place(other))
}

function factsOf(work: FailedWork, evidence: ReadEvidence): AliasFacts {
  const { alias, pollers, versions, lastPollAt, queued, oldestQueued, verdict, lastResult } = evidence
  const of = evidence.attempts ?? 0
  const rate = evidence.successRate
  return {
    alias,
    relation: relationOf(work, evidence),
    pollers: { count: pollers ?? 0, versions, lastPollAt },
    slow: slowVerdicts.includes(verdict.code) ? verdict.text : null,
    last: lastResult && { status: lastResult.status, ended: lastResult.at },
    version: versions.length === 1 ? (versions[0] ?? null) : null,
    queued: queued ?? undefined,
    oldestQueued,
    success: of > 0 && rate !== null ? { ended: Math.round(of * rate), of } : null,
  }
}

function relationOf(work: FailedWork, evidence: ReadEvidence): Relation | null {
  const { alias, pollers, versions, verdict, failureSeen } = evidence
  const isCurrent = work.aliases.includes(alias)
  if (work.waits && isCurrent) return 'current'
  if (!pollers) return 'unpolled'
  if (isCurrent) return 'current'
  if (failureSeen) return 'seen'
  if (slowVerdicts.includes(verdict.code)) return 'slow'
  if (work.waits) return null
  if (versions.some((version) => work.versions.includes(version))) return 'sameVersion'
  return failureSeen === false ? 'notSeen' : null
}

/**
 * The alias that is chosen without a person: the one that the platform suggests, unless its figures speak against it; else the
 * best one, if it is polled, the failure was not seen on it, its queue does not grow and its attempts end well. Empty when one
 * of these does not hold or is not known. Work that waits needs no attempts on it: none may have failed.
 */
export function chosenByItself(
  work: FailedWork,
  facts: readonly AliasFacts[],
  evidence: readonly ReadEvidence[],
): string {
  const readOf = (facts: AliasFacts | undefined) => evidence.find(({ alias }) => alias === facts?.alias)
  const isWorking = (read: ReadEvidence | undefined) => (read?.successRate ?? 1) >= BAD_SUCCESS
  const suggested = facts.find(({ alias }) => alias === work.suggestedAlias)
  if (suggested?.relation === 'notSeen' && isWorking(readOf(suggested))) return suggested.alias
  const [best] = facts
  const read = readOf(best)
  if (work.waits) {
    const isServed = best && read && best.relation === null
    const works = isWorking(read) && (read?.lastResult?.status ?? 'ended') === 'ended'
    return isServed && works ? best.alias : ''
  }
  const isElsewhere = best?.relation === 'notSeen' || best?.relation === 'sameVersion'
  if (!best || !read || !isElsewhere || read.failureSeen !== false) return ''
  return isWorking(read) && read.lastResult?.status === 'ended' ? best.alias : ''
}
