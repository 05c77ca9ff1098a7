import type { FastifyReply, FastifyRequest } from 'fastify'

type Headers = Record<string, string | string[]>

/**
 * What a fake platform does with the next requests. A platform that refuses connections is a stopped one.
 * - `ok`: answers
 * - `hang`: accepts the request and is silent until it is released
 * - `reset`: cuts the connection
 * - `flood`: answers without an end, as fast as the reader reads
 * - `status`: that answer; 503 with or without `retry-after`, unknown statuses
 * - `trickle`: that body, a byte at a time
 * - `cut`: announces that body, sends half of it and cuts the connection
 * - `change`: answers a modified answer: see `withoutFields` and similar functions
 */
export type Fault =
  | 'ok'
  | 'hang'
  | 'reset'
  | 'flood'
  | { status: number; body?: string; headers?: Headers }
  | { trickle: string; everyMs?: number }
  | { cut: string }
  | { change: (answer: unknown) => unknown }

const json = { 'content-type': 'application/json; charset=utf-8' }
const floodChunk = Buffer.alloc(64 * 1024, 'x')

/**
 * Does what the fault says; `release` resolves when hanging requests may continue. `change` applies to the
 * answer.
 */
export async function applyFault(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  release: () => Promise<void>,
): Promise<void> {
  if (fault === 'ok') return
  if (fault === 'hang') return release()
  if (typeof fault === 'object' && 'change' in fault) return
  reply.hijack()
  if (fault === 'reset') request.raw.socket.resetAndDestroy()
  else if (fault === 'flood') flood(reply)
  else if ('status' in fault) answer(reply, fault)
  else if ('trickle' in fault) trickle(reply, fault.trickle, fault.everyMs ?? 1_000)
  else cut(reply, fault.cut)
}

/** Bypasses the framework, which refuses to send an unknown status. */
function answer({ raw }: FastifyReply, fault: { status: number; body?: string; headers?: Headers }): void {
  const { status, body = '', headers } = fault
  const length = status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(body) }
  raw.writeHead(status, { ...length, ...headers }).end(body)
}

function flood({ raw }: FastifyReply): void {
  raw.writeHead(200, json)
  const pour = () => {
    while (!raw.destroyed && raw.write(floodChunk)) continue
  }
  raw.on('drain', pour)
  pour()
}

function trickle({ raw }: FastifyReply, body: string, everyMs: number): void {
  const bytes = Buffer.from(body)
  let sent = 0
  raw.writeHead(200, { ...json, 'content-length': bytes.length })
  const timer = setInterval(() => {
    raw.write(bytes.subarray(sent, ++sent))
    if (sent < bytes.length) return
    clearInterval(timer)
    raw.end()
  }, everyMs)
  raw.on('close', () => clearInterval(timer))
}

function cut({ raw }: FastifyReply, body: string): void {
  const bytes = Buffer.from(body)
  raw.writeHead(200, { ...json, 'content-length': bytes.length })
  raw.write(bytes.subarray(0, bytes.length / 2), () => raw.destroy())
}

/** Every entity of an answer changed by `change`, at any depth. */
function eachEntity(change: (entity: Record<string, unknown>) => object): (answer: unknown) => unknown {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const visited = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]))
    return '_id' in visited ? change(visited) : visited
  }
  return visit
}

/** Removes these fields from entities. */
export const withoutFields = (...names: string[]) => ({
  change: eachEntity((entity) =>
    Object.fromEntries(Object.entries(entity).filter(([name]) => !names.includes(name))),
  ),
})

/** Gives entities an unknown status. */
export const withUnknownStatus = (status = 'hibernating') => ({
  change: eachEntity((entity) => ('status' in entity ? { ...entity, status } : entity)),
})

/** Entities with unknown fields, among them names that every object has. */
export const withUnknownFields = () => ({
  change: eachEntity((entity) => ({
    ...entity,
    futureField: { nested: [1, 'two', null] },
    constructor: 'x',
    toString: 7,
  })),
})
