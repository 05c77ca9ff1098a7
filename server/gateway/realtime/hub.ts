import type { GraphQLSchema } from 'graphql'
import { scopeKey, type ViewerScope } from '#shared/lib/viewers.ts'
import type { LivePosition } from '#shared/realtime/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { PreparedOperation } from '../lib/documents.ts'
import type { Principal } from '../session/principal.ts'
import type { Upstream } from '../upstream/client.ts'
import type { HubCounters } from './broadcast.ts'
import { createFirstTimes } from './first-times.ts'
import { createChannelSubscription, type ChannelSubscription } from './channel-subscription.ts'
import { sendTo, type Viewer } from './group.ts'
import type { LiveField, LiveTopic } from './live-field.ts'
import { prepareLiveOperation, type BoundOperation, type LiveOperation } from './live-operation.ts'
import type { LiveSource } from './live-source.ts'
import type { Rights } from './rights.ts'
import type { FlushScheduler } from './flush-scheduler.ts'
import { createSharedSource } from './shared-source.ts'
import { Joined, newMember, type Subscription } from './subscription.ts'
import type { ViewerScopes } from './viewer-scopes.ts'
import { WINDOW_AGE } from './window.ts'

/** How long the subscription to a channel outlives its last viewer, in milliseconds. */
export const CHANNEL_LINGER = WINDOW_AGE

/**
 * Connects viewers with channels: one check of rights, groups of equal subscribers, one execution per event.
 */
export interface Hub {
  /**
   * Checks the operation and the right, and subscribes. A client that sends its last position gets what it
   * missed if that is still kept; all others are asked to read again. `isWanted` is called after the platform
   * has answered: returns null if the client has unsubscribed meanwhile. Throws AppError: BAD_REQUEST,
   * NOT_FOUND, SESSION_ENDED, or that of the upstream client.
   */
  subscribe(
    viewer: Viewer,
    id: string,
    operation: PreparedOperation,
    variables: Record<string, unknown> | null | undefined,
    from: LivePosition | null,
    isWanted: () => boolean,
  ): Promise<Subscription | null>
  counters: Readonly<HubCounters>
  /** Subscribed channels and their groups, for metrics. */
  size(): { channels: number; groups: number }
  stop(): void
}

export interface HubDeps {
  schema: GraphQLSchema
  fields: readonly LiveField[]
  source: LiveSource
  rights: Rights
  scopes: ViewerScopes
  upstream: Upstream
  flushScheduler: FlushScheduler
  clock: Clock
  log: Logger
  channelLinger?: number
}

export function createHub(deps: HubDeps): Hub {
  const { schema, rights, scopes, channelLinger: lingerMs = CHANNEL_LINGER } = deps
  const source = createSharedSource(deps.source)
  const fields = new Map(deps.fields.map((field) => [field.name, field]))
  const channels = new Map<string, ChannelSubscription>()
  const operations = new WeakMap<PreparedOperation, LiveOperation>()
  const operationKeys = new WeakMap<LiveOperation, number>()
  let operationCount = 0
  const firstTime = createFirstTimes()
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
    if (!topic.entityPath || verdict.appId === topic.appId) return
    // Where a platform does not answer the app of an entity, the app of the channel must be readable too.
    const isOfApp = verdict.appId === '' && (await rights.check(principal, rightOf(topic))).readable
    if (!isOfApp) throw new AppError('NOT_FOUND')
  }

  /** Users who see different parts of an account share neither rows nor groups, nor are rows read with each other's tokens. */
  function openChannel(topic: LiveTopic, field: LiveField, scope: ViewerScope): ChannelSubscription {
    const key = `${topic.channel}\n${scopeKey(scope)}`
    let entry = channels.get(key)
    if (!entry) {
      const onEnd = () => channels.delete(key)
      const parts = { topic, field, scope, source, counters, firstTime, lingerMs, onEnd }
      channels.set(key, (entry = createChannelSubscription({ ...deps, ...parts })))
    }
    return entry
  }

  /** The key of a group: account, document and arguments. */
  function seedOf(viewer: Viewer, operation: LiveOperation, { args, variables, shareKey }: BoundOperation) {
    const account = viewer.principal().account?._id ?? ''
    const key = JSON.stringify([account, operationKeys.get(operation), args, shareKey])
    return { key, operation, variables, shareKey }
  }

  return {
    counters,
    size: () => ({
      channels: channels.size,
      groups: [...channels.values()].reduce((sum, { occupiedGroups }) => sum + occupiedGroups(), 0),
    }),
    async subscribe(viewer, id, prepared, variables, from, isWanted) {
      const operation = liveOperation(prepared)
      const bound = operation.bind(variables)
      const topic = operation.field.open(bound.args, viewer.principal())
      await checkRight(viewer.principal(), topic)
      const scope = await scopes.of(viewer.principal())
      if (!isWanted()) return null

      const entry = openChannel(topic, operation.field, scope)
      const { broadcast, ready, unavailable } = entry.channel
      const group = entry.groupOf(seedOf(viewer, operation, bound), topic.createFilter)
      const missed = from && ready ? broadcast.since(group, from) : null
      const member = newMember(id, viewer)
      entry.join(group, member, viewer)
      // Changes between the read of the client and this moment are in neither, so it reads once more.
      // A channel that is not confirmed yet sends a resync to all subscribers later.
      const subscription = new Joined(rightOf(topic), scopeKey(scope), { entry, group, member })
      if (missed) {
        counters.resumes++
        sendTo(member, missed)
      } else if (ready) subscription.resync()
      else if (unavailable) sendTo(member, [broadcast.notice('stale')])
      return subscription
    },
    stop() {
      for (const { stop } of channels.values()) stop()
      channels.clear()
    },
  }
}

const rightOf = ({ appId }: LiveTopic) => (appId === null ? 'account' : `apps/${appId}`)
