import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  payloadQuery,
  runAttempt,
  taskAttempt,
  taskPayload,
} from '#shared/domains/tasks/attempts-contract.ts'
import { pagingQuery } from '#shared/lib/wire.ts'
import { accountIdOf } from '#server/platform/auth/caller.ts'
import { idParams, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { PayloadStore } from './payload-store.ts'

export interface AttemptRouteDeps {
  attempts: AttemptStore
  payloads: PayloadStore
}

/** Attempts of one answer; without `pagesize` so many. */
const MAX_ATTEMPTS = 20_000
const attemptsQuery = z.strictObject({
  page: pagingQuery.shape.page,
  pagesize: z.coerce.number().int().min(1).max(MAX_ATTEMPTS).default(MAX_ATTEMPTS),
})

const config = { platformAccess: 'account' } as const

/** What the attempts of tasks were: their times and ends, what they were given and what they returned. */
export async function attemptRoutes(app: FastifyInstance, deps: AttemptRouteDeps): Promise<void> {
  const { attempts, payloads } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  const ofTask = {
    params: idParams,
    querystring: attemptsQuery,
    summary: 'Every execution of a task, oldest first',
    answer: { body: pageSchema(taskAttempt) },
  }
  api.get(
    '/tasks/:id/attempts',
    { config: { ...config, appCalls: 'tasks', feature: 'attempts' }, schema: ofTask },
    (request) => attempts.ofTask(accountIdOf(request), request.params.id, request.query),
  )

  const ofRun = {
    params: idParams,
    querystring: attemptsQuery,
    summary: 'The attempts of all tasks of a run that others have followed, oldest first',
    answer: { body: pageSchema(runAttempt) },
  }
  api.get(
    '/workqueues/:id/attempts',
    { config: { ...config, appCalls: 'workqueues', feature: 'attempts' }, schema: ofRun },
    (request) => attempts.ofRun(accountIdOf(request), request.params.id, request.query),
  )

  const payload = {
    params: idParams,
    querystring: payloadQuery,
    summary: 'What an attempt was given and what it returned',
    answer: { body: taskPayload },
  }
  api.get(
    '/tasks/:id/payload',
    { config: { ...config, appCalls: 'tasks', feature: 'payloads' }, schema: payload },
    (request) => payloads.find(accountIdOf(request), request.params.id, request.query.attempt),
  )
}
