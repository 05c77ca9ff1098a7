import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, request, type Dispatcher } from 'undici'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import { hostOf, portOf, type AddressPolicy } from './address-policy.ts'

/** How long a request may take in all, redirects and body included, in milliseconds. */
const LIMIT_MS = 10_000
/** Bytes of an answer that are read; the rest is not waited for. */
const MAX_ANSWER = 64 * 1024
const MAX_REDIRECTS = 3
/** Redirects that repeat the request as it is. */
const redirects = new Set([301, 302, 307, 308])

/** Why there is no answer; `isFinal`: another try would end the same. */
export class DeliveryFault extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

export interface WebAnswer {
  status: number
  /** Its first bytes, at most 64 KiB. */
  text: string
  /** The value of `Retry-After`. */
  retryAfter: string | null
}

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

const resolveBySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

export interface WebRequestOptions {
  policy: AddressPolicy
  resolve?: Resolve | undefined
  limitMs?: number | undefined
}

/**
 * Posts JSON to an address of the web and follows at most 3 redirects. Every address is checked when the connection to
 * it is made, with what the name was resolved to: a forbidden one is never connected to. Throws DeliveryFault.
 */
export async function postJson(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { policy, resolve = resolveBySystem, limitMs = LIMIT_MS }: WebRequestOptions,
): Promise<WebAnswer> {
  const signal = AbortSignal.timeout(limitMs)
  let target = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (policy.isForbidden(target)) throw new DeliveryFault(alertFaults.forbidden, true)
    const dispatcher = new Agent({
      connect: { lookup: checkedLookup(target, policy, resolve), timeout: limitMs },
      pipelining: 0,
    })
    try {
      const answer = await request(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'workforce-console', ...headers },
        body,
        dispatcher,
        signal,
      })
      const next = redirectOf(answer, target)
      if (next === null) return await answerOf(answer)
      target = next
    } catch (error) {
      throw faultOfRequest(error, limitMs)
    } finally {
      // Also ends what is left of an answer that is too large, or of a redirect.
      await dispatcher.destroy()
    }
  }
  throw new DeliveryFault(alertFaults.redirects)
}

/** Resolves a name once and hands on only addresses that were checked, so that no second look can find others. */
function checkedLookup(url: URL, policy: AddressPolicy, resolve: Resolve): LookupFunction {
  const [host, port] = [hostOf(url), portOf(url)]
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found
        if (!first) done(new DeliveryFault(alertFaults.unknownHost), '', 0)
        else if (!found.every(({ address }) => policy.mayReach({ host, port, address })))
          done(new DeliveryFault(alertFaults.forbidden, true), '', 0)
        else if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
}

/** Where an answer sends the request to; null for one that does not. Never from https to http. */
function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | null {
  const { location } = headers
  if (!redirects.has(statusCode) || typeof location !== 'string') return null
  const next = URL.canParse(location, from.href) ? new URL(location, from.href) : null
  const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && from.protocol === 'http:')
  if (!next || !isSafe) throw new DeliveryFault(alertFaults.status(statusCode))
  return next
}

async function answerOf({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<WebAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= MAX_ANSWER) break
  }
  const retryAfter = headers['retry-after']
  return {
    status: statusCode,
    text: Buffer.concat(parts).subarray(0, MAX_ANSWER).toString(),
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  }
}

/** A fault in the words of deliveries; texts of the system could name addresses of this network. */
function faultOfRequest(error: unknown, limitMs: number): DeliveryFault {
  if (error instanceof DeliveryFault) return error
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown }
  if (cause instanceof DeliveryFault) return cause
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return new DeliveryFault(alertFaults.timeout(limitMs))
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new DeliveryFault(alertFaults.unknownHost)
  if (code === 'ECONNREFUSED') return new DeliveryFault(alertFaults.refused)
  if (code?.startsWith('ERR_TLS') || code?.includes('CERT')) return new DeliveryFault(alertFaults.certificate)
  return new DeliveryFault(alertFaults.broken)
}
