import type { FairPermits } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import { inSpan } from '#server/lib/telemetry/in-span.ts'
import type { Tracing } from '#server/lib/telemetry/tracing.ts'
import type { NewChild } from '../children/children.ts'
import { ENGINE_ACTOR } from '../events.ts'
import { failureEventsOf, type FailureFeed } from '../history/failure-events.ts'
import { traceOfAttempt } from '../history/trace.ts'
import type { EngineLimits } from '../limits/limits.ts'
import { messagesOfNewRun } from '../live.ts'
import { newRun, type Run } from '../run.ts'
import { keptBytes, snapshotOf, type Snapshot } from '../snapshot.ts'
import { startable } from '../start-check.ts'
import { transition } from '../transition.ts'
import type { ChildRefusal, Engine, LivePublisher, NewRun, RunStore, WriteObserver } from '../types.ts'

export interface RunStartParts {
  store: Pick<RunStore, 'create'>
  clock: Clock
  limits: EngineLimits
  permits: FairPermits
  publisher: LivePublisher
  observer: WriteObserver
  failures: FailureFeed
  tracing: Tracing | undefined
  /** The number under which this process starts built-in tasks now. */
  holder(): number | null
  /** A new run is durable. */
  stored(snapshot: Snapshot): void
}

export interface RunStarts extends Pick<Engine, 'startWorkqueue'> {
  /** Stores and starts a child, unless there is no room for it or its parent is over. */
  beginChild(child: NewChild): Promise<'started' | ChildRefusal>
}

/** Stores new runs and takes their first step in the same write. */
export function createRunStarts({
  store,
  clock,
  limits,
  permits,
  publisher,
  observer,
  failures,
  tracing,
  holder,
  stored,
}: RunStartParts): RunStarts {
  async function storeNew(
    run: Run,
    at: number,
    bounds: Pick<NewRun, 'child' | 'occurrence'>,
  ): Promise<'started' | ChildRefusal> {
    const fresh = snapshotOf(run)
    const { snapshot, changes } = transition(fresh, [{ type: 'begin', at }], holder(), limits)
    const messages = messagesOfNewRun(snapshot.run, changes)
    const events = failureEventsOf(null, snapshot, changes, failures)
    const create = () => store.create(snapshot.run, { messages, failures: events, ...bounds })
    const created = await permits.run(run.rootId ?? run.id, create, { size: 2 * keptBytes(snapshot) })
    if (typeof created === 'string') return created
    publisher.committed(created.outboxId, messages)
    observer.wrote(null, snapshot.run, changes)
    if (events.length > 0) failures.committed()
    stored(snapshot)
    return 'started'
  }

  return {
    async startWorkqueue(definition, options) {
      const checked = startable(definition)
      const id = options.id ?? newId(clock.now())
      const attributes = { 'workqueue.id': id, ...(options.planId && { 'plan.id': options.planId }) }
      const span = { name: 'start workqueue', parent: options.trace, attributes }
      await inSpan(tracing, span, async (trace) => {
        const at = clock.now()
        const run = newRun(id, checked, { ...options, trace }, at, null)
        await storeNew(run, at, { occurrence: options.occurrence })
      })
      return id
    },
    async beginChild({ id, definition, planId, planVersion, run, parent, bounds }) {
      const at = clock.now()
      const origin = planVersion === undefined ? { planId } : { planId, planVersion }
      const trace = traceOfAttempt(run, parent) ?? undefined
      const options = { accountId: run.accountId, appId: run.appId, actor: ENGINE_ACTOR, trace, ...origin }
      return storeNew(newRun(id, definition, options, at, parent), at, { child: bounds })
    },
  }
}
