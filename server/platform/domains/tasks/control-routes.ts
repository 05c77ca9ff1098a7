import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { completeBody, skipBody } from '#shared/domains/tasks/control-contract.ts'
import { task as taskSchema, type Task } from '#shared/domains/tasks/contract.ts'
import { MAX_OUTPUTS_BYTES } from '#shared/domains/tasks/report.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import type { ReceivedReader } from '#server/platform/auth/app-variables.ts'
import { accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { createRedactor } from '#server/platform/engine/redaction.ts'
import type { Engine, HandAct } from '#server/platform/engine/types.ts'
import { variableNames } from '#server/platform/engine/variables.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { TaskStore } from './store.ts'

export interface ControlRouteDeps {
  db: Kysely<Database>
  engine: Engine
  store: TaskStore
  readReceived: ReceivedReader
  clock: Clock
}

const configOf = (action: 'complete' | 'skip') => ({ ...accountChange(action), feature: 'control' }) as const

/** What people decide about a task in the place of its worker. */
export async function controlRoutes(app: FastifyInstance, deps: ControlRouteDeps): Promise<void> {
  const { db, engine, store, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  /** Ends a task for the caller, who is recorded with the reason. */
  async function end(request: FastifyRequest, taskId: string, act: HandAct): Promise<Task> {
    const accountId = accountIdOf(request)
    const author = authorOf(request, clock)
    const redacted = await withoutSecrets(accountId, await find(accountId, taskId), act)
    await engine.endTask(accountId, taskId, author.actor, redacted)
    const { type: action, reason } = redacted
    await recordAudit(db, accountId, author, { action, entity: 'task', entityId: taskId, reason })
    return find(accountId, taskId)
  }

  async function find(accountId: string, taskId: string): Promise<Task> {
    const task = await store.find(accountId, taskId)
    if (!task) throw notFound('tasks')
    return task
  }

  /** As in the report of a worker: no value of a variable that the task may have received. */
  async function withoutSecrets(accountId: string, { appId, inputs }: Task, act: HandAct): Promise<HandAct> {
    const names = variableNames(inputs)
    if (names.length === 0) return act
    const { text, object } = createRedactor(await deps.readReceived(accountId, appId, names))
    const reason = text(act.reason)
    return act.type === 'skip' ? { ...act, reason } : { ...act, reason, outputs: object(act.outputs) }
  }

  const complete = {
    params: idParams,
    body: completeBody,
    summary: 'End a task that is not running, with a result',
    answer: { body: taskSchema },
  }
  api.post('/tasks/:id/complete', { config: configOf('complete'), schema: complete }, (request) => {
    const { outputs = {}, reason } = request.body
    requireSize(outputs)
    return end(request, request.params.id, { type: 'complete', reason, outputs })
  })

  const skip = {
    params: idParams,
    body: skipBody,
    summary: 'Skip a task that is not running: what waits for it starts',
    answer: { body: taskSchema },
  }
  api.post('/tasks/:id/skip', { config: configOf('skip'), schema: skip }, (request) =>
    end(request, request.params.id, { type: 'skip', reason: request.body.reason }),
  )
}

function requireSize(outputs: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(outputs)) > MAX_OUTPUTS_BYTES)
    throw faultOf('outputs', `must have at most ${MAX_OUTPUTS_BYTES} bytes`, 'TOO_LARGE')
}
