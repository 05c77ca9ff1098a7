import { pino } from 'pino'
import { startSignedInGateway } from '../signed-in-gateway.ts'
import { announce } from './ingress.ts'

/**
 * The gateway as the product runs it: session, authorisation, hub and bounds on. The parent gives the address of the
 * platform and the Pusher endpoint, which run in a process of their own, and gets a signed-in cookie back.
 * Usage: gateway-server.ts <platform url> <pusher port> <events address>
 */
const [platformUrl = '', pusherPort = '', events = ''] = process.argv.slice(2)
const { port, cookie } = await startSignedInGateway({
  platformUrl,
  pusherPort: Number(pusherPort),
  environment: { MAX_SOCKETS: '20000', MAX_SOCKETS_PER_USER: '20000', LOG_LEVEL: 'warn' },
  log: pino({ level: 'warn' }),
})
announce({ subscribers: `127.0.0.1:${port}`, events, cookie })
