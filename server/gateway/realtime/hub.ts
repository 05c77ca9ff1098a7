import type { GraphQLSchema } from 'graphql'
import type { LivePosition } from '../../../shared/realtime/extensions.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Call } from '../graphql/context.ts'
import type { PreparedOperation } from '../graphql/documents.ts'
import type { Principal } from '../session/principal.ts'
import type { Upstream } from '../upstream/client.ts'
import { callerOf } from '../upstream/headers.ts'
import type { HubCounters } from './broadcast.ts'
import { createChannel, type Channel } from './channel.ts'
import { createGroup, sendTo, type Group, type Member } from './group.ts'
import type { LiveField, LiveTopic } from './live-field.ts'
import { prepareLiveOperation, type BoundOperation, type LiveOperation } from './live-operation.ts'
import type { LiveSource } from './live-source.ts'
import type { Rights } from './rights.ts'
import type { Turn } from './turn.ts'
import { WINDOW_AGE } from './window.ts'
import type { Writer } from './writer.ts'

/** Groups without members that one channel keeps. */
const MAX_EMPTY_GROUPS = 1000

/** How long a channel is followed after its last viewer has left, in milliseconds. */
export const CHANNEL_LINGER = WINDOW_AGE

/** Who subscribes: a socket, or anything that can take frames. */
export interface Viewer {
  /** The session's principal as it is now; its token changes over time. */
  principal(): Principal
  writer: Writer
}

export interface Subscription {
  /** The path that must stay readable: `apps/{id}` or `account`. */
  right: string
  /** Tells this subscriber to read again. */
  resync(): void
  /** Leaves; a second call does nothing. */
  end(): void
}

/** Joins viewers with channels: rights once, groups, one execution per event (design section 4). */
export interface Hub {
  /**
   * Checks form and right and joins. A client that says where it stood gets what it missed since, if that is still
   * kept; everybody else is told to read again. `wanted` is asked after the platform has answered: a client may have
   * left in the meantime, then null. Throws AppError: BAD_REQUEST, NOT_FOUND, SESSION_ENDED, or that of the
   * upstream client.
   */
  subscribe(
    viewer: Viewer,
    id: string,
    operation: PreparedOperation,
    variables: Record<string, unknown> | null | undefined,
    from: LivePosition | null,
    wanted: () => boolean,
  ): Promise<Subscription | null>
  counters: Readonly<HubCounters>
  /** Channels followed and groups in them, for metrics. */
  size(): { channels: number; groups: number }
  stop(): void
}

export interface HubDeps {
  schema: GraphQLSchema
  fields: readonly LiveField[]
  source: LiveSource
  rights: Rights
  upstream: Upstream
  turn: Turn
  clock: Clock
  log: Logger
  channelLinger?: number
}

interface Followed {
  channel: Channel
  viewers: Map<Member, Viewer>
  unfollow: () => void
  leaving: NodeJS.Timeout | null
}

