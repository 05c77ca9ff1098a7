import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { readGatewayConfig } from '../../../server/config.ts'
import { buildGateway } from '../../../server/gateway/app.ts'
import { systemClock } from '../../../server/lib/clock.ts'
import { announce } from './ingress.ts'

/**
 * The gateway as the product runs it: session, authorisation, hub and bounds on. The parent gives the address of the
 * platform and the Pusher endpoint, which run in a process of their own, and gets a signed-in cookie back.
 * Usage: gateway-server.ts <platform url> <pusher port> <events address>
 */
const [platformUrl = '', pusherPort = '', events = ''] = process.argv.slice(2)
const config = readGatewayConfig({ MAX_SOCKETS: '20000', MAX_SOCKETS_PER_USER: '20000', LOG_LEVEL: 'warn' })
const app = await buildGateway({
  config,
  log: pino({ level: 'warn' }),
  clock: systemClock,
  platformUrl,
  pusher: { key: 'bench', cluster: '', host: '127.0.0.1', port: Number(pusherPort), tls: false },
  sessionKeys: [randomBytes(32).toString('hex')],
  clientDir: null,
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const signIn = await fetch(`http://127.0.0.1:${port}/session`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-csrf': '1', origin: `http://127.0.0.1:${port}` },
  body: JSON.stringify({ email: 'bench@example.org', password: 'bench-password' }),
})
const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0]
if (!signIn.ok || !cookie) throw new Error(`sign-in failed with ${signIn.status}`)
announce({ subscribers: `127.0.0.1:${port}`, events, cookie })
