import type pg from 'pg'
import { AppError } from '#server/lib/errors.ts'
import type { AliasIdentity } from '../alias-credentials.ts'
import { workerActor } from '#server/platform/auth/caller.ts'
import { TaskFailure } from '#server/platform/engine/executor.ts'
import { traceOfAttempt } from '#server/platform/engine/history/trace.ts'
import type { Engine, VariableReader } from '#server/platform/engine/types.ts'
import { inputsForWorker } from '#server/platform/engine/variables.ts'
import type { Clock } from '#server/lib/clock.ts'
import { bodyOf, type MessageTask } from '../message.ts'
import type { ReservedTask } from '../reserve.ts'

/** A message that is about to be sent. */
export interface OutgoingMessage {
  task: ReservedTask
  body: string
  bytes: number
  /** `traceparent` of its attempt. */
  trace: string | null
}

/** The largest message of SQS, in bytes. */
export const MAX_MESSAGE_BYTES = 1_048_576
/** The largest batch: what services that follow an earlier SQS take. */
const MAX_BATCH_BYTES = 262_144
const MAX_BATCH = 10
/** JSON contains no other characters that SQS refuses. */
const refused = /[\ufffe\uffff]/g

interface OutgoingParts {
  pool: pg.Pool
  engine: Engine
  readVariables: VariableReader
  clock: Clock
}

/** Makes messages of tasks that were reserved for a queue of the service. */
export function createOutgoing({ pool, engine, readVariables, clock }: OutgoingParts) {
  async function read(
    tasks: readonly ReservedTask[],
  ): Promise<Map<string, MessageTask & { trace: string | null }>> {
    const { rows } = await pool.query<MessageTask & { trace: string | null }>({
      name: 'service-messages',
      text: readText,
      values: [tasks.map(({ taskId }) => taskId)],
    })
    return new Map(rows.map((row) => [row.task.id, row]))
  }

  /** Begins and fails a task that can never be sent. */
  async function fail(alias: AliasIdentity, task: ReservedTask, reason: string): Promise<void> {
    const { workqueueId, taskId, before, attempt } = task
    const by = { actor: workerActor(alias.alias) }
    const at = clock.now()
    try {
      const previous = { attempt: before, alias: alias.alias }
      await engine.fromWorker(workqueueId, { type: 'taken', at, taskId, ...previous, holder: null, by })
      await engine.fromWorker(workqueueId, { type: 'failed', at, taskId, attempt, reason })
    } catch (error) {
      // Cancelled or moved meanwhile.
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
    }
  }

  return {
    fail,

    /** The messages of these tasks; a task whose inputs cannot be made for a worker fails, one that is gone has none. */
    async messagesOf(alias: AliasIdentity, tasks: readonly ReservedTask[]): Promise<OutgoingMessage[]> {
      if (tasks.length === 0) return []
      const known = await read(tasks)
      const made = await Promise.all(
        tasks.map(async (task): Promise<OutgoingMessage | null> => {
          const found = known.get(task.taskId)
          if (!found) return null
          try {
            const inputs = await inputsForWorker(found.task, found.run, readVariables)
            const body = JSON.stringify(bodyOf({ ...task, ...found, inputs }, alias)).replace(
              refused,
              (character) => `\\u${character.charCodeAt(0).toString(16)}`,
            )
            const bytes = Buffer.byteLength(body)
            if (bytes > MAX_MESSAGE_BYTES)
              throw new TaskFailure(
                `Its message would have ${bytes} bytes; the queue service takes at most ${MAX_MESSAGE_BYTES}`,
              )
            return { task, body, bytes, trace: traceOfAttempt(found, task) }
          } catch (error) {
            if (!(error instanceof TaskFailure)) throw error
            await fail(alias, task, error.message)
            return null
          }
        }),
      )
      return made.filter((message) => message !== null)
    },
  }
}

/** In their order, so that each batch is one call of the service. */
export function batchesOf(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const batches: OutgoingMessage[][] = []
  let bytes = 0
  for (const message of messages) {
    const last = batches.at(-1)
    if (last && last.length < MAX_BATCH && bytes + message.bytes <= MAX_BATCH_BYTES) {
      last.push(message)
      bytes += message.bytes
    } else {
      batches.push([message])
      bytes = message.bytes
    }
  }
  return batches
}

const readText = `
  select json_build_object('id', t.id, 'name', t.name, 'inputs', t.inputs, 'resolvedInputs', t.resolved_inputs,
      'outputs', t.outputs, 'timeoutMs', t.timeout_ms) as task,
    json_build_object('id', w.id, 'description', w.description, 'appId', w.app_id, 'accountId', w.account_id) as run,
    w.trace
  from tasks t join workqueues w on w.id = t.workqueue_id
  where t.id = any($1::text[]) and t.status = 'queued'`
