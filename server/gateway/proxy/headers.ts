import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../session/principal.ts'
import { platformHeaders, revealHeader, traceOf } from '../upstream/call.ts'

/** The caller's headers that the platform needs. All others are dropped. */
const passedIn = [
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'range',
] as const

/** The platform's headers that a caller may see. */
const passedOut = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
]

/**
 * The headers of the platform request: with a session its bearer token and account, without one the caller's own. The
 * caller's `Connection` header is ignored: headers that it could name are either not passed or set here.
 */
export function requestHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  copy(passedIn, request.headers, headers)
  if (request.body) {
    // Only JSON gets this far. The platform must not depend on the spelling of the content type.
    headers['content-type'] = 'application/json'
    copy(['content-length'], request.headers, headers)
  }
  // Answers under `/api` are not masked, so every read of an entity with secrets is audited.
  if (request.method === 'GET') Object.assign(headers, revealHeader('all, by /api'))
  const { principal } = request
  if (principal) return Object.assign(headers, platformHeaders(callerOf(principal), traceOf(request)))
  copy(['authorization', 'account-id'], request.headers, headers)
  return Object.assign(headers, platformHeaders(null, traceOf(request)))
}

/**
 * The headers of the answer, by `names`. The platform's own origin, which callers cannot reach, is removed from
 * `location`.
 */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  platformUrl: string,
  names: readonly string[] = passedOut,
): Record<string, string> {
  const passed: Record<string, string> = {}
  copy(names, headers, passed)
  if (passed['location']) passed['location'] = outerLocation(passed['location'], platformUrl)
  return passed
}

function copy(names: readonly string[], from: IncomingHttpHeaders, to: Record<string, string>) {
  for (const name of names) {
    const value = from[name]
    // A list means that a single-value header occurred twice, and it is unknown which one is right.
    if (typeof value === 'string') to[name] = value
  }
}

function outerLocation(location: string, platformUrl: string): string {
  const base = new URL(platformUrl)
  if (!URL.canParse(location, base)) return '/'
  const target = new URL(location, base)
  if (target.origin !== base.origin) return location
  const prefix = base.pathname.replace(/\/$/, '')
  const path = target.pathname.startsWith(`${prefix}/`)
    ? target.pathname.slice(prefix.length)
    : target.pathname
  return path + target.search + target.hash
}
