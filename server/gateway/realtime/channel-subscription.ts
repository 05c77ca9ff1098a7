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
import { WINDOW_AGE } from './window.ts'

/** Groups without members that one channel keeps. */
const MAX_EMPTY_GROUPS = 1000

/** Sessions in whose names one thing is asked at most. */
const MAX_ASKED = 3

/** A channel that somebody listens to, or did a moment ago, with those who listen. */
export interface ChannelSubscription {
  channel: Channel
  /** The group of that key, made of the seed with a filter of its own when there is none yet. */
  groupOf(seed: Omit<GroupSeed, 'filter' | 'since'>, createFilter: LiveTopic['createFilter']): Group
  join(group: Group, member: Member, viewer: Viewer): void
  leave(group: Group, member: Member): void
  /** Groups that have members. */
  occupiedGroups(): number
  stop(): void
}

export interface ChannelSubscriptionDeps {
  /** Of the first subscriber; what is the channel's is the same in all of them. */
  topic: Omit<LiveTopic, 'createFilter'>
  field: LiveField
  source: LiveSource
  upstream: Upstream
  flushScheduler: FlushScheduler
  counters: HubCounters
  firstTime: (fault: string) => boolean
  clock: Clock
  log: Logger
  /** How long a channel of the service goes on after its last viewer, in milliseconds. */
  linger: number
  /** Called when that is over; nothing is followed any more. */
  onEnd: () => void
}

export function createChannelSubscription(deps: ChannelSubscriptionDeps): ChannelSubscription {
  const { topic, field, source, upstream, flushScheduler, counters, firstTime, clock, log, linger, onEnd } =
    deps
  const viewers = new Map<Member, Viewer>()
  // Events that are made in the names of viewers cannot be made without any.
  const lingerMs = topic.subscribe ? 0 : linger
  let leaving: NodeJS.Timeout | undefined

  /** Asks in the name of the viewer who came first, and of the next ones where the platform refuses that one. */
  const call: Call = async (what) => {
    // Who comes back must not miss it: everybody reads again.
    let refusal = new AppError('UNAVAILABLE')
    const asked = new Set<string>()
    for (const viewer of viewers.values()) {
      const caller = callerOf(viewer.principal())
      if (asked.has(caller.token)) continue
      if (asked.size === MAX_ASKED) break
      asked.add(caller.token)
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
  const unsubscribe = topic.subscribe
    ? topic.subscribe(call, channel)
    : source.subscribe(topic.channel, channel)

  /** A group that is empty is kept as long as its members may come back. */
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
    clearTimeout(leaving)
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
      clearTimeout(leaving)
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
      clearTimeout(leaving)
      leaving = setTimeout(() => {
        stop()
        onEnd()
      }, lingerMs).unref()
    },
    occupiedGroups: () => [...groups.values()].filter(({ members }) => members.size).length,
    stop,
  }
}

/**
 * Whether a refusal may mean this viewer alone. Whoever was removed from an account is told that nothing exists there
 * (contract section 8); to a check of rights 403 and 404 are the answer.
 */
function concernsCaller({ statusCode }: AppError, { purpose }: UpstreamCall): boolean {
  return statusCode === 401 || (purpose !== 'rights-check' && (statusCode === 403 || statusCode === 404))
}
