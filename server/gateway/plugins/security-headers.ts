import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'

export interface SecurityHeadersOptions {
  config: Pick<GatewayConfig, 'PUBLIC_URL'>
}

/** Every answer gets the two headers that matter for data. */
export const securityHeadersPlugin = fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.addHook('onRequest', (_request, reply, next) => {
      void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
      next()
    })
    done()
  },
  { name: 'security-headers' },
)

/**
 * Gives the routes of this context `reply.helmet()`, which puts the page policy on the client's documents. On the
 * routes for data the hooks behind it alone would cost a good part of a small answer.
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
    // On plain http both would send a browser to a port that does not speak TLS.
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

/** The live socket's origin by name: some browsers do not count ws: as 'self'. */
export function socketOrigin(host: string | undefined, config: Pick<GatewayConfig, 'PUBLIC_URL'>): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).origin.replace(/^http/, 'ws')
  // The header is written into a policy, so only what can be a host and port is taken.
  return host && /^[A-Za-z0-9.:[\]-]+$/.test(host) ? `ws://${host}` : "'self'"
}
