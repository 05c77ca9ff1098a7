import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../session/principal.ts'
import { platformHeaders, revealHeader, traceOf } from '../upstream/call.ts'

/** What of a caller's headers is of use to the platform. Everything else stays here, by not being named. */
const passedIn = [
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'range',
] as const

/** What of the platform's headers a caller may see. */
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
 * The headers sent on: with a session its bearer and account, without one the caller's own. A caller's
 * Connection header is not consulted: what it could name is either not passed or set by us.
 */
export function requestHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  copy(passedIn, request.headers, headers)
  if (request.body) {
    // Only JSON gets this far, however it was announced; what the platform reads must not hang on the spelling.
    headers['content-type'] = 'application/json'
    copy(['content-length'], request.headers, headers)
  }
  // Here nobody masks what an answer shows, so that each look at an entity with secrets is to be audited.
  if (request.method === 'GET') Object.assign(headers, revealHeader('all, by /api'))
  const { principal } = request
  if (principal) return Object.assign(headers, platformHeaders(callerOf(principal), traceOf(request)))
  copy(['authorization', 'account-id'], request.headers, headers)
  return Object.assign(headers, platformHeaders(null, traceOf(request)))
}

/** The headers passed back, by `names`. `location` loses the platform's own address, which callers cannot reach. */
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
    // A list means that a header came twice where one is meant: nothing tells which of them counts.
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
