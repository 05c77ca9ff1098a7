import { scopeKey, type ViewerScope } from '#shared/lib/viewers.ts'
import type { TaskCountEventData } from '#shared/domains/tasks/constants.ts'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { asMoment, asText, isWire } from '#server/gateway/lib/wire.ts'
import type { Principal } from '#server/gateway/session/principal.ts'
import { createFirstTimes } from '#server/gateway/realtime/first-times.ts'
import type { LiveListener, LiveSource } from '#server/gateway/realtime/live-source.ts'
import type { Rights } from '#server/gateway/realtime/rights.ts'
import type { ViewerScopes } from '#server/gateway/realtime/viewer-scopes.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { createAppRights } from './app-rights.ts'
import {
  createBacklogCounters,
  SAMPLES_AGE,
  type LiveBacklogRow,
  type CountedEvent,
  type BacklogCounters,
} from './counters.ts'
import { createGlobalTasks } from './global-tasks.ts'
import { createBacklogReader, type LoadBacklog } from './backlog-reader.ts'

/** Changed rows are collected for this long and sent together. */
const REPORT_DELAY = 250

interface AccountBacklog {
  counters: BacklogCounters
  reader: ReturnType<typeof createBacklogReader>
  apps: ReturnType<typeof createAppRights>
  /** Those that its events are sent to. */
  listeners: Set<LiveListener>
  /** When the account was last viewed, by the monotonic clock. */
  used: number
}

/** An account, and what its viewers see of it. */
interface BacklogScope {
  accountId: string
  scope: ViewerScope
}

export interface BacklogsDeps {
  source: LiveSource
  rights: Rights
  scopes: ViewerScopes
  clock: Clock
  log: Logger
}

export type Backlogs = ReturnType<typeof createBacklogs>

declare module '#server/gateway/graphql/context.ts' {
  interface DomainContext {
    backlogs: Backlogs
  }
}

/**
 * The backlog of every account that has viewers. The platform is read at most every five seconds for all
 * viewers; in between the counters change with the events of the global channel.
 */
export function createBacklogs({ source, rights, scopes, clock, log }: BacklogsDeps) {
  const accounts = new Map<string, AccountBacklog>()
  const globalTasks = createGlobalTasks(source)
  const counters = { events: 0, unknownStatuses: 0 }
  const firstTime = createFirstTimes()

  /** Users who see different apps have counters of their own. */
  function accountBacklog({ accountId, scope }: BacklogScope): AccountBacklog {
    const key = `${accountId}\n${scopeKey(scope)}`
    const now = clock.monotonic()
    for (const [id, { used, reader, listeners }] of accounts)
      if (!reader.isUnderWay() && listeners.size === 0 && used < now - SAMPLES_AGE) accounts.delete(id)
    let account = accounts.get(key)
    if (!account) {
      const counters = createBacklogCounters(clock.now)
      const reader = createBacklogReader(counters, { rights, clock })
      const apps = createAppRights(clock)
      accounts.set(key, (account = { counters, reader, apps, listeners: new Set(), used: now }))
    }
    account.used = now
    return account
  }

  /** Counted, and logged once per status. */
  function onUnknownStatus(status: string, error: unknown): void {
    counters.unknownStatuses++
    if (firstTime(status)) log.error({ err: toError(error) }, 'unknown status in a backlog event')
  }

  return {
    counters,

    /**
     * The rows of an account. `load` calls the platform with the token of `principal`, if it has to be asked;
     * otherwise only the right is checked. Throws what `load` throws, and NOT_FOUND.
     */
    async read(accountId: string, principal: Principal, load: LoadBacklog): Promise<LiveBacklogRow[]> {
      const { counters, reader } = accountBacklog({ accountId, scope: await scopes.of(principal) })
      await reader.refresh(principal, load)
      return counters.rows()
    },

    /**
     * Sends `listener` the rows that events change; returns a function that stops it. `call` uses the token
     * of a viewer who has that scope.
     */
    subscribe(of: BacklogScope, call: Call, listener: LiveListener): () => void {
      const account = accountBacklog(of)
      account.listeners.add(listener)
      const changed = new Map<string, LiveBacklogRow>()
      let timer: NodeJS.Timeout | null = null

      const report = () => {
        timer = null
        const rows = [...changed.values()]
        changed.clear()
        listener.onEvent('update', rows)
      }
      const count = (event: CountedEvent) => {
        try {
          account.used = clock.monotonic()
          counters.events++
          const row = account.counters.apply(event)
          if (row) changed.set(row._id, row)
          if (row) timer ??= setTimeout(report, REPORT_DELAY).unref()
        } catch (error) {
          onUnknownStatus(event.status, error)
        }
      }
      const unsubscribe = globalTasks.subscribe({
        onReady() {
          account.reader.expire()
          listener.onReady()
        },
        onUnavailable: () => listener.onUnavailable(),
        onEvent(_event, data) {
          for (const one of Array.isArray(data) ? data : [data]) {
            const event = countedEvent(one)
            if (event) account.apps.ifReadable(call, event.appId, () => count(event))
          }
        },
      })
      return () => {
        if (timer) clearTimeout(timer)
        account.listeners.delete(listener)
        unsubscribe()
      }
    },
  }
}

/** The counted fields of an event; null for data of another form. */
function countedEvent(data: unknown): (CountedEvent & { appId: string }) | null {
  if (!isWire(data)) return null
  const textOf = (key: keyof TaskCountEventData) => asText(data[key]) ?? ''
  const [type, status] = [textOf('type'), textOf('status')]
  const at = Date.parse(asMoment(data['at' satisfies keyof TaskCountEventData]) ?? '')
  if (!type || !status || Number.isNaN(at)) return null
  return { type, status, at, alias: textOf('alias'), appId: textOf('appId') }
}
