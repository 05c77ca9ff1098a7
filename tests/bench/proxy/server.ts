import { Agent, createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'

/**
 * One proxy in front of the upstream, each in its own process. The peers do the minimum that their users
 * write: keep connections, remove the cookie, and add a bearer token and an account. Usage: server.ts <name>
 * <upstream address>
 */
const [name = '', upstream = ''] = process.argv.slice(2)
const peers = createRequire(new URL('../package.json', import.meta.url))
const agent = new Agent({ keepAlive: true, maxSockets: 128 })
const injected = { authorization: `Bearer ${'x'.repeat(1_450)}`, 'account-id': '6b022ac6753b7a7b4ff6a350' }

type ProxyRequest = { setHeader(name: string, value: string): void; removeHeader(name: string): void }
function inject(request: ProxyRequest): void {
  request.removeHeader('cookie')
  for (const [key, value] of Object.entries(injected)) request.setHeader(key, value)
}

async function listenPlain(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const servers: Record<string, () => Promise<{ port: number }>> = {
  async bare() {
    const app = Fastify()
    await app.register(httpProxy, { upstream, prefix: '/api', rewritePrefix: '/api' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return { port: (app.server.address() as AddressInfo).port }
  },

  async 'http-proxy-middleware'() {
    const { createProxyMiddleware } = peers('http-proxy-middleware') as {
      createProxyMiddleware(options: object): RequestListener
    }
    const on = { proxyReq: inject }
    return { port: await listenPlain(createProxyMiddleware({ target: upstream, agent, on })) }
  },

  async 'http-proxy-3'() {
    const { createProxyServer } = peers('http-proxy-3') as {
      createProxyServer(options: object): {
        on(event: 'proxyReq', listener: (request: ProxyRequest) => void): void
        web(request: IncomingMessage, response: object): void
      }
    }
    const proxy = createProxyServer({ target: upstream, agent })
    proxy.on('proxyReq', inject)
    return { port: await listenPlain((request, response) => proxy.web(request, response)) }
  },
}

const started = await servers[name]?.()
process.send?.({ ...started, pid: process.pid })
