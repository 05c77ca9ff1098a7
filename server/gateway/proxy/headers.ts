import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/errors.ts'
import { callerOf } from '../session/principal.ts'
import { platformHeaders, revealHeader, traceOf } from '../upstream/call.ts'
import { makeInert } from './answer-types.ts'

/** The caller's headers that the platform needs. All others are dropped. */
const passedIn = [
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'range',
  'idempotency-key',
] as const

/** Headers of the sender of a hook: its id, time and signature. */
const isOfHook = (name: string) => name.startsWith('webhook-')

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
  if (request.method === 'POST') copy(Object.keys(request.headers).filter(isOfHook), request.headers, headers)
  if (Buffer.isBuffer(request.body)) {
    // Only JSON gets this far. The platform must not depend on the spelling of the content type.
    headers['content-type'] = 'application/json'
    headers['content-length'] = String(request.body.length)
  }
  // Answers under `/api` are not masked, so every read of an entity with secrets is audited.
  if (request.method === 'GET') Object.assign(headers, revealHeader('all, by /api'))
  const { principal } = request
  if (principal) return Object.assign(headers, platformHeaders(callerOf(principal), traceOf(request)))
  // A call that needs no session may have the cookie of one that has ended.
  if (!request.sessionCookieSent) copy(['authorization', 'account-id'], request.headers, headers)
  return Object.assign(headers, platformHeaders(null, traceOf(request)))
}

/** The headers with these names. */
export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  copy(names, headers, picked)
  return picked
}

/** How answers under `/api` are passed. */
export interface AnswerPolicy {
  platformUrl: string
  /** Whether a redirect may lead to another origin: to a program, or to the issuer of single sign-on. */
  redirectsAnywhere: boolean
}

/**
 * The headers of an answer under `/api`. Its body is made inert. The platform's own origin, which callers cannot reach,
 * is removed from `location`. Throws BAD_GATEWAY for a redirect that would lead a browser to another origin.
 */
export function answerHeaders(
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
  { platformUrl, redirectsAnywhere }: AnswerPolicy,
): Record<string, string> {
  const passed = pickHeaders(headers, passedOut)
  const { location } = passed
  if (location !== undefined) {
    const inner = outerLocation(location, platformUrl)
    if (inner !== undefined) passed['location'] = inner
    else if (redirectsAnywhere && /^https?:/i.test(location)) passed['location'] = location
    else if (status >= 300 && status < 400)
      throw new AppError('BAD_GATEWAY', 'The platform redirected to another address')
    else delete passed['location']
  }
  if (status !== 204 && status !== 304 && passed['content-length'] !== '0') makeInert(passed)
  return passed
}

function copy(names: readonly string[], from: IncomingHttpHeaders, to: Record<string, string>) {
  for (const name of names) {
    const value = from[name]
    // A list means that a single-value header occurred twice, and it is unknown which one is right.
    if (typeof value === 'string') to[name] = value
  }
}

/** The address as path, query and fragment of this origin; undefined when it is not the platform's. */
function outerLocation(location: string, platformUrl: string): string | undefined {
  const base = new URL(platformUrl)
  if (!URL.canParse(location, base)) return undefined
  const target = new URL(location, base)
  if (target.origin !== base.origin) return undefined
  const prefix = base.pathname.replace(/\/$/, '')
  const path = target.pathname.startsWith(`${prefix}/`)
    ? target.pathname.slice(prefix.length)
    : target.pathname
  // A browser reads the text after two slashes, or a slash and a backslash, as another host.
  if (/^\/[/\\]/.test(path)) return undefined
  return path + target.search + target.hash
}
