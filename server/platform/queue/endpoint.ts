import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { wallTime } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import {
  findAliasByAccessKey,
  LAST_POLL_STEP_MS,
  touchAlias,
  type AliasCredentials,
} from './alias-credentials.ts'
import { createVariableReader } from '../auth/app-variables.ts'
import type { KeyUses } from '../auth/key-uses.ts'
import type { Seal } from '../auth/seal.ts'
import type { Database } from '../db/database.ts'
import type { Engine } from '../engine/types.ts'
import { asAppError, logFailure } from '../plugins/answers.ts'
import { type TaskNotices, createReceiver } from './receiver.ts'
import { answerOfFault, QueueFault } from './faults.ts'
import { createQueueOperations, refusalOf, type OperationParts, type QueueCaller } from './operations.ts'
import { createSignatureCheck, readClaim } from './signature.ts'
import { createLeasedTasks } from './leased-tasks.ts'
import { workerHost, workerCallOf } from './worker-name.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Body of a call to the queue endpoint, as it was signed. */
    queueBody: Buffer | null
  }
}

export interface QueueEndpointOptions extends Omit<OperationParts, 'leasedTasks' | 'receiver'> {
  pool: pg.Pool
  seal: Seal
  engine: Engine
  taskNotices: TaskNotices
  keyUses: KeyUses
  log: Logger
}

const jsonProtocol = 'application/x-amz-json-1.0'
const BODY_LIMIT = 256 * 1024
/** Only workqueues put tasks into a queue. */
const sending = ['SendMessage', 'SendMessageBatch']

/**
 * The SQS interface of the engine: AWS JSON 1.0, each call signed with an alias's access key. Clients with a
 * configured endpoint post to it; others post to the root of the queue URL's host, or to the queue URL
 * itself, so all three are served alike. The body names the queue.
 */
export async function queueEndpoint(app: FastifyInstance, options: QueueEndpointOptions): Promise<void> {
  const { db, pool, seal, clock, queueUrlBase, keyUses } = options
  const leasedTasks = createLeasedTasks({ ...options, readVariables: createVariableReader({ db, seal }) })
  const receiver = createReceiver({ ...options, leasedTasks })
  const operations = createQueueOperations({ ...options, leasedTasks, receiver })
  const host = new URL(queueUrlBase).host
  const touch = createTouch(db)
  const checkSignature = createSignatureCheck()

  app.decorateRequest('queueBody', null)
  app.removeAllContentTypeParsers()
  // Separate from `request.body`: exactly these bytes are signed.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, body: Buffer, done) => {
      request.queueBody = body
      done(null)
    },
  )
  app.setErrorHandler((error, request, reply) => answerFault(error, request, reply))
  app.addHook('preClose', async () => receiver.stop())

  async function authenticate(request: FastifyRequest): Promise<{ alias: AliasCredentials; region: string }> {
    const claim = readClaim(request.headers)
    const alias = await findAliasByAccessKey(pool, seal, claim.accessKeyId, clock.now())
    if (!alias) throw new QueueFault('UNKNOWN_ACCESS_KEY')
    const { method, headers } = request
    const body = request.queueBody ?? Buffer.alloc(0)
    const signed = { method, target: request.raw.url ?? '/', headers, body, host }
    checkSignature(signed, claim, alias.secretAccessKey, wallTime(clock))
    keyUses.note({ ...alias.key, by: workerHost(request), at: clock.now() })
    return { alias, region: claim.region }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const gone = goneSignal(reply)
    const caller: QueueCaller = { ...(await authenticate(request)), worker: workerCallOf(request), gone }
    const name = /^AmazonSQS\.(\w{1,60})$/.exec(String(request.headers['x-amz-target']))?.[1] ?? ''
    if (sending.includes(name))
      throw new QueueFault('ACCESS_DENIED', 'Tasks come into a queue by their workqueues only')
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (!operation) throw new QueueFault('UNSUPPORTED')
    if (name === 'ReceiveMessage') {
      const { aliasId } = caller.alias
      touch(aliasId, clock.now()).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the last poll of a worker alias could not be noted')
      })
    }
    const result = await operation(caller, parseBody(request))
    return reply.type(jsonProtocol).header('x-amzn-requestid', request.id).send(JSON.stringify(result))
  }

  const schema = { summary: 'Receive and acknowledge tasks with a client of Amazon SQS' }
  for (const url of ['/', '/queue', '/queue/*'])
    app.post(url, { config: { platformAccess: 'signed' }, schema, bodyLimit: BODY_LIMIT }, answer)
}

function parseBody(request: FastifyRequest): unknown {
  if (!request.headers['content-type']?.startsWith(jsonProtocol))
    throw new QueueFault('UNSUPPORTED', `Only ${jsonProtocol} is spoken here`)
  try {
    return JSON.parse(String(request.queueBody ?? ''))
  } catch (error) {
    throw new QueueFault('INVALID_PARAMETER', `The body is not JSON: ${toError(error).message}`)
  }
}

/** Aborted when the connection closes before the answer was written. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Busy workers poll many times a second; the statement is only sent when it would write. */
function createTouch(db: Kysely<Database>) {
  const touched = new Map<string, number>()
  return async (aliasId: string, now: number): Promise<void> => {
    if (Math.abs(now - (touched.get(aliasId) ?? -Infinity)) < LAST_POLL_STEP_MS) return
    touched.set(aliasId, now)
    await touchAlias(db, aliasId, new Date(now))
  }
}

function answerFault(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = refusalOf(thrown) ?? outerFault(thrown, request)
  const { status, headers, body } = answerOfFault(fault)
  if (status >= 500) logFailure(request, thrown, 'a call to the queue endpoint failed')
  return reply
    .code(status)
    .headers({ ...headers, 'x-amzn-requestid': request.id })
    .type(jsonProtocol)
    .send(JSON.stringify(body))
}

function outerFault(thrown: unknown, request: FastifyRequest): QueueFault {
  const { statusCode, message } = asAppError(thrown, request)
  if (statusCode === 413) return new QueueFault('TOO_LARGE')
  if (statusCode < 500) return new QueueFault('INVALID_PARAMETER', message)
  return new QueueFault(statusCode === 503 || statusCode === 507 ? 'UNAVAILABLE' : 'INTERNAL')
}
