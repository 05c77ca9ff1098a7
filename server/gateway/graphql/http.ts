import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { z } from 'zod'
import type { GatewayConfig } from '#server/config.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import { checkFields, faultsError, faultsIn } from '#server/lib/faults.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { TraceSpan, Tracing } from '#server/lib/telemetry/tracing.ts'
import { traceOf } from '../upstream/call.ts'
import { ownOrigin } from '../session/origin.ts'
import { createContext, type ContextDeps } from './context.ts'
import { compression } from '../lib/compression.ts'
import { badOperation, type Documents } from '../lib/documents.ts'
import { formatError, refusalBody, type ErrorScope } from '../lib/graphql-errors.ts'
import type { Operations } from '../lib/operations.ts'

const body = z.object({
  operationName: z.string().max(200).nullish(),
  query: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})

export interface GraphqlHttpDeps extends ContextDeps {
  config: ContextDeps['config'] & Pick<GatewayConfig, 'PUBLIC_URL'>
  documents: Documents
  operations: Operations
  tracing?: Tracing | undefined
}

/**
 * `POST /graphql`: queries and mutations, executed by Mercurius. A request refused before execution gets its status
 * and the usual error body, which also has the GraphQL `errors`. An executed one gets 200.
 */
export async function graphqlHttp(app: FastifyInstance, deps: GraphqlHttpDeps): Promise<void> {
  await app.register(compress, compression)
  app.post('/graphql', { config: { access: 'session' } }, async (request, reply) => {
    const scope: ErrorScope = { requestId: request.id, log: request.log as Logger }
    void reply.type('application/json; charset=utf-8')
    let span: TraceSpan | undefined
    try {
      const { principal } = request
      if (!principal) throw new AppError('UNAUTHENTICATED')
      const { text, variables, ...operation } = resolve(deps, request.body)
      const origin = ownOrigin(request, deps.config)
      const { kind, operationName } = operation
      span = deps.tracing?.start({ name: [kind, operationName].join(' '), parent: request.span?.traceparent })
      const trace = traceOf(request)
      if (span) trace.traceHeaders = { ...request.traceHeaders, traceparent: span.traceparent }
      const context = createContext(deps, {
        principal,
        requestId: request.id,
        trace,
        log: scope.log,
        origin,
      })
      const result: ExecutionResult = await reply.graphql(text, { ...context }, variables, operationName)
      if (result.errors) span?.fail()
      // A compiled operation reports invalid variables as a result without data.
      if (!result.data && result.errors?.every(({ path }) => !path)) throw badOperation(result.errors)
      const errors = result.errors?.map((error) => formatError(error, scope))
      return await reply.code(200).send(errors ? { ...result, errors } : result)
    } catch (thrown) {
      span?.fail()
      const refused = refusalBody(asFault(thrown), scope)
      return reply.code(refused.statusCode).send(refused)
    } finally {
      span?.end()
    }
  })
}

/** The operation that a body names, validated. Throws AppError. */
function resolve({ operations, documents }: GraphqlHttpDeps, sent: unknown) {
  const parsed = checkFields(body, sent)
  if (!parsed.success) throw faultsError(faultsIn(parsed.error.issues))
  const { text, operationName } = operations.resolve(parsed.data)
  const prepared = documents.prepare(text, operationName)
  if (prepared.isSubscription) throw new AppError('BAD_REQUEST', 'Subscriptions are run over the socket')
  const { name, operation: kind } = prepared.operation
  return { text, kind, operationName: name?.value, variables: parsed.data.variables ?? {} }
}

/** Mercurius throws invalid variables as one error with a list of errors. */
function asFault(thrown: unknown): unknown {
  const { errors } = toError(thrown) as Error & { errors?: unknown }
  return Array.isArray(errors) ? badOperation(errors.map(toError)) : thrown
}
