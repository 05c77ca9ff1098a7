import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig, type GatewayConfig, type PlatformConfig } from './config.ts'
import { systemClock } from './lib/clock.ts'
import { toError } from './lib/errors.ts'
import { createLifecycle, StoppedError, stopOnSignals, type Lifecycle } from './lib/lifecycle.ts'
import { assertFree, bracketed, isAnyAddress } from './lib/listening.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { loadTracing } from './lib/telemetry/load.ts'
import { foreignPlatform, startPlatform } from './platform-access.ts'
import type { PlatformReady } from './supervisor.ts'
import { generatedKey } from './generated-key.ts'

/** The product: the gateway and, unless another platform is configured, the embedded platform. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLogger('gateway', config.gateway.LOG_LEVEL)
  const lifecycle = createLifecycle(log)
  stopOnSignals(lifecycle, log)
  try {
    await boot(config.gateway, config.platform, lifecycle, log)
  } catch (error) {
    if (error instanceof StoppedError) return
    log.debug({ err: toError(error) }, 'the gateway cannot start')
    process.stderr.write(`${toError(error).message}\n`)
    await lifecycle.stop('the gateway cannot start')
    process.exit(1)
  }
}

async function boot(
  config: GatewayConfig,
  platformConfig: PlatformConfig | null,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<void> {
  // Checked first: the generated password of a first start is printed only once, so that start must not fail after
  // it.
  await assertFree(config.HOST, config.PORT)
  const platform = platformConfig
    ? await startPlatform(platformConfig, lifecycle, log)
    : foreignPlatform(config)
  // Loaded only now, so that the platform starts meanwhile and a configuration error is reported at once.
  const { buildGateway } = await import('./gateway/app.ts')
  const tracing = await loadTracing('gateway', config, log)
  if (tracing)
    await lifecycle.start(
      'traces',
      () => tracing,
      (part) => part.stop(),
    )
  const app = await lifecycle.start(
    'gateway',
    async () =>
      buildGateway({
        config,
        log,
        clock: systemClock,
        platformUrl: platform.url,
        onPlatformStarted: platform.onStarted,
        pusher: platform.pusher,
        sessionKeys: config.SESSION_KEY ?? (await generatedKey(config.DATA_DIR, 'session')).split(','),
        clientDir: builtClient(),
        tracing,
        platformMetrics: platform.metrics,
      }),
    (part) => part.close(),
  )
  await app.listen({ host: config.HOST, port: config.PORT })
  const ready = await platform.ready
  const { port } = app.server.address() as AddressInfo
  process.stdout.write(startMessage(config, port, ready?.admin ?? null))
}

/** In development Vite serves the client. */
function builtClient(): string | null {
  return import.meta.url.endsWith('.ts') ? null : fileURLToPath(new URL('../web', import.meta.url))
}

function startMessage(config: GatewayConfig, port: number, admin: PlatformReady['admin']): string {
  const host = isAnyAddress(config.HOST) ? 'localhost' : bracketed(config.HOST)
  const address = config.PUBLIC_URL ?? `http://${host}:${port}`
  if (!admin) return `Console on ${address}\n`
  const password = admin.password ? ` and password ${admin.password} (shown only now)` : ''
  return `Console on ${address} - sign in as ${admin.email}${password}\n`
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
