import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'

/**
 * Whether the request names an origin and that origin is this console's: the one of `PUBLIC_URL`, or,
 * while that is unset, one whose host equals `Host` (contract section 3). False when no Origin is sent:
 * a socket upgrade must name one; whoever accepts its absence checks that first.
 */
export function originAllowed(request: FastifyRequest, config: Pick<GatewayConfig, 'PUBLIC_URL'>): boolean {
  const { origin, host } = request.headers
  if (!origin) return false
  const sent = parseUrl(origin)
  // `Origin` is scheme, host and port alone; anything with a path or user part was not made by a browser.
  if (!sent || sent.origin !== origin.toLowerCase()) return false
  if (config.PUBLIC_URL) return sent.origin === new URL(config.PUBLIC_URL).origin
  return host !== undefined && withoutDefaultPort(sent.protocol, host) === sent.host
}

/** The origin that the caller's browser uses: of `PUBLIC_URL`, else the one that the request, already checked, came to. */
export function ownOrigin(request: FastifyRequest, config: Pick<GatewayConfig, 'PUBLIC_URL'>): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).origin
  return request.headers.origin ?? `${request.protocol}://${request.host}`
}

/** `Host` as the URL class would print it for that scheme, so that `x:443` equals `x` under https. */
function withoutDefaultPort(protocol: string, host: string): string | undefined {
  return parseUrl(`${protocol}//${host}`)?.host
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
