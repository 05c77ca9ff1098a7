import { AppError } from '#server/lib/errors.ts'
import type { Clock } from '#server/lib/clock.ts'
import { workerActor, type WorkerCaller } from '../auth/caller.ts'
import type { WorkerInfo } from '../engine/events.ts'
import type { Engine } from '../engine/types.ts'
import { DEFAULT_VISIBILITY_MS, SILENCE_MS, type LeaseState, type LeaseStore } from './lease-store.ts'
import { expiryEntry } from './lease-sweep.ts'
import type { TaskQueues } from './task-queues.ts'

export interface BeginParts {
  engine: Engine
  leases: LeaseStore
  queues: Pick<TaskQueues, 'begun'>
  clock: Clock
}

/** What a report says of its worker. */
interface Reporter {
  /** What the worker calls this execution; workers that do not say are one execution. */
  execution: string
  hostName?: string | undefined
  version?: string | undefined
}

/** Whether a service has handed out its message, so that each report on it is a claim (`begin`). */
export const isOfService = ({ sent, execution }: Pick<LeaseState, 'sent' | 'execution'>): boolean =>
  sent || execution !== null

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'CONFLICT'
const leaseOver = () => new AppError('CONFLICT', 'The lease of the task has ended')

/**
 * Begins the attempt of a message that a service has handed out: the platform does not see it do so, so the first report does. The service may
 * hand a message out again, because its worker has died or for no reason. So the lease belongs to the execution that has begun
 * it. Another one is refused; when the first has been silent for as long as a message stays invisible, its attempt is over and
 * the task returns to the queue for the next. A lease that was given out by a receive of this platform passes.
 */
export function createBegin({ engine, leases, queues, clock }: BeginParts) {
  async function take(worker: WorkerCaller, lease: LeaseState, by: WorkerInfo): Promise<void> {
    const { workqueueId, taskId, attempt } = lease
    const previous = { attempt: attempt - 1, alias: worker.alias }
    await engine.fromWorker(workqueueId, {
      type: 'taken',
      at: clock.now(),
      taskId,
      ...previous,
      holder: null,
      by,
    })
    queues.begun()
  }

  async function endSilent({ workqueueId, taskId, attempt, visibleUntil }: LeaseState): Promise<void> {
    const at = clock.now()
    const heard = visibleUntil.getTime() - SILENCE_MS
    if (at - heard < DEFAULT_VISIBILITY_MS) throw new AppError('CONFLICT', 'Another worker executes the task')
    const logs = [expiryEntry(taskId, attempt, at)]
    await engine.fromWorker(workqueueId, { type: 'leaseExpired', at, taskId, attempt, logs })
    throw leaseOver()
  }

  /** CONFLICT unless the report is one of the execution that has begun the attempt, or begins it now. */
  return async function begin(worker: WorkerCaller, lease: LeaseState, reporter: Reporter): Promise<void> {
    const { execution, hostName, version } = reporter
    if (!isOfService(lease)) return
    if (!lease.sent && lease.execution !== execution) return endSilent(lease)
    const now = clock.now()
    if (!(await leases.claim(lease, execution, now, DEFAULT_VISIBILITY_MS))) throw leaseOver()
    if (!lease.sent) return
    const by = {
      actor: workerActor(worker.alias),
      ...(hostName ? { hostName } : {}),
      ...(version ? { version } : {}),
    }
    try {
      await take(worker, lease, by)
    } catch (error) {
      if (!isConflict(error)) throw error
      // Another report of this execution may just have begun it.
      const current = await leases.find(lease, clock.now())
      if (current?.live && current.execution === execution) return
      // Cancelled, paused or moved since it was sent.
      await leases.release(lease, clock.now())
      throw leaseOver()
    }
  }
}
