import { once } from 'node:events'
import { createServer } from 'node:http'
import { toError } from '../errors.ts'
import type { Logger } from '../logger.ts'

export interface MetricsListenerOptions {
  host: string
  port: number
  contentType: string
  /** In the text format of Prometheus. */
  collect(): Promise<string>
  log: Pick<Logger, 'error'>
}

/** Serves `GET /metrics` and nothing else, on a listener of its own. */
export async function serveMetrics({ host, port, contentType, collect, log }: MetricsListenerOptions) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    void collect().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.error({ err: toError(error) }, 'metrics cannot be collected')
        response.writeHead(500).end()
      },
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
