import { comparison } from '../http-compared.ts'
import { startServer } from '../processes.ts'
import { startSignedInGateway } from '../signed-in-gateway.ts'
import { wrk, type Measured } from '../wrk.ts'
import type { Sizes } from '../sizes.ts'
import { rounds } from '../table.ts'
import { asked, askedInWords, rowsPath } from './question.ts'

const WARM_UP_S = 3
const MEASURED_S = 3
const CONNECTIONS = 32

const ours = 'this gateway'
const proxied = 'bare @fastify/http-proxy of the same rows'
const peers: Record<string, string> = {
  'graphql-yoga': 'yoga',
  'mercurius without jit': 'mercurius',
  [proxied]: 'bare',
}

const questionFor = (name: string) => (name === ours ? asked : askedInWords)

interface Server {
  message: { port: number; pid: number; cookie?: string }
  stop(): Promise<void>
}

const here = (file: string) => new URL(file, import.meta.url).pathname

/**
 * G8: a list by GraphQL through the gateway as the product runs it, compared with common servers without any
 * session.
 */
export async function benchGraphql(sizes: Sizes): Promise<string> {
  const count = sizes['rounds'] ?? 5
  const upstream = await startServer<{ url: string }>(here('../proxy/upstream.ts'))
  const servers = new Map<string, Server>()
  try {
    const gateway = await startSignedInGateway(upstream.message.url)
    servers.set(ours, gateway)
    for (const [name, argument] of Object.entries(peers))
      servers.set(name, await startServer(here('server.ts'), [argument, upstream.message.url]))
    const { cookie } = gateway.message
    const load = async (name: string, seconds: number): Promise<Measured> => {
      const { port, pid } = servers.get(name)?.message ?? { port: 0, pid: 0 }
      const measured = { port, headers: { cookie }, seconds, connections: CONNECTIONS }
      if (name === proxied) return wrk({ ...measured, path: rowsPath }, pid)
      const asking = { script: here('ask.lua'), environment: { QUESTION: questionFor(name) } }
      return wrk({ ...measured, path: '/graphql', ...asking }, pid)
    }
    for (const name of servers.keys()) await sameAnswer(name, servers)
    for (const name of servers.keys()) await load(name, WARM_UP_S)
    return report(await rounds([...servers.keys()], count, (name) => load(name, MEASURED_S)), count)
  } finally {
    for (const { stop } of servers.values()) await stop()
    await upstream.stop()
  }
}

/** A server that returns less than the others would have an advantage. */
async function sameAnswer(name: string, servers: ReadonlyMap<string, Server>): Promise<void> {
  if (name === proxied) return
  const { port } = servers.get(name)?.message ?? { port: 0 }
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf': '1',
      cookie: servers.get(ours)?.message.cookie ?? '',
    },
    body: questionFor(name),
  })
  const { data } = (await answer.json()) as { data?: { workqueues: { rows: object[] } } }
  const rows = data?.workqueues.rows ?? []
  const fields = Object.keys(rows[0] ?? {}).length
  if (rows.length !== 10 || fields !== 10)
    throw new Error(`${name} answers ${rows.length} rows of ${fields} fields`)
}

function report(results: Map<string, Measured[]>, count: number): string {
  return [
    '## G8: GraphQL over REST, the ten rows of the list of runs, 32 connections',
    '',
    `Median of ${count} rounds of ${MEASURED_S} s (wrk, one thread), order reversed every other round; ratios are medians of the ratios per round.`,
    'Every server gets the console query of the list. The gateway is complete: sealed session, rule against forged',
    'requests, limits, metrics. The peers have no session; the bare proxy forwards the rows unchanged.',
    '',
    comparison(ours, results),
  ].join('\n')
}
