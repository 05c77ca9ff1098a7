import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'
import { networkOf } from '../lib/network.ts'
import { Share, type SharePart } from '../lib/share.ts'
import { shareBounds } from '../lib/shares.ts'

export interface ConnectionsOptions {
  config: Pick<GatewayConfig, 'MAX_SOCKETS' | 'TRUST_PROXY'>
  limits: GatewayLimits
  onLimit: LimitHit
}

/**
 * Bounds the connections that have not sent a request yet, in all and of one address: beyond that the oldest is closed,
 * if it has had `slowMs` for its request. Above the number of all connections, those between two requests are closed,
 * and new ones are refused.
 */
export const connectionsPlugin = fp(
  (app: FastifyInstance, { config, limits, onLimit }: ConnectionsOptions, done: () => void) => {
    const { server } = app
    const onFull = (scope: 'caller' | 'address' | 'kind' | 'total') => onLimit(`sockets.${scope}`)
    const { slowMs, slowBytesPerSecond } = limits
    const pace = { slowMs, slowBytesPerSecond, graceMs: slowMs }
    const share = new Share({ bounds: shareBounds(limits).sockets, limits: pace, onFull })
    const waiting = new Map<Socket, SharePart>()
    // The address of a proxy stands for all clients behind it.
    const addressOf = ({ remoteAddress = '' }: Socket) =>
      config.TRUST_PROXY === undefined || config.TRUST_PROXY === 'false' ? networkOf(remoteAddress) : ''

    server.maxConnections = config.MAX_SOCKETS + limits.sockets
    server.on('drop', () => {
      onLimit('sockets')
      server.closeIdleConnections()
    })
    server.on('connection', (socket: Socket) => {
      // Thousands of clients may connect at the same moment, and send their requests a moment later.
      const part = share.takeAnyway({ kind: 'unknown', caller: '', address: addressOf(socket) })
      part.waits(() => socket.destroy())
      waiting.set(socket, part)
      socket.once('close', () => end(socket))
    })
    function end(socket: Socket): void {
      waiting.get(socket)?.release()
      waiting.delete(socket)
    }
    for (const event of ['request', 'upgrade', 'checkExpectation'])
      server.on(event, (request: { socket: Socket }) => {
        if (waiting.size > 0) end(request.socket)
      })
    done()
  },
  { name: 'connections' },
)
