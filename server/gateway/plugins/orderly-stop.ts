import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'

/**
 * Bounds `app.close()`: running requests may end, but not for longer than `closeMs`; then their
 * connections are cut. New requests meanwhile get 503 (`return503OnClosing`).
 */
export const orderlyStopPlugin = fp(
  (app: FastifyInstance, { closeMs }: { closeMs: number }, done: () => void) => {
    let cut: NodeJS.Timeout | undefined
    app.addHook('preClose', (next) => {
      cut = setTimeout(() => {
        app.log.warn('closing: requests still running are cut off')
        app.server.closeAllConnections()
      }, closeMs)
      next()
    })
    app.addHook('onClose', (_app, next) => {
      clearTimeout(cut)
      next()
    })
    done()
  },
  { name: 'orderly-stop' },
)
