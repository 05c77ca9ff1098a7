import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { environmentWith, type GatewayConfig, type PlatformConfig } from './config.ts'
import type { GatewayDeps } from './gateway/app.ts'
import { toError } from './lib/errors.ts'
import type { Lifecycle } from './lib/lifecycle.ts'
import { findFreePort, bracketed, isAnyAddress } from './lib/listening.ts'
import type { Logger } from './lib/logger.ts'
import { type PlatformReady, supervisePlatform } from './supervisor.ts'

/** How the gateway reaches its platform. */
export interface PlatformAccess {
  url: string
  pusher: GatewayDeps['pusher']
  /** Null for a foreign platform, which this process does not start. */
  ready: Promise<PlatformReady | null>
  /** Calls its listener each time the platform has started; absent for a foreign platform. */
  onStarted?: (listener: () => void) => void
  /** Its metrics as text; absent for a foreign platform, which serves its own. */
  metrics?: () => Promise<string>
}

/**
 * Starts the embedded platform without waiting for it: gateway and platform start at the same time. Address and key
 * are chosen here, so that they stay the same when only the platform restarts.
 */
export async function startPlatform(
  config: PlatformConfig,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<PlatformAccess> {
  const port = config.PLATFORM_PORT || (await findFreePort(config.PLATFORM_HOST))
  const key = config.PUSHER_KEY ?? randomBytes(16).toString('hex')
  const supervisor = await lifecycle.start(
    'platform',
    () =>
      supervisePlatform({
        // The file beside this one, with the same extension: TypeScript in development, JavaScript when built.
        entry: new URL(`./platform/main${path.extname(import.meta.url)}`, import.meta.url),
        env: environmentWith({ PLATFORM_PORT: String(port), PUSHER_KEY: key }),
        hangLimitMs: config.HANG_LIMIT,
        log,
      }),
    (part) => part.stop(),
  )
  // The failure is reported by the code that awaits readiness, which may be later.
  supervisor.ready.catch((error: unknown) => log.debug({ err: toError(error) }, 'the platform cannot start'))
  const host = isAnyAddress(config.PLATFORM_HOST) ? '127.0.0.1' : config.PLATFORM_HOST
  return {
    url: `http://${bracketed(host)}:${port}`,
    // With an external realtime service, the platform publishes there and the gateway subscribes there.
    pusher: config.PUSHER_APP_ID
      ? serviceOf(config)
      : { key, cluster: '', host, port, tls: false, onStarted: supervisor.onReady },
    ready: supervisor.ready,
    onStarted: supervisor.onReady,
    metrics: supervisor.metrics,
  }
}

/** The platform that `PLATFORM_URL` names. */
export function foreignPlatform(config: GatewayConfig): PlatformAccess {
  return {
    url: config.PLATFORM_URL ?? '',
    pusher: serviceOf(config),
    ready: Promise.resolve(null),
  }
}

/** The subscriber settings of the service that `PUSHER_*` names. */
function serviceOf(config: GatewayConfig | PlatformConfig): PlatformAccess['pusher'] {
  return {
    key: config.PUSHER_KEY ?? '',
    cluster: config.PUSHER_CLUSTER,
    tls: config.PUSHER_TLS,
    ...(config.PUSHER_HOST ? { host: config.PUSHER_HOST } : {}),
    ...(config.PUSHER_PORT ? { port: config.PUSHER_PORT } : {}),
  }
}
