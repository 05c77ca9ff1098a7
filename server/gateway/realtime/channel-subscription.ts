import type { ViewerScope } from '#shared/lib/viewers.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { callerOf } from '../session/principal.ts'
import type { Upstream } from '../upstream/client.ts'
import type { Call, UpstreamCall } from '../upstream/call.ts'
import type { HubCounters } from './broadcast.ts'
import { createChannel, type Channel } from './channel.ts'
import { createGroup, type Group, type GroupSeed, type Member, type Viewer } from './group.ts'
import type { LiveField, LiveTopic } from './live-field.ts'
import type { LiveSource } from './live-source.ts'
import type { FlushScheduler } from './flush-scheduler.ts'
import { withinScope } from './viewer-scopes.ts'
import { WINDOW_AGE } from './window.ts'

/** Groups without members that one channel keeps. */
const MAX_EMPTY_GROUPS = 1000

/** Maximum number of tokens tried for one call. */
const MAX_TOKENS_TRIED = 3

/** The subscription of the gateway to one channel, with the groups of viewers that share it. */
export interface ChannelSubscription {
  channel: Channel
  /** The group with that key; if missing, created from the seed, with a new filter. */
  groupOf(seed: Omit<GroupSeed, 'filter' | 'since'>, createFilter: LiveTopic['createFilter']): Group
  join(group: Group, member: Member, viewer: Viewer): void
  leave(group: Group, member: Member): void
  /** Groups that have members. */
  occupiedGroups(): number
  stop(): void
}

export interface ChannelSubscriptionDeps {
  /**
   * The topic of the first subscriber; all except its filter is the same for every subscriber of the channel.
   */
  topic: Omit<LiveTopic, 'createFilter'>
  field: LiveField
  /** What its viewers see of the account. */
  scope: ViewerScope
  source: LiveSource
  upstream: Upstream
  flushScheduler: FlushScheduler
  counters: HubCounters
  firstTime: (fault: string) => boolean
  clock: Clock
  log: Logger
  /** How long the subscription to a channel of the service outlives its last viewer, in milliseconds. */
  lingerMs: number
  /** Called when the subscription has ended. */
  onEnd: () => void
}

export function createChannelSubscription(deps: ChannelSubscriptionDeps): ChannelSubscription {
  const {
    topic,
    field,
    scope,
    source,
    upstream,
    flushScheduler,
    counters,
    firstTime,
    clock,
    log,
    lingerMs,
    onEnd,
  } = deps
  const viewers = new Map<Member, Viewer>()
  // Events that are made with the tokens of viewers need a viewer.
  const delay = topic.subscribe ? 0 : lingerMs
  let lingerTimer: NodeJS.Timeout | undefined

  /** Calls with the token of the first viewer, then with those of the next ones if the platform refuses. */
  const call: Call = async (what) => {
    // The error makes every client read again, so a resuming viewer misses nothing.
    let refusal = new AppError('UNAVAILABLE')
    const tried = new Set<string>()
    for (const viewer of viewers.values()) {
      const caller = callerOf(viewer.principal())
      if (tried.has(caller.token)) continue
      if (tried.size === MAX_TOKENS_TRIED) break
      tried.add(caller.token)
      try {
        return await upstream.request(caller, what)
      } catch (error) {
        if (!(error instanceof AppError) || !concernsCaller(error, what)) throw error
        refusal = error
      }
    }
    throw refusal
  }

  const { read: reader } = topic
  const channel = createChannel({
    name: topic.channel,
    appId: topic.appId,
    field,
    read: reader && ((id) => reader.read(call, id)),
    maxWaiting: reader?.maxWaiting ?? 0,
    unavailable: source.state() === 'down',
    counters,
    firstTime,
    clock,
    log,
  })
  const { groups, position } = channel.broadcast
  const listener = withinScope(scope, topic, channel)
  const unsubscribe = topic.subscribe
    ? topic.subscribe(call, listener, scope)
    : source.subscribe(topic.channel, listener)

  /** An empty group is kept as long as its members may resume. */
  function dropEmptyGroups(): void {
    const empty = [...groups.values()].filter(({ members }) => !members.size)
    const oldest = clock.monotonic() - WINDOW_AGE
    const gone = empty.filter(
      ({ emptySince }, index) => (emptySince ?? 0) < oldest || index < empty.length - MAX_EMPTY_GROUPS,
    )
    for (const { key } of gone) groups.delete(key)
    if (gone.length) channel.groupsChanged()
  }

  function stop(): void {
    clearTimeout(lingerTimer)
    unsubscribe()
  }

  return {
    channel,
    groupOf(seed, createFilter) {
      const known = groups.get(seed.key)
      if (known) return known
      const filter = createFilter?.() ?? null
      const group = createGroup(
        { ...seed, filter, since: position().offset },
        flushScheduler,
        (delivered, dropped) => {
          counters.deliveries += delivered
          counters.dropped += dropped
        },
      )
      groups.set(seed.key, group)
      channel.groupsChanged()
      return group
    },
    join(group, member, viewer) {
      clearTimeout(lingerTimer)
      group.join(member)
      viewers.set(member, viewer)
    },
    leave(group, member) {
      group.leave(member)
      viewers.delete(member)
      if (!group.members.size) {
        group.emptySince = clock.monotonic()
        dropEmptyGroups()
      }
      if (viewers.size) return
      clearTimeout(lingerTimer)
      lingerTimer = setTimeout(() => {
        stop()
        onEnd()
      }, delay).unref()
    },
    occupiedGroups: () => [...groups.values()].filter(({ members }) => members.size).length,
    stop,
  }
}

/**
 * Whether a refusal may concern only this viewer. The platform answers 404 to a user who was removed from the
 * account; for a rights check 403 and 404 are the answer.
 */
function concernsCaller({ statusCode }: AppError, { purpose }: UpstreamCall): boolean {
  return statusCode === 401 || (purpose !== 'rights-check' && (statusCode === 403 || statusCode === 404))
}
