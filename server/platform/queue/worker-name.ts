import type { FastifyRequest } from 'fastify'
import { WORKER_HOST_HEADER, WORKER_VERSION_HEADER } from '#shared/domains/queues/contract.ts'
import { sourceOf } from '../auth/caller.ts'
import type { WorkerOrigin } from '../queues/pollers.ts'

/** As long as in a report. */
const MAX_HOST = 253
const MAX_VERSION = 100

/** What a call to the queue endpoint says of the process that makes it. A header that is no plain text is ignored. */
export function workerCallOf(request: FastifyRequest): WorkerOrigin {
  const hostName = plainText(request.headers[WORKER_HOST_HEADER], MAX_HOST)
  const version = plainText(request.headers[WORKER_VERSION_HEADER], MAX_VERSION)
  return { name: hostName === null ? null : { hostName, version }, source: sourceOf(request) }
}

/** The host that a call of a worker names, else the address that it came from. */
export function workerHost(request: FastifyRequest): string {
  const { name, source } = workerCallOf(request)
  return name?.hostName ?? source
}

/** Printable ASCII of at most that length, trimmed; null for anything else. */
function plainText(value: string | string[] | undefined, max: number): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.length <= max && /^[\x20-\x7e]+$/.test(text) ? text : null
}
