import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../../config.ts'

export interface SecurityHeadersOptions {
  config: Pick<GatewayConfig, 'PUBLIC_URL'>
}

/**
 * `reply.helmet()` puts the page policy on the client's documents; every other answer is data and gets the
 * two headers that matter there. Helmet on each call would cost more than the rest of a small answer.
 */
export const securityHeadersPlugin = fp(
  async (app: FastifyInstance, { config }: SecurityHeadersOptions) => {
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
    app.addHook('onRequest', (_request, reply, next) => {
      void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
      next()
    })
  },
  { name: 'security-headers' },
)

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
