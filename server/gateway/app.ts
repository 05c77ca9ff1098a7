import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { requestTracing } from '../lib/telemetry/requests.ts'
import type { Tracing } from '../lib/telemetry/tracing.ts'
import { trustedProxies } from '../lib/trusted-proxies.ts'
import { AppError } from '../lib/errors.ts'
import { exportPlugin } from './domains/workqueues/export/route.ts'
import { graphqlPlugin } from './graphql-plugin.ts'
import { limitsOf, type GatewayLimits, type LimitHit } from './lib/limits.ts'
import { answerBadTarget, answerBrokenRequest, errorsPlugin } from './plugins/errors.ts'
import { createInstruments, type Instruments, measureLive, metricsPlugin } from './metrics/metrics.ts'
import { healthPlugin, overloadPlugin } from './plugins/health.ts'
import { orderlyStopPlugin } from './plugins/orderly-stop.ts'
import { requestGuardPlugin } from './plugins/request-guard.ts'
import { requestId, requestLog } from './plugins/request-log.ts'
import { connectionsPlugin } from './plugins/connections.ts'
import { routeAccessPlugin } from './plugins/route-access.ts'
import { securityHeadersPlugin } from './plugins/security-headers.ts'
import { staticClientPlugin } from './plugins/static-client.ts'
import { oidcPlugin } from './proxy/oidc.ts'
import { proxyPlugin } from './proxy/proxy.ts'
import { queuePlugin } from './proxy/queue.ts'
import { createBodies } from './lib/bodies.ts'
import { createLiveSource, type LiveSourceOptions } from './realtime/pusher.ts'
import { createRightsChanges, rightsChangesPlugin } from './realtime/rights.ts'
import { auditEnds } from './session/audit.ts'
import { createCapabilities } from './session/capabilities.ts'
import { mailedLinkRoutes } from './session/mailed-link-routes.ts'
import { sessionPlugin } from './session/plugin.ts'
import { createBodyReaders, type BodyReaders } from './session/request-bodies.ts'
import { sessionRoutes } from './session/routes.ts'
import { createEndedSessions } from './session/sessions.ts'
import { createShareHolders, type ShareHolders } from './session/share-holders.ts'
import { signInLimitsPlugin } from './session/sign-in-limits.ts'
import { ssoRoutes } from './session/sso-routes.ts'
import { createTokenEnds } from './session/token-ends.ts'
import { createTokens } from './session/tokens.ts'
import { createTargets } from './targets.ts'
import { createUpstream } from './upstream/client.ts'

export interface GatewayDeps {
  config: GatewayConfig
  log: Logger
  clock: Clock
  /** Calls go to `${platformUrl}/api/...`. */
  platformUrl: string
  pusher: Omit<LiveSourceOptions, 'log' | 'clock'>
  /** 32 bytes each, in hex. The first key seals; every key opens. */
  sessionKeys: string[]
  /** Folder of the built client; null: no client is served. */
  clientDir: string | null
  /** Calls its listener each time the embedded platform has started; absent for another platform. */
  onPlatformStarted?: ((listener: () => void) => void) | undefined
  /** The metrics of the embedded platform as text; absent for another platform. */
  platformMetrics?: (() => Promise<string>) | undefined
  /** Absent: traces are off. */
  tracing?: Tracing | undefined
  /** Overrides of the default limits. */
  limits?: Partial<GatewayLimits>
}

