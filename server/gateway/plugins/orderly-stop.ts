import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'

/**
 * Bounds `app.close()`: running requests may finish within `closeMs`; then their connections are closed. New requests
 * get 503 meanwhile (`return503OnClosing`).
 */
export const orderlyStopPlugin = fp(
  (app: FastifyInstance, { closeMs }: { closeMs: number }, done: () => void) => {
    let cut: NodeJS.Timeout | undefined
    app.addHook('preClose', (next) => {
      cut = setTimeout(() => {
        app.log.warn('stop deadline reached, closing the connections of running requests')
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
