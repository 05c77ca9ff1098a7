import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Logger } from '../../server/lib/logger.ts'
import { readGatewayConfig } from '../../server/config.ts'
import { buildGateway } from '../../server/gateway/app.ts'
import { systemClock } from '../../server/lib/clock.ts'

export interface SignedInGatewayOptions {
  platformUrl: string
  /** Port of the Pusher endpoint; without one nothing listens there. */
  pusherPort?: number
  environment?: Record<string, string>
  log: Logger
}

/** The gateway as the product runs it, in this process, and the cookie of a session in it. Throws when it takes no sign-in. */
export async function startSignedInGateway({
  platformUrl,
  pusherPort = 9,
  environment = {},
  log,
}: SignedInGatewayOptions): Promise<{ port: number; cookie: string }> {
  const app = await buildGateway({
    config: readGatewayConfig(environment),
    log,
    clock: systemClock,
    platformUrl,
    pusher: { key: 'bench', cluster: '', host: '127.0.0.1', port: pusherPort, tls: false },
    sessionKeys: [randomBytes(32).toString('hex')],
    clientDir: null,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const signIn = await fetch(`http://127.0.0.1:${port}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ email: 'bench@example.org', password: 'bench-password' }),
  })
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0]
  if (!signIn.ok || !cookie) throw new Error(`sign-in failed with ${signIn.status}`)
  return { port, cookie }
}
