import { createSharedRun } from '#server/lib/batcher.ts'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { RunTask } from '../engine/task.ts'
import type { WriteObserver } from '../engine/types.ts'
import { readMoves, type CountedAttempt } from './moves.ts'
import type { MinuteCount, OutcomeCount, TallyStore, WaitCount } from './tally-store.ts'
import { bucketOf } from './wait-buckets.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** A process that is killed loses at most what it has counted in that time. */
const FLUSH_MS = 3000
/** Hosts and versions of an hour that are counted apart: workers may report any text. */
const MAX_OUTCOMES = 5000

export interface TallyParts {
  store: TallyStore
  clock: Clock
  log: Logger
  /** Replaces the time between two flushes. */
  flushMs?: number
}

/** Counts what this process writes, in memory, and stores the counts every few seconds. */
export interface Tally extends WriteObserver {
  start(): void
  /** Stores what is counted; never rejects. What could not be stored is tried again with the next flush. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Counts of one kind by the minute or hour and by their key, and those that are not stored as they are now. */
interface Counts<Count> {
  bySpan: Map<number, Map<string, Count>>
  changed: Set<Count>
}

const countsOf = <Count>(): Counts<Count> => ({ bySpan: new Map(), changed: new Set() })

export function createTally({ store, clock, log, flushMs = FLUSH_MS }: TallyParts): Tally {
  const minutes = countsOf<MinuteCount>()
  const waits = countsOf<WaitCount>()
  const outcomes = countsOf<OutcomeCount>()
  let timer: NodeJS.Timeout | null = null
  /** Of the write that is being read. */
  let run = { accountId: '', appId: '' }
  let now = 0

  function moved({ type, alias }: RunTask, came: number, out: number, gone: number): void {
    const minute = floorTo(now, MINUTE_MS)
    const count = countIn(minutes, minute, `${run.accountId}\n${type}\n${alias}`, () => ({
      accountId: run.accountId,
      type,
      alias,
      at: minute,
      came: 0,
      out: 0,
      gone: 0,
      firstMove: now,
      lastOut: null,
    }))
    count.came += came
    count.out += out
    count.gone += gone
    if (out > 0) count.lastOut = now
  }

  function waited({ type, alias }: RunTask, ms: number): void {
    const [hour, bucket] = [floorTo(now, HOUR_MS), bucketOf(ms)]
    const key = `${run.appId}\n${type}\n${alias}`
    const { buckets } = countIn(waits, hour, key, () => ({ ...run, type, alias, at: hour, buckets: [] }))
    while (buckets.length <= bucket) buckets.push(0)
    buckets[bucket]!++
  }

  function ended({ type }: RunTask, attempt: CountedAttempt, result: 'ended' | 'failed'): void {
    const { alias } = attempt
    const hour = floorTo(now, HOUR_MS)
    const isFull = (outcomes.bySpan.get(hour)?.size ?? 0) >= MAX_OUTCOMES
    const { version, hostName } = isFull ? unnamed : attempt
    const key = `${run.accountId}\n${type}\n${alias}\n${version ?? ''}\n${hostName ?? ''}`
    const count = countIn(outcomes, hour, key, () => ({
      accountId: run.accountId,
      type,
      alias,
      version: version ?? '',
      hostName: hostName ?? '',
      at: hour,
      ended: 0,
      failed: 0,
      lastEnded: null,
      lastFailed: null,
    }))
    count[result]++
    count[result === 'ended' ? 'lastEnded' : 'lastFailed'] = attempt.ended ?? now
  }

  const sink = { moved, waited, ended }

  async function storeChanged<Count extends { at: number }>(
    counts: Counts<Count>,
    save: (changed: Count[]) => Promise<void>,
    keepMs: number,
  ): Promise<void> {
    const changed = [...counts.changed]
    counts.changed = new Set()
    try {
      if (changed.length > 0) await save(changed)
    } catch (error) {
      for (const count of changed) counts.changed.add(count)
      throw error
    }
    const before = clock.now() - keepMs
    const open = new Set([...counts.changed].map(({ at }) => at))
    for (const at of counts.bySpan.keys()) if (at < before && !open.has(at)) counts.bySpan.delete(at)
  }

  /** What was counted before a call is stored when it ends. */
  const flush = createSharedRun(storeAll)

  async function storeAll(): Promise<void> {
    const stored = await Promise.allSettled([
      storeChanged(minutes, store.saveMinutes, 2 * MINUTE_MS),
      storeChanged(waits, store.saveWaits, 2 * HOUR_MS),
      storeChanged(outcomes, store.saveOutcomes, 2 * HOUR_MS),
    ])
    for (const result of stored)
      if (result.status === 'rejected')
        log.warn({ err: toError(result.reason) }, 'counts of queues could not be stored, trying again')
  }

  return {
    wrote(before, { accountId, appId }, changes) {
      run = { accountId, appId }
      now = clock.now()
      readMoves(before, changes, sink)
    },
    start() {
      timer = setInterval(() => void flush(), flushMs)
      timer.unref()
    },
    flush,
    async stop() {
      if (timer) clearInterval(timer)
      await flush()
    },
  }
}

const unnamed = { version: null, hostName: null }

const floorTo = (moment: number, span: number) => Math.floor(moment / span) * span

function countIn<Count>(
  { bySpan, changed }: Counts<Count>,
  at: number,
  key: string,
  make: () => Count,
): Count {
  let byKey = bySpan.get(at)
  if (!byKey) bySpan.set(at, (byKey = new Map()))
  let count = byKey.get(key)
  if (!count) byKey.set(key, (count = make()))
  changed.add(count)
  return count
}
