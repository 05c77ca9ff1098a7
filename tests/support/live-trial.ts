import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { readGatewayConfig } from '#server/config.ts'
import { buildGateway, type GatewayDeps } from '#server/gateway/app.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { startFakePusher, type FakePusher } from './fake-pusher.ts'
import { cookieOf, freePort, testKey } from './gateway.ts'
import { readMetrics, startGatewayProcess } from './gateway-process.ts'
import type { LivePeerOptions } from './live-peer.ts'
import { startLivePlatform, type LivePlatform } from './live-platform.ts'

/** The whole gateway between a controlled platform and a controlled realtime service. */
export interface LiveTrial {
  /** `http://127.0.0.1:port`; the same after a restart. */
  url: string
  platform: LivePlatform
  pusher: FakePusher
  /** Id of the process that runs the gateway. */
  pid(): number
  /** Returns the cookie of a session of `user-{name}`, in the first account or in the named one. */
  signIn(name: string, accountId?: string): Promise<string>
  /** The headers with which that session opens a socket. */
  socketOf(cookie: string): LivePeerOptions
  /** Any HTTP call with that session, as the console makes it. */
  send(cookie: string, method: string, path: string, body?: unknown): Promise<Response>
  metrics(): Promise<Map<string, number>>
  /** Stops the gateway in order; returns the exit code of a separate process. */
  stop(): Promise<number | null>
  /** Starts it again at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface LiveTrialOptions {
  /** Only for a gateway in this process. */
  clock?: Clock
  env?: Record<string, string>
  limits?: GatewayDeps['limits']
  timing?: GatewayDeps['pusher']['timing']
  /** The built gateway runs in a separate process, with its own clock. */
  apart?: boolean
  /** Another trial, whose platform and service this gateway shares; it is closed after this one. */
  beside?: LiveTrial
}

interface Running {
  pid: number
  stop(): Promise<number | null>
}

export async function startLiveTrial(options: LiveTrialOptions = {}): Promise<LiveTrial> {
  const { beside } = options
  const platform = beside?.platform ?? (await startLivePlatform())
  const pusher = beside?.pusher ?? (await startFakePusher())
  const [port, metricsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`

  /** In this process, where limits can be changed. */
  async function startHere(listenOn: number, env: Record<string, string>): Promise<Running> {
    const { clock = systemClock, timing = {} } = options
    const app = await buildGateway({
      config: readGatewayConfig({
        LOG_LEVEL: 'silent',
        SIGN_INS_PER_ADDRESS: '100000',
        ...env,
        ...options.env,
      }),
      log: pino({ level: 'silent' }),
      clock,
      platformUrl: platform.url,
      pusher: { key: 'key', cluster: '', host: '127.0.0.1', port: pusher.port, tls: false, timing },
      sessionKeys: [testKey],
      clientDir: null,
      limits: { closeMs: 2000, ...options.limits },
    })
    await app.listen({ host: '127.0.0.1', port: listenOn })
    return { pid: process.pid, stop: () => app.close().then(() => 0) }
  }

  async function startApart(): Promise<Running> {
    const settings = {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      SESSION_KEY: testKey,
      PLATFORM_URL: platform.url,
      PUSHER_KEY: 'key',
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: String(pusher.port),
      PUSHER_TLS: 'false',
      ...options.env,
    }
    const child = await startGatewayProcess(settings)
    return { pid: child.pid, stop: () => child.end('SIGTERM') }
  }

  const start = () =>
    options.apart ? startApart() : startHere(port, { HOST: '127.0.0.1', METRICS_PORT: String(metricsPort) })
  let running: Running | null = await start()
  // The first subscriptions of a test need the service.
  while ((await readMetrics(metricsPort)).get('gateway_realtime_up') !== 1) await wait(5)
  // Both gateways share the key of the cookie. This one allows a thousand sign-ins a minute.
  const doorPort = options.apart ? await freePort() : port
  const door = options.apart ? await startHere(doorPort, {}) : null

  const origin = options.env?.['PUBLIC_URL'] ?? url
  const call = (to: string, cookie: string, method: string, path: string, body?: unknown) =>
    fetch(to + path, {
      method,
      headers: {
        cookie,
        origin: to === url ? origin : to,
        'x-csrf': '1',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const stop = async () => {
    const ending = running
    running = null
    return ending ? ending.stop() : null
  }

  return {
    url,
    platform,
    pusher,
    stop,
    pid: () => running?.pid ?? 0,
    async signIn(name, accountId) {
      const body = { email: `${name}@example.org`, password: 'any', ...(accountId && { account: accountId }) }
      const answer = await call(`http://127.0.0.1:${doorPort}`, '', 'POST', '/session', body)
      const cookie = cookieOf({ headers: { 'set-cookie': answer.headers.getSetCookie() } })
      if (!answer.ok || !cookie) throw new Error(`sign-in answered ${answer.status}`)
      return cookie
    },
    socketOf: (cookie) => ({ url: `${url.replace('http', 'ws')}/graphql`, headers: { cookie, origin } }),
    send: (cookie, method, path, body) => call(url, cookie, method, path, body),
    metrics: () => readMetrics(metricsPort),
    async start() {
      running = await start()
    },
    async close() {
      await Promise.all([stop(), door?.stop()])
      if (!beside) await Promise.all([platform.close(), pusher.stop()])
    },
  }
}
