import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'

export interface SecurityHeadersOptions {
  config: Pick<GatewayConfig, 'PUBLIC_URL'>
}

/** Nothing of an answer under `/api` may run, load or be framed: the platform may be a foreign one. */
export const inertPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Sets the security headers that data answers need. */
export const securityHeadersPlugin = fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.addHook('onRequest', (request, reply, next) => {
      void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
      if (request.raw.url?.startsWith('/api/')) void reply.header('content-security-policy', inertPolicy)
      next()
    })
    done()
  },
  { name: 'security-headers' },
)

/**
 * Adds `reply.helmet()` to the routes of this context; it sets the page policy on the client's documents.
 * Data routes do not use it, because its hooks would take a large part of the time of a small answer.
 */
export async function addPageHeaders(
  app: FastifyInstance,
  { config }: SecurityHeadersOptions,
): Promise<void> {
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: directives(config) },
    referrerPolicy: { policy: 'no-referrer' },
    // On plain HTTP, both would send the browser to a port without TLS.
    strictTransportSecurity: https,
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    crossOriginEmbedderPolicy: false,
  })
}

function directives(config: Pick<GatewayConfig, 'PUBLIC_URL'>) {
  return {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Monaco and the style engine write style elements and attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    workerSrc: ["'self'", 'blob:'],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", (request: IncomingMessage) => socketOrigin(request.headers.host, config)],
  }
}

/** The live socket's origin by name, because some browsers do not match `ws:` with 'self'. */
export function socketOrigin(host: string | undefined, config: Pick<GatewayConfig, 'PUBLIC_URL'>): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).origin.replace(/^http/, 'ws')
  // The header becomes part of a policy, so only a valid host and port is accepted.
  return host && /^[A-Za-z0-9.:[\]-]+$/.test(host) ? `ws://${host}` : "'self'"
}
