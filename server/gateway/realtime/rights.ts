import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { wholeAccount, type ViewerScope } from '#shared/lib/viewers.ts'
import { workqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { readers } from '../lib/readers.ts'
import { asText, entityOf, isWire } from '../lib/wire.ts'
import { callerOf, type Principal } from '../session/principal.ts'
import type { Upstream } from '../upstream/client.ts'

/** How long an answer of the platform is used, in milliseconds. */
export const RIGHTS_TTL = 30_000

/** Whether a user may read an entity, according to the platform's answer to the user's token. */
export type Verdict =
  /** `sees`: what a membership sees of its account. */
  { readable: true; appId: string; sees: ViewerScope } | { readable: false; sessionLost: boolean }

export interface Rights {
  /**
   * Asks `GET {path}`, or uses an answer not older than `maxAge` ms; simultaneous checks share one request.
   * Throws the AppError of the upstream client when the platform cannot answer.
   */
  check(principal: Principal, path: string, maxAge?: number): Promise<Verdict>
  /** Drops answers that are too old to be used. */
  dropExpired(): void
  /** Rights of an account (null: of any) have changed: earlier answers are no longer used. */
  forget(accountId: string | null): void
}

interface Answer {
  accountId: string | null
  askedAt: number
  verdict: Promise<Verdict>
}

const appIdOf = readers(workqueueSummary.pick({ appId: true })).referenceId('appId')

export function createRights(upstream: Upstream, clock: Clock): Rights {
  const answers = new Map<string, Answer>()
  let changes = 0

  async function ask(principal: Principal, path: string): Promise<Verdict> {
    try {
      const call = { method: 'GET', path, purpose: 'rights-check' } as const
      const entity = entityOf<{ appId: string }>(await upstream.request(callerOf(principal), call))
      return { readable: true, appId: appIdOf(entity) ?? '', sees: scopeIn(entity) }
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode >= 500 || error.statusCode === 429) throw error
      return { readable: false, sessionLost: error.statusCode === 401 }
    }
  }

  /** Asks again when rights have changed during the request. */
  async function askUntilUnchanged(principal: Principal, path: string): Promise<Verdict> {
    const before = changes
    const verdict = await ask(principal, path)
    return before === changes ? verdict : askUntilUnchanged(principal, path)
  }

  return {
    check(principal, path, maxAge = RIGHTS_TTL) {
      const accountId = principal.account?._id ?? null
      const key = `${principal.sid} ${accountId ?? ''} ${path}`
      const known = answers.get(key)
      if (known && clock.monotonic() - known.askedAt < maxAge) return known.verdict
      const verdict = askUntilUnchanged(principal, path)
      const answer: Answer = { accountId, askedAt: clock.monotonic(), verdict }
      answers.set(key, answer)
      // A failure is no answer, and an invalid token says nothing about its successor, so neither is kept.
      const forget = () => answers.get(key) === answer && answers.delete(key)
      answer.verdict.then((verdict) => !verdict.readable && verdict.sessionLost && forget(), forget)
      return answer.verdict
    },
    dropExpired() {
      const limit = clock.monotonic() - RIGHTS_TTL
      for (const [key, { askedAt }] of answers) if (askedAt <= limit) answers.delete(key)
    },
    forget(accountId) {
      changes++
      for (const [key, answer] of answers)
        if (accountId === null || answer.accountId === accountId) answers.delete(key)
    },
  }
}

/** What a membership sees, as the platform answers it; any other entity bounds nothing. */
function scopeIn(entity: unknown): ViewerScope {
  if (!isWire(entity) || entity['role'] !== 'viewer') return wholeAccount
  const { apps, payloads } = entity
  const ids = (Array.isArray(apps) ? apps : []).flatMap((app: unknown) => asText(app) ?? [])
  return { apps: ids, payloads: payloads === 'hidden' ? 'hidden' : 'shown' }
}

/** Calls that may reduce rights: those of memberships, collaborators and team members. */
const paths =
  /^(?:accounts\/([^/]+)\/memberships|apps\/[^/]+\/collaborators|teams\/[^/]+\/members)\/[^/]+\/?$/i

/** Changes of rights that this gateway has passed to the platform. */
export interface RightsChanges {
  /** The listener gets the account of the change, null when it is unknown. */
  onChange(listener: (accountId: string | null) => void): void
  /** The same client, which reports its changes. */
  observe(upstream: Upstream): Upstream
  /** Called after a successful call, with its path below `/api/` and the account of the caller. */
  onCallDone(method: string, path: string, accountId: string | null): void
}

export function createRightsChanges(): RightsChanges {
  const listeners = new Set<(accountId: string | null) => void>()
  const changes: RightsChanges = {
    onChange: (listener) => void listeners.add(listener),
    observe: (upstream) => ({
      ...upstream,
      async request<T>(...[caller, call]: Parameters<Upstream['request']>): Promise<T> {
        const answer = await upstream.request<T>(caller, call)
        changes.onCallDone(call.method, call.path, caller?.accountId ?? null)
        return answer
      },
    }),
    onCallDone(method, path, accountId) {
      const [found, named] = (method !== 'GET' && paths.exec(path)) || []
      if (found) for (const listener of listeners) listener(named ?? accountId)
    },
  }
  return changes
}

/**
 * Reports the changes of calls under `/api`. Registered before the proxy, because it observes its answers.
 */
export const rightsChangesPlugin = fp(
  async (app: FastifyInstance, { changes }: { changes: RightsChanges }) => {
    app.addHook('onResponse', (request, reply, next) => {
      const path = request.raw.url?.split('?', 1)[0] ?? ''
      const passed = request.method !== 'GET' && path.startsWith('/api/') && reply.statusCode < 300
      // Decoded like in the router of the platform; paths that cannot be decoded were refused.
      if (passed)
        changes.onCallDone(
          request.method,
          decodeURIComponent(path.slice('/api/'.length)),
          request.principal?.account?._id ?? null,
        )
      next()
    })
  },
  { name: 'rights-changes' },
)
