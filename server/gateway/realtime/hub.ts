import type { GraphQLSchema } from 'graphql'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Call } from '../graphql/context.ts'
import type { PreparedOperation } from '../graphql/documents.ts'
import type { Principal } from '../session/principal.ts'
import type { Upstream } from '../upstream/client.ts'
import { callerOf } from '../upstream/headers.ts'
import { createChannel, type Channel, type HubCounters } from './channel.ts'
import { createGroup, resyncPrefix, sendTo, type Group, type Member } from './group.ts'
import type { LiveField, LiveTopic, RowReader } from './live-field.ts'
import { prepareLiveOperation, type BoundOperation, type LiveOperation } from './live-operation.ts'
import type { LiveSource } from './live-source.ts'
import type { Rights } from './rights.ts'
import type { Turn } from './turn.ts'
import type { Writer } from './writer.ts'

/** How long a channel is followed after its last viewer has left, in milliseconds. */
export const CHANNEL_LINGER = 120_000

/** Who subscribes: a socket, or anything that can take frames. */
export interface Viewer {
  /** The session's principal as it is now; its token changes over time. */
  principal(): Principal
  writer: Writer
}

export interface Subscription {
  /** The app that must stay readable. */
  appId: string
  /** Tells this subscriber to read again. */
  resync(): void
  /** Leaves; a second call does nothing. */
  end(): void
}

/** Joins viewers with channels: rights once, groups, one execution per event (design section 4). */
export interface Hub {
  /**
   * Checks form and right and joins. `wanted` is asked after the platform has answered: a client may have
   * left in the meantime, then null. Throws AppError: BAD_REQUEST, NOT_FOUND, SESSION_ENDED, or that of the
   * upstream client.
   */
  subscribe(
    viewer: Viewer,
    id: string,
    operation: PreparedOperation,
    variables: Record<string, unknown> | null | undefined,
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
  const { schema, source, rights, turn, log, channelLinger = CHANNEL_LINGER } = deps
  const fields = new Map(deps.fields.map((field) => [field.name, field]))
  const followed = new Map<string, Followed>()
  const operations = new WeakMap<PreparedOperation, LiveOperation>()
  const operationKeys = new WeakMap<LiveOperation, number>()
  let operationCount = 0
  const counters: HubCounters = {
    events: 0,
    executions: 0,
    deliveries: 0,
    resyncs: 0,
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
    const verdict = await rights.check(principal, topic.entityPath ?? `apps/${topic.appId}`)
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
      read: reader && ((id) => readFor(viewers, reader, id)),
      maxWaiting: reader?.maxWaiting ?? 0,
      counters,
      log,
    })
    const entry: Followed = { channel, viewers, unfollow: () => {}, leaving: null }
    followed.set(topic.channel, entry)
    entry.unfollow = source.subscribe(topic.channel, channel)
    return entry
  }

  /** Reads rows in the name of the viewer who came first. */
  async function readFor(viewers: Map<Member, Viewer>, reader: RowReader, id: string) {
    const viewer = viewers.values().next().value
    if (!viewer) throw new AppError('NOT_FOUND')
    const call: Call = (what) => deps.upstream.request(callerOf(viewer.principal()), what)
    return reader.read(call, id)
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
    let group = channel.groups.get(key)
    if (!group) {
      const { variables, shareKey } = bound
      const filter = topic.createFilter?.() ?? null
      group = createGroup({ key, operation, variables, shareKey, filter }, turn, (count) => {
        counters.deliveries += count
      })
      channel.groups.set(key, group)
      channel.groupsChanged()
    }
    return group
  }

  function leave(entry: Followed, group: Group, member: Member): void {
    const { channel, viewers } = entry
    group.leave(member)
    viewers.delete(member)
    if (!group.members.size) {
      channel.groups.delete(group.key)
      channel.groupsChanged()
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
      groups: [...followed.values()].reduce((sum, { channel }) => sum + channel.groups.size, 0),
    }),
    async subscribe(viewer, id, prepared, variables, wanted) {
      const operation = liveOperation(prepared)
      const bound = operation.bind(variables)
      const topic = operation.field.open(bound.args)
      await checkRight(viewer.principal(), topic)
      if (!wanted()) return null

      const entry = follow(topic, operation.field)
      const group = groupOf(entry.channel, viewer, operation, bound, topic)
      const member: Member = { id: Buffer.from(JSON.stringify(id)), writer: viewer.writer }
      group.join(member)
      entry.viewers.set(member, viewer)
      // What happened between the client's own reading and this moment is in neither: it reads once more.
      // While the channel is not confirmed, that is told to everybody in it later.
      const resync = () => sendTo(member, resyncPrefix)
      if (entry.channel.ready) resync()
      let ended = false
      return {
        appId: topic.appId,
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
