import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { inSpan } from '#server/lib/telemetry/in-span.ts'
import type { Tracing } from '#server/lib/telemetry/tracing.ts'
import { Refused, type RunEvent } from '../events.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Engine, RunStore } from '../types.ts'

export interface CallParts {
  store: Pick<RunStore, 'isRunOf' | 'runOfTask'>
  clock: Clock
  tracing: Tracing | undefined
  /** Resolves with the run after the event; rejects with Refused when its state forbids the event. */
  post(runId: string, event: RunEvent): Promise<Snapshot>
}

/** The calls about stored runs, of people and of workers: each is one event of its run. */
export function createCalls({
  store,
  clock,
  tracing,
  post,
}: CallParts): Pick<Engine, 'cancelWorkqueue' | 'restartTask' | 'endTask' | 'fromWorker'> {
  async function runOf(accountId: string, taskId: string): Promise<string> {
    const runId = await store.runOfTask(accountId, taskId)
    if (runId === null) throw new AppError('NOT_FOUND')
    return runId
  }

  async function ask(runId: string, event: RunEvent): Promise<Snapshot> {
    try {
      return await post(runId, event)
    } catch (error) {
      throw error instanceof Refused ? new AppError('CONFLICT', error.message) : error
    }
  }

  return {
    async cancelWorkqueue(accountId, workqueueId, actor) {
      if (!(await store.isRunOf(accountId, workqueueId))) throw new AppError('NOT_FOUND')
      await ask(workqueueId, { type: 'cancel', at: clock.now(), actor })
    },
    async restartTask(accountId, taskId, actor, { trace: parent, ...how } = {}) {
      const runId = await runOf(accountId, taskId)
      const attributes = { 'workqueue.id': runId, 'task.id': taskId }
      await inSpan(tracing, { name: 'restart task', parent, attributes }, (trace) =>
        ask(runId, {
          type: 'restart',
          at: clock.now(),
          taskId,
          actor,
          ...how,
          ...(trace === undefined ? {} : { trace }),
        }),
      )
    },
    async endTask(accountId, taskId, actor, act) {
      await ask(await runOf(accountId, taskId), { ...act, at: clock.now(), taskId, actor })
    },
    async fromWorker(workqueueId, event) {
      const { run, graph } = await ask(workqueueId, event)
      const task = run.tasks[graph.positionById.get(event.taskId) ?? -1]
      if (!task) throw new Error(`The run ${workqueueId} has no task ${event.taskId}`)
      return { task, run }
    },
  }
}
