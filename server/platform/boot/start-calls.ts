import type { AddressInfo } from 'node:net'
import type { PlatformConfig } from '#server/config.ts'
import { buildPlatform, type PlatformDeps } from '../app.ts'
import { embeddedQueues, type OpenQueues } from '../queue/task-queues.ts'
import type { Live } from '../realtime/live.ts'
import { seed } from '../seed.ts'
import type { PlatformMetrics } from '../telemetry/metrics.ts'
import type { BootOptions } from './options.ts'
import { oidcOf } from './settings.ts'

/** What the calls need of the started parts; the rest follows from the configuration. */
interface CallsDeps extends Pick<
  PlatformDeps,
  | 'pool'
  | 'engine'
  | 'attention'
  | 'alerts'
  | 'scheduler'
  | 'scripts'
  | 'alertSender'
  | 'seal'
  | 'mailer'
  | 'addresses'
  | 'taskNotices'
  | 'gitops'
  | 'clock'
  | 'tracing'
> {
  live: Live
  metrics: PlatformMetrics | undefined
}

/** Creates the first user, builds the calls, and listens. */
export async function startCalls(
  { config, lifecycle, log }: BootOptions,
  { live, metrics, ...deps }: CallsDeps,
) {
  const openQueues = await openQueuesOf(config, metrics)
  // The first password is hashed in another thread (0.2 s); the routes are registered meanwhile.
  const [made, app] = await Promise.all([
    seed(deps.pool, {
      seal: deps.seal,
      adminEmail: config.ADMIN_EMAIL,
      ...(config.ADMIN_PASSWORD ? { adminPassword: config.ADMIN_PASSWORD } : {}),
      log,
    }),
    lifecycle.start(
      'calls',
      () =>
        buildPlatform({
          ...deps,
          publisher: live.publisher,
          invitationLimits: {
            perInviter: config.INVITATIONS_PER_INVITER,
            perAccount: config.INVITATIONS_PER_ACCOUNT,
          },
          hookStartsPerMinute: config.HOOK_STARTS_PER_MINUTE,
          oidc: oidcOf(config),
          trustGateways: config.TRUST_GATEWAYS,
          openQueues,
          flux: { gitUrl: config.FLUX_GIT_URL ?? null },
          log,
        }),
      (part) => part.close(),
    ),
  ])
  // WebSockets do not end without being closed, so they are closed before the listener waits for its connections.
  const { endpoint } = live
  if (endpoint)
    await lifecycle.start(
      'sockets',
      () => endpoint.attach(app.server),
      () => endpoint.stop(),
    )
  await app.listen({ host: config.PLATFORM_HOST, port: config.PLATFORM_PORT })
  const { address, port, family } = app.server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  const admin = made && { email: made.email, password: config.ADMIN_PASSWORD ? null : made.password }
  return { url: `http://${host}:${port}`, pusher: { host: address, port }, admin }
}

/** The SDK of the service is loaded only where it is used. */
async function openQueuesOf(
  config: PlatformConfig,
  metrics: PlatformMetrics | undefined,
): Promise<OpenQueues> {
  if (config.QUEUE !== 'sqs') return embeddedQueues({ serves: config.QUEUE === 'embedded' })
  const { sqsQueues } = await import('../queue/sqs/sqs-queues.ts')
  return sqsQueues({ endpoint: config.SQS_ENDPOINT, onCall: metrics?.serviceCalled })
}
