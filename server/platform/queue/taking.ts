import type { JsonObject } from '../../../shared/lib/json.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { AliasIdentity } from '../auth/alias-credentials.ts'
import { workerActor } from '../auth/worker-caller.ts'
import { TaskFailure } from '../engine/executor.ts'
import type { Engine, VariableReader } from '../engine/types.ts'
import { inputsFor } from '../engine/variables.ts'
import type { Leases, ReservedTask } from './leases.ts'

export interface TakingParts {
  leases: Leases
  engine: Engine
  readVariables: VariableReader
  clock: Clock
  log: Logger
}

/** A task whose next attempt has begun, with the inputs that its worker gets. */
export interface TakenTask extends ReservedTask {
  handed: JsonObject
}

export type Taking = ReturnType<typeof createTaking>

/** Takes tasks out of queues and puts them back. */
export function createTaking({ leases, engine, readVariables, clock, log }: TakingParts) {
  async function begin(alias: AliasIdentity, task: ReservedTask): Promise<TakenTask | null> {
    const { workqueueId, taskId, before } = task
    const by = { actor: workerActor(alias.alias) }
    try {
      const taken = { at: clock.now(), type: 'taken', taskId, attempt: before, holder: null, by } as const
      await engine.fromWorker(workqueueId, taken)
    } catch (error) {
      // Cancelled, or moved to another alias, since it was found.
      if (error instanceof AppError && error.code === 'CONFLICT') return null
      log.warn({ err: error, taskId }, 'a task could not be handed out')
      await leases.release(task, clock.now())
      return null
    }
    return withInputs(alias, task)
  }

  /** A task that cannot have what it names fails as it would in the hands of the engine. */
  async function withInputs(alias: AliasIdentity, task: ReservedTask): Promise<TakenTask | null> {
    try {
      const run = { accountId: alias.accountId, appId: task.appId }
      return { ...task, handed: await inputsFor(task, run, readVariables) }
    } catch (error) {
      const { workqueueId, taskId, attempt } = task
      if (!(error instanceof TaskFailure)) {
        log.warn({ err: error, taskId }, 'the variables of a task could not be read')
        await giveBack(task)
        return null
      }
      const failed = { type: 'failed', at: clock.now(), taskId, attempt, reason: error.message } as const
      await engine.fromWorker(workqueueId, failed)
      return null
    }
  }

  async function giveBack(task: Pick<ReservedTask, 'workqueueId' | 'taskId' | 'attempt'>): Promise<void> {
    const { workqueueId, taskId, attempt } = task
    await engine.fromWorker(workqueueId, { type: 'leaseExpired', at: clock.now(), taskId, attempt })
  }

  return {
    /** Up to `limit` tasks of an alias's queue, each with a lease and its next attempt begun. */
    async take(alias: AliasIdentity, limit: number): Promise<TakenTask[]> {
      const reserved = await leases.reserve(alias, limit, clock.now())
      const taken = await Promise.all(reserved.map((task) => begin(alias, task)))
      return taken.filter((task) => task !== null)
    },

    /** Queues a task again at once, for its next attempt. CONFLICT when its attempt is over. */
    giveBack,
  }
}
