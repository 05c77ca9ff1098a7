import { z } from 'zod'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { capabilities, type Capabilities } from '#shared/lib/features.ts'
import { entityOf } from '../lib/wire.ts'
import type { Trace, UpstreamCaller } from '../upstream/call.ts'
import type { Upstream } from '../upstream/client.ts'

/** How long an answer is used, in milliseconds. */
export const CAPABILITIES_MS = 3_600_000
/** How soon the call is repeated after the platform could not answer. */
export const CAPABILITIES_RETRY_MS = 10_000
/** Longest wait for an answer; features are shown later rather than a page. */
const WAIT_MS = 5_000
/** Accounts in the cache; the one that was read first is dropped. */
const MAX_ACCOUNTS = 10_000

/** Statuses that are about the caller or the moment, and say nothing about the platform. */
const ofCaller = new Set([401, 403, 408, 429])

/** What the platform of an account can do, by `GET capabilities`. */
export interface PlatformCapabilities {
  /**
   * The last answer for the account of that caller; null for a platform that does not have the call, or that has not
   * answered it yet. Never throws, and ends no session.
   */
  of(caller: UpstreamCaller, trace?: Trace): Promise<Capabilities | null>
  /**
   * The same for a page, which takes no features for a fact and asks again in an hour. Throws AppError UNAVAILABLE while the
   * platform has never answered, as at the start of a busy one.
   */
  told(caller: UpstreamCaller, trace?: Trace): Promise<Capabilities | null>
}

export interface CapabilitiesOptions {
  upstream: Upstream
  clock: Clock
  /** Changes with every new connection to the platform. Answers of earlier connections are read again. */
  connections: () => number
}

interface Known {
  /** Undefined: the platform has never answered. */
  answer: Capabilities | null | undefined
  until: number
  connection: number
}

/** A platform of its own may leave the version out. */
const answered = capabilities.extend({ version: z.string().catch('') })

const CALLER_REFUSED = Symbol('the answer is about the caller')
type Outcome = Known['answer'] | typeof CALLER_REFUSED

/**
 * Keeps one answer per account. A 4xx means no features; after a 5xx or no answer the last one stays in use. All
 * users of an account share one call.
 */
export function createCapabilities(options: CapabilitiesOptions): PlatformCapabilities {
  const { upstream, clock, connections } = options
  const known = new BoundedMap<string, Known>(MAX_ACCOUNTS)
  const running = new Map<string, Promise<Outcome>>()

  function keep(key: string, answer: Known['answer'], ms: number, connection: number): void {
    known.set(key, { answer, until: clock.monotonic() + ms, connection })
  }

  async function ask(key: string, caller: UpstreamCaller, trace: Trace): Promise<Outcome> {
    const connection = connections()
    const last = known.get(key)?.answer
    try {
      const signal = AbortSignal.timeout(WAIT_MS)
      const call = { method: 'GET', path: 'capabilities', purpose: 'rights-check', signal, ...trace } as const
      const read = answered.safeParse(entityOf(await upstream.request(caller, call)))
      keep(key, read.data ?? null, CAPABILITIES_MS, connection)
      return read.data ?? null
    } catch (error) {
      const status = error instanceof AppError ? error.statusCode : 500
      if (ofCaller.has(status)) return CALLER_REFUSED
      const answer = status < 500 ? null : last
      keep(key, answer, status < 500 ? CAPABILITIES_MS : CAPABILITIES_RETRY_MS, connection)
      return answer
    }
  }

  async function find(caller: UpstreamCaller, trace: Trace): Promise<Known['answer']> {
    const key = caller.accountId ?? ''
    const last = known.get(key)
    if (last && clock.monotonic() < last.until && last.connection === connections()) return last.answer
    const joined = running.get(key)
    const asked = joined ?? ask(key, caller, trace).finally(() => running.delete(key))
    if (!joined) running.set(key, asked)
    const outcome = await asked
    if (outcome !== CALLER_REFUSED) return outcome
    // The refused token was that of the user who asked first.
    return joined ? find(caller, trace) : null
  }

  return {
    of: async (caller, trace = {}) => (await find(caller, trace)) ?? null,
    async told(caller, trace = {}) {
      const answer = await find(caller, trace)
      if (answer === undefined) throw new AppError('UNAVAILABLE', 'The platform has not said what it can do')
      return answer
    },
  }
}
