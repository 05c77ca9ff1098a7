import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import mercurius from 'mercurius'
import storedOperations from '#shared/operations.json' with { type: 'json' }
import type { GatewayConfig } from '../config.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Tracing } from '../lib/telemetry/tracing.ts'
import { createDocuments } from './lib/documents.ts'
import { defaultLimits, type GatewayLimits, type LimitHit } from './lib/limits.ts'
import { createOperations, type OperationTable } from './lib/operations.ts'
import type { Upstream } from './upstream/client.ts'
import { createCapabilities, type PlatformCapabilities } from './session/capabilities.ts'
import type { EndedSessions } from './session/sessions.ts'
import { liveEndpoint, webSocketOptions } from './realtime/endpoint.ts'
import { createFlushScheduler } from './realtime/flush-scheduler.ts'
import { createHub, type Hub } from './realtime/hub.ts'
import type { LiveSource } from './realtime/live-source.ts'
import { createRights, createRightsChanges, type RightsChanges } from './realtime/rights.ts'
import { createSignInWatch } from './realtime/sign-in-watch.ts'
import { createSockets } from './realtime/sockets.ts'
import { createViewerScopes } from './realtime/viewer-scopes.ts'
import { graphqlHttp } from './graphql/http.ts'
import { createBacklogs, type Backlogs } from './domains/backlog/backlogs.ts'
import { liveFields, schema } from './schema.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Figures of the live connections, for metrics. */
    live: {
      sockets(): number
      size: Hub['size']
      counters: Hub['counters']
      backlog: Backlogs['counters']
      source: LiveSource
    }
  }
}

export interface GraphqlPluginOptions {
  upstream: Upstream
  sessions: EndedSessions
  live: LiveSource
  config: GatewayConfig
  log: Logger
  clock?: Clock
  /** The stored operations; by default those printed from the client. */
  operations?: OperationTable
  /** Overrides of the default limits. */
  limits?: Partial<GatewayLimits>
  onLimit?: LimitHit
  /** Reports changes made under `/api`; changes made through GraphQL are added to it. */
  rightsChanges?: RightsChanges
  capabilities?: PlatformCapabilities
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
}

/**
 * GraphQL over both transports of `/graphql`. Mercurius executes `POST`; its own routes are off, because they
 * conflict with the socket route. The hub serves the upgrade. The owner of the live source closes it.
 */
export const graphqlPlugin = fp(
  async (app: FastifyInstance, options: GraphqlPluginOptions) => {
    const { upstream, sessions, config, log, clock = systemClock, onLimit = () => {} } = options
    const { rightsChanges = createRightsChanges() } = options
    const { capabilities = createCapabilities({ upstream, clock, connections: () => 0 }) } = options
    const limits = { ...defaultLimits, ...options.limits }
    const any = config.GRAPHQL_OPERATIONS === 'any'
    const documents = createDocuments(schema, { introspection: any })
    const operations = createOperations(options.operations ?? storedOperations, config.GRAPHQL_OPERATIONS)
    const flushScheduler = createFlushScheduler()
    const rights = createRights(upstream, clock)
    const scopes = createViewerScopes(rights, capabilities)
    const backlogs = createBacklogs({ source: options.live, rights, scopes, clock, log })
    const hub = createHub({
      schema,
      fields: liveFields(backlogs),
      source: options.live,
      rights,
      scopes,
      upstream,
      flushScheduler,
      clock,
      log,
    })
    const caps = { total: config.MAX_SOCKETS, perUser: config.MAX_SOCKETS_PER_USER }
    const behindMs = limits.liveBehindMs
    const sockets = createSockets({
      rights,
      scopes,
      rightsChanges,
      sessions,
      clock,
      log,
      caps,
      behindMs,
      onLimit,
    })
    const signInWatch = createSignInWatch({ source: options.live, capabilities, onEnd: sockets.checkUser })
    app.decorate('live', {
      sockets: sockets.count,
      size: hub.size,
      counters: hub.counters,
      backlog: backlogs.counters,
      source: options.live,
    })

    // Registered before Mercurius and before the route, so that its `preClose` closes the sockets with their own
    // reason.
    await app.register(websocket, {
      options: webSocketOptions(limits),
      errorHandler: (error, socket, request) => {
        request.log.debug({ err: error }, 'live socket failed')
        socket.terminate()
      },
      preClose: (done) => {
        void sockets.stop().finally(() => {
          signInWatch.stop()
          hub.stop()
          app.websocketServer.close()
          done()
        })
      },
    })
    await app.register(mercurius, {
      schema,
      routes: false,
      subscription: false,
      jit: 1,
      // The gateway formats errors itself, because it needs the request.
      errorFormatter: (result) => ({
        statusCode: 200,
        response: { data: result.data ?? null, errors: result.errors ?? [] },
      }),
    })
    liveEndpoint(app, {
      config,
      hub,
      sockets,
      signInWatch,
      documents,
      operations,
      flushScheduler,
      clock,
      limits,
      onLimit,
    })
    await app.register(graphqlHttp, {
      upstream: rightsChanges.observe(upstream),
      sessions,
      capabilities,
      domains: { backlogs },
      config,
      documents,
      operations,
      tracing: options.tracing,
    })
  },
  { name: 'graphql' },
)
