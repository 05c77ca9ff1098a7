import { startServer } from '../processes.ts'
import { comparison } from '../http-compared.ts'
import { startSignedInGateway } from '../signed-in-gateway.ts'
import { rounds } from '../table.ts'
import { wrk, type Measured } from '../wrk.ts'

const ROUNDS = 5
const WARM_UP_S = 3
const MEASURED_S = 3
const CONNECTIONS = 32

const peers = {
  'bare @fastify/http-proxy': 'bare',
  'http-proxy-middleware': 'http-proxy-middleware',
  'http-proxy-3': 'http-proxy-3',
}

interface Proxy {
  message: { port: number; pid: number }
  stop(): Promise<void>
}

const here = (file: string) => new URL(file, import.meta.url).pathname

/**
 * `/api` of the gateway as it runs in the product, compared with a minimal proxy (G6) and common ones (G7).
 */
export async function benchProxy(): Promise<string> {
  const upstream = await startServer<{ url: string }>(here('upstream.ts'))
  const proxies = new Map<string, Proxy>()
  try {
    const gateway = await startSignedInGateway(upstream.message.url)
    proxies.set('this gateway', gateway)
    for (const [name, argument] of Object.entries(peers))
      proxies.set(name, await startServer(here('server.ts'), [argument, upstream.message.url]))
    const { cookie } = gateway.message
    const load = async (name: string, seconds: number) => {
      const { port, pid } = proxies.get(name)?.message ?? { port: 0, pid: 0 }
      const measured = { port, path: '/api/workqueues?page=1', headers: { cookie }, seconds }
      return wrk({ ...measured, connections: CONNECTIONS }, pid)
    }
    for (const name of proxies.keys()) await load(name, WARM_UP_S)
    const results = await rounds([...proxies.keys()], ROUNDS, (name) => load(name, MEASURED_S))
    return report(results, cookie.length)
  } finally {
    for (const { stop } of proxies.values()) await stop()
    await upstream.stop()
  }
}

function report(results: Map<string, Measured[]>, cookieBytes: number): string {
  return [
    '## G6 and G7: the proxy, 2 KB of JSON, 32 connections',
    '',
    `Median of ${ROUNDS} rounds of ${MEASURED_S} s (wrk, one thread), order reversed every other round; ratios are medians of the ratios per round.`,
    `Every request has the session's cookie of ${cookieBytes.toLocaleString('en-US')} bytes. The gateway is complete: sealed session, rule against`,
    'forged requests, header lists, breaker, limits, metrics. The bare proxy forwards requests unchanged; the other two remove',
    'the cookie and add a bearer token and an account.',
    '',
    comparison('this gateway', results),
  ].join('\n')
}
