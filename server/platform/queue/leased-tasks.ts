import type { JsonObject } from '#shared/lib/json.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { AliasIdentity } from './alias-credentials.ts'
import { workerActor } from '../auth/caller.ts'
import { TaskFailure } from '../engine/executor.ts'
import type { Engine, TaskOfRun, AttemptRef, VariableReader } from '../engine/types.ts'
import { inputsForWorker } from '../engine/variables.ts'
import type { WorkerProcess } from '../queues/pollers.ts'
import type { LeaseStore } from './lease-store.ts'
import type { ReservedTask } from './reserve.ts'

export interface LeasedTaskParts {
  leases: LeaseStore
  engine: Engine
  readVariables: VariableReader
  clock: Clock
  log: Logger
}

/** A lease whose attempt has started, with its current task and the inputs for its worker. */
export interface LeasedTask extends ReservedTask, TaskOfRun {
  inputs: JsonObject
  /** The process that its attempt was started for, if that names itself. */
  worker?: WorkerProcess | null
}

export type LeasedTasks = ReturnType<typeof createLeasedTasks>

/** Receives tasks from queues and gives them back. */
export function createLeasedTasks({ leases, engine, readVariables, clock, log }: LeasedTaskParts) {
  async function begin(
    alias: AliasIdentity,
    reserved: ReservedTask,
    worker: WorkerProcess | null,
  ): Promise<LeasedTask | null> {
    const begun = await beginAttempt(alias, reserved, worker)
    const leased = begun && (await withInputs({ ...reserved, ...begun }))
    return leased && { ...leased, worker }
  }

  async function beginAttempt(
    alias: AliasIdentity,
    reserved: ReservedTask,
    worker: WorkerProcess | null,
  ): Promise<TaskOfRun | null> {
    const { workqueueId, taskId, before } = reserved
    const named = worker && {
      hostName: worker.hostName,
      ...(worker.version === null ? {} : { version: worker.version }),
    }
    const by = { actor: workerActor(alias.alias), ...named }
    try {
      const previous = { attempt: before, alias: alias.alias }
      const taken = { at: clock.now(), type: 'taken', taskId, ...previous, holder: null, by } as const
      return await engine.fromWorker(workqueueId, taken)
    } catch (error) {
      // Cancelled, or moved to another alias, since it was found.
      const isRefused = error instanceof AppError && error.code === 'CONFLICT'
      if (!isRefused) log.warn({ err: error, taskId }, 'a task could not be handed out')
      await leases.release(reserved, clock.now())
      return null
    }
  }

  /** A task whose variables are unknown fails, as it would when the engine executes it. */
  async function withInputs(taken: ReservedTask & TaskOfRun): Promise<LeasedTask | null> {
    try {
      return { ...taken, inputs: await inputsForWorker(taken.task, taken.run, readVariables) }
    } catch (error) {
      const { workqueueId, taskId, attempt } = taken
      if (!(error instanceof TaskFailure)) {
        log.warn({ err: error, taskId }, 'the variables of a task could not be read')
        await giveBack(taken)
        return null
      }
      const failed = { type: 'failed', at: clock.now(), taskId, attempt, reason: error.message } as const
      await engine.fromWorker(workqueueId, failed)
      return null
    }
  }

  async function giveBack({ workqueueId, taskId, attempt }: AttemptRef): Promise<void> {
    const returned = { type: 'leaseExpired', at: clock.now(), taskId, attempt, returned: true } as const
    await engine.fromWorker(workqueueId, returned)
  }

  return {
    /**
     * Up to `limit` tasks of an alias's queue, each leased for that time and with its next attempt started by the process
     * that its place is for.
     */
    async take(
      alias: AliasIdentity,
      limit: number,
      leaseMs: number,
      workerAt: (place: number) => WorkerProcess | null,
    ): Promise<{ tasks: LeasedTask[]; limited: boolean }> {
      const now = clock.now()
      const reserved = await leases.reserve(alias, limit, { now, until: now + leaseMs })
      const taken = await Promise.all(
        reserved.tasks.map((task, place) => begin(alias, task, workerAt(place))),
      )
      return { tasks: taken.filter((task) => task !== null), limited: reserved.limited }
    },

    /** Queues a task again at once, for its next attempt. CONFLICT when its attempt is over. */
    giveBack,
  }
}