export function createHub(deps: HubDeps): Hub {
  const { schema, source, rights, turn, clock, log, channelLinger = CHANNEL_LINGER } = deps
  const fields = new Map(deps.fields.map((field) => [field.name, field]))
  const followed = new Map<string, Followed>()
  const operations = new WeakMap<PreparedOperation, LiveOperation>()
  const operationKeys = new WeakMap<LiveOperation, number>()
  let operationCount = 0
  const counters: HubCounters = {
    events: 0,
    executions: 0,
    deliveries: 0,
    dropped: 0,
    resyncs: 0,
    resumes: 0,
    rowReads: 0,
    malformed: 0,
    unknownStatuses: 0,
  }

  function liveOperation(prepared: PreparedOperation): LiveOperation {
    let operation = operations.get(prepared)
    if (!operation) {
      operation = prepareLiveOperation(schema, fields, prepared)
      operations.set(prepared, operation)
      operationKeys.set(operation, operationCount++)
    }
    return operation
  }

  async function checkRight(principal: Principal, topic: LiveTopic): Promise<void> {
    const verdict = await rights.check(principal, topic.entityPath ?? rightOf(topic))
    if (!verdict.readable) throw new AppError(verdict.sessionLost ? 'SESSION_ENDED' : 'NOT_FOUND')
    if (topic.entityPath && verdict.appId !== topic.appId) throw new AppError('NOT_FOUND')
  }

  function follow(topic: LiveTopic, field: LiveField): Followed {
    const known = followed.get(topic.channel)
    if (known) {
      if (known.leaving) clearTimeout(known.leaving)
      known.leaving = null
      return known
    }
    const viewers = new Map<Member, Viewer>()
    const { read: reader } = topic
    const channel = createChannel({
      name: topic.channel,
      field,
      read: reader && ((id) => reader.read(callOf(viewers), id)),
      maxWaiting: reader?.maxWaiting ?? 0,
      counters,
      clock,
      log,
    })
    const entry: Followed = { channel, viewers, unfollow: () => {}, leaving: null }
    followed.set(topic.channel, entry)
    entry.unfollow = topic.follow
      ? topic.follow(callOf(viewers), channel)
      : source.subscribe(topic.channel, channel)
    return entry
  }

  /** Asks in the name of the viewer who came first. */
  function callOf(viewers: Map<Member, Viewer>): Call {
    return async (what) => {
      const viewer = viewers.values().next().value
      // Who comes back must not miss it: everybody reads again.
      if (!viewer) throw new AppError('UNAVAILABLE')
      return deps.upstream.request(callerOf(viewer.principal()), what)
    }
  }

  function groupOf(
    channel: Channel,
    viewer: Viewer,
    operation: LiveOperation,
    bound: BoundOperation,
    topic: LiveTopic,
  ) {
    const account = viewer.principal().account?._id ?? ''
    const key = JSON.stringify([account, operationKeys.get(operation), bound.args, bound.shareKey])
    const { groups, position } = channel.broadcast
    let group = groups.get(key)
    if (!group) {
      const { variables, shareKey } = bound
      const filter = topic.createFilter?.() ?? null
      const since = position().offset
      group = createGroup(
        { key, operation, variables, shareKey, filter, since },
        turn,
        (delivered, dropped) => {
          counters.deliveries += delivered
          counters.dropped += dropped
        },
      )
      groups.set(key, group)
      channel.groupsChanged()
    }
    return group
  }

  /** A group that is empty is kept as long as its members may come back. */
  function dropEmptyGroups({ channel }: Followed): void {
    const { groups } = channel.broadcast
    const empty = [...groups.values()].filter(({ members }) => !members.size)
    const oldest = clock.monotonic() - WINDOW_AGE
    const gone = empty.filter(
      ({ emptySince }, index) => (emptySince ?? 0) < oldest || index < empty.length - MAX_EMPTY_GROUPS,
    )
    for (const { key } of gone) groups.delete(key)
    if (gone.length) channel.groupsChanged()
  }

  function leave(entry: Followed, group: Group, member: Member): void {
    const { channel, viewers } = entry
    group.leave(member)
    viewers.delete(member)
    if (!group.members.size) {
      group.emptySince = clock.monotonic()
      dropEmptyGroups(entry)
    }
    if (viewers.size || entry.leaving) return
    entry.leaving = setTimeout(() => {
      followed.delete(channel.name)
      entry.unfollow()
    }, channelLinger).unref()
  }

  return {
    counters,
    size: () => ({
      channels: followed.size,
      groups: [...followed.values()].reduce((sum, { channel }) => sum + occupied(channel), 0),
    }),
    async subscribe(viewer, id, prepared, variables, from, wanted) {
      const operation = liveOperation(prepared)
      const bound = operation.bind(variables)
      const topic = operation.field.open(bound.args, viewer.principal())
      await checkRight(viewer.principal(), topic)
      if (!wanted()) return null

      const entry = follow(topic, operation.field)
      const { broadcast } = entry.channel
      const group = groupOf(entry.channel, viewer, operation, bound, topic)
      const missed = from && entry.channel.ready ? broadcast.since(group, from) : null
      const member: Member = { id: Buffer.from(JSON.stringify(id)), writer: viewer.writer }
      group.join(member)
      entry.viewers.set(member, viewer)
      // What happened between the client's own reading and this moment is in neither: it reads once more.
      // While the channel is not confirmed, that is told to everybody in it later.
      const resync = () => sendTo(member, [broadcast.resyncPrefix()])
      if (missed) {
        counters.resumes++
        sendTo(member, missed)
      } else if (entry.channel.ready) resync()
      let ended = false
      return {
        right: rightOf(topic),
        resync,
        end() {
          if (ended) return
          ended = true
          leave(entry, group, member)
        },
      }
    },
    stop() {
      for (const { unfollow, leaving } of followed.values()) {
        if (leaving) clearTimeout(leaving)
        unfollow()
      }
      followed.clear()
    },
  }
}

const rightOf = ({ appId }: LiveTopic) => (appId === null ? 'account' : `apps/${appId}`)

const occupied = ({ broadcast }: Channel) =>
  [...broadcast.groups.values()].filter(({ members }) => members.size).length
