import { freePort, testKey } from '../support/gateway.ts'
import { gatewayProgram, startGatewayProcess } from '../support/gateway-process.ts'

export interface SignedInGateway {
  message: { port: number; pid: number; cookie: string }
  stop(): Promise<void>
}

/**
 * The built gateway in its own process with that platform, and the cookie of a session in it. Not from its
 * sources: tsx assigns a name to every function that is created, which the product does not. Needs a build.
 * Throws when the sign-in is refused.
 */
export async function startSignedInGateway(
  platformUrl: string,
  environment: Record<string, string> = {},
  program = gatewayProgram,
): Promise<SignedInGateway> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const settings = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    SESSION_KEY: testKey,
    // No Pusher endpoint: nothing listens on this port.
    PLATFORM_URL: platformUrl,
    PUSHER_KEY: 'bench',
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: '9',
    PUSHER_TLS: 'false',
    ...environment,
  }
  const { pid, end } = await startGatewayProcess(settings, program)
  const cookie = await signIn(`http://127.0.0.1:${port}`)
  return { message: { port, pid, cookie }, stop: () => end('SIGKILL').then(() => undefined) }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ email: 'bench@example.org', password: 'bench-password' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`sign-in failed with ${answer.status}`)
  return cookie
}
