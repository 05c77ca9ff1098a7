import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'

/**
 * Whether the request has an `Origin` header that is this console: the origin of `PUBLIC_URL`, or, without it, one
 * whose host equals `Host`. False without an `Origin`; routes that allow its absence check that before.
 */
export function originAllowed(request: FastifyRequest, config: Pick<GatewayConfig, 'PUBLIC_URL'>): boolean {
  const { origin, host } = request.headers
  if (!origin) return false
  const sent = parseUrl(origin)
  // A browser sends only scheme, host and port.
  if (!sent || sent.origin !== origin.toLowerCase()) return false
  if (config.PUBLIC_URL) return sent.origin === new URL(config.PUBLIC_URL).origin
  return host !== undefined && withoutDefaultPort(sent.protocol, host) === sent.host
}

/**
 * The origin that the caller's browser uses: that of `PUBLIC_URL`, else that of the request, whose origin was
 * checked.
 */
export function ownOrigin(request: FastifyRequest, config: Pick<GatewayConfig, 'PUBLIC_URL'>): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).origin
  return request.headers.origin ?? `${request.protocol}://${request.host}`
}

/** `Host` as `URL` prints it for that scheme, so that `x:443` equals `x` under https. */
function withoutDefaultPort(protocol: string, host: string): string | undefined {
  return parseUrl(`${protocol}//${host}`)?.host
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