/** Builds the whole gateway, ready but not listening. `close()` stops everything it started, within 10 s. */
export async function buildGateway(deps: GatewayDeps): Promise<FastifyInstance> {
  const limits = { ...limitsOf(deps.config), ...deps.limits }
  const instruments = createInstruments()
  const onLimit: LimitHit = (limit) => instruments.limitHits.inc({ limit })
  const holders = createShareHolders(deps.clock)
  const held = createBodies(limits, onLimit)
  const bodies = createBodyReaders(held, holders, limits)
  instruments.gauge('gateway_held_body_bytes', 'Memory held for request bodies.', held.held)
  const app = createServer(deps, { limits, bodies, onLimit })
  try {
    await compose(app, deps, { limits, instruments, onLimit, holders, bodies })
    await app.ready()
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

interface Measured {
  limits: GatewayLimits
  instruments: Instruments
  onLimit: LimitHit
  holders: ShareHolders
  bodies: BodyReaders
}

async function compose(app: FastifyInstance, deps: GatewayDeps, measured: Measured): Promise<void> {
  const { config, log, clock, platformUrl, onPlatformStarted, tracing } = deps
  const { limits, instruments, onLimit, holders, bodies } = measured
  const service = { platformUrl, connectUrl: config.CONNECT_URL }
  const targets = createTargets({ ...service, onPlatformStarted, clock, log, tracing, ...measured })
  const { calls, proxy, connect, queue } = targets
  const upstream = createUpstream({ ...calls, connect, answerBytes: limits.answerBytes })
  const sessions = createEndedSessions(config.SESSION_MAX_AGE, clock)
  const tokens = createTokens({ upstream, sessions, clock })
  const maxAge = config.SESSION_MAX_AGE
  const tokenEnds = createTokenEnds({ upstream, sessions, tokens, clock, log, maxAge })
  const live = createLiveSource({ ...deps.pusher, log, clock })
  const connections = () => live.counters.connections + targets.recoveries()
  const capabilities = createCapabilities({ upstream, clock, connections })
  app.addHook('onClose', async () => {
    live.close()
    await tokenEnds.close()
    await targets.close()
  })

  const { cookieBytes, closeMs } = limits
  auditEnds(sessions, log)
  await app.register(metricsPlugin, {
    instruments,
    host: config.HOST,
    port: config.METRICS_PORT,
    platform: deps.platformMetrics,
  })
  if (tracing) await app.register(requestTracing, { tracing, skips: isUntraced })
  await app.register(requestGuardPlugin)
  await app.register(overloadPlugin, { ...limits, running: targets.running, onLimit })
  await app.register(connectionsPlugin, { config, limits, onLimit })
  await app.register(orderlyStopPlugin, { closeMs })
  await app.register(securityHeadersPlugin)
  await app.register(sessionPlugin, {
    config,
    keys: deps.sessionKeys,
    clock,
    sessions,
    tokens,
    cookieBytes,
    onLimit,
  })
  await app.register(errorsPlugin, { config, sessions })
  await app.register(routeAccessPlugin, { config })
  await app.register(signInLimitsPlugin, { config, clock, onLimit })

  const context = { config, clock, upstream, sessions, tokens, tokenEnds }
  await app.register(sessionRoutes, context)
  await app.register(ssoRoutes, context)
  await app.register(mailedLinkRoutes, context)
  const rightsChanges = createRightsChanges()
  await app.register(rightsChangesPlugin, { changes: rightsChanges })
  await app.register(oidcPlugin, {
    platform: proxy,
    platformUrl,
    holders,
    redirectsAnywhere: signsInAtPlatform(config),
  })
  await app.register(proxyPlugin, { platform: proxy, platformUrl, connect, capabilities, holders, bodies })
  if (config.QUEUE_PROXY ?? config.PLATFORM_URL === undefined)
    await app.register(queuePlugin, { pool: queue.pool, holders, bodies })
  await app.register(exportPlugin, { upstream, sessions, config, capabilities, clock })
  await app.register(graphqlPlugin, {
    upstream,
    sessions,
    live,
    config,
    log,
    clock,
    limits,
    onLimit,
    rightsChanges,
    capabilities,
    tracing,
  })
  measureLive(app, instruments)
  await app.register(healthPlugin, { platform: upstream, realtime: live, clock })
  if (deps.clientDir) await app.register(staticClientPlugin, { config, clientDir: deps.clientDir })
}

function createServer(
  { config, log }: GatewayDeps,
  { limits, bodies, onLimit }: Pick<Measured, 'limits' | 'bodies' | 'onLimit'>,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // URLs may contain one-time tokens. Failures are logged without them.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.TRUST_PROXY),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 75_000,
    connectionTimeout: limits.silentMs,
    http: {
      // Node needs both here: at construction it checks that the headers have less time than the request.
      requestTimeout: limits.requestMs,
      headersTimeout: Math.min(limits.headersMs, limits.requestMs),
      connectionsCheckingInterval: Math.min(1_000, limits.requestMs / 2),
    },
    return503OnClosing: true,
    requestIdHeader: false,
    childLoggerFactory: requestLog,
    genReqId: requestId,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, onLimit),
    frameworkErrors: answerBadTarget,
  })
  app.decorateRequest('shareHolder', null)
  // The server accepts only JSON; any other content type is 415.
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', (request, payload, done) =>
    bodies.json(request, payload, (error, body) =>
      error
        ? done(error)
        : parse(request, body.toString(), (fault, value) => done(fault && notJson(fault), value)),
    ),
  )
  return app
}

/** Probes, files of the client, sockets, and workers, whose calls mostly wait: what these do is traced by the platform. */
function isUntraced({ method, routeOptions: { url = '/*', config } }: FastifyRequest): boolean {
  if (config.access === 'signed') return true
  return method === 'GET' ? !/^\/(api|session)\b/.test(url) : url === '/*'
}

const notJson = (cause: Error) => new AppError('BAD_REQUEST', 'The body is not valid JSON', { cause })

/** Whether single sign-on begins at the platform, which then redirects to its issuer. */
function signsInAtPlatform({ PLATFORM_URL, SSO_AUTHORIZE_URL }: GatewayConfig): boolean {
  return PLATFORM_URL === undefined || (SSO_AUTHORIZE_URL?.endsWith('/api/oidc/authorize') ?? false)
}
