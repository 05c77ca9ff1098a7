import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'
import mercurius from 'mercurius'
import { Pool } from 'undici'
import { rowsPath } from './question.ts'

/**
 * One server in front of the upstream, each in its own process. The peers have no session: they read the rows
 * over kept connections and list their fields. Usage: server.ts <name> <upstream address>
 */
const [name = '', upstream = ''] = process.argv.slice(2)
const peers = createRequire(new URL('../package.json', import.meta.url))

const typeDefs = `
  scalar DateTime
  type Workqueue { id: ID! appId: ID! name: String! description: String! tags: [String!]! status: String!
    created: DateTime! started: DateTime ended: DateTime }
  type WorkqueuePage { total: Int! rows: [Workqueue!]! }
  type Query { workqueues(appId: ID!, page: Int!, perPage: Int!, status: [String!], tags: [String!],
    createdAfter: DateTime, createdBefore: DateTime): WorkqueuePage! }
`
const pool = new Pool(upstream, { connections: 128 })
const resolvers = {
  Query: {
    async workqueues() {
      const { body } = await pool.request({ method: 'GET', path: rowsPath })
      const { data, total } = (await body.json()) as { data: object[]; total: number }
      return { total, rows: data }
    },
  },
  Workqueue: { id: ({ _id }: { _id: string }) => _id },
}

const servers: Record<string, () => Promise<{ port: number }>> = {
  async mercurius() {
    const app = Fastify()
    await app.register(mercurius, { schema: typeDefs, resolvers })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return { port: (app.server.address() as AddressInfo).port }
  },

  async yoga() {
    const { createYoga, createSchema } = peers('graphql-yoga') as {
      createSchema(definition: object): object
      createYoga(options: object): Parameters<typeof createServer>[1]
    }
    const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false })
    const server = createServer(yoga)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port }
  },

  async bare() {
    const app = Fastify()
    await app.register(httpProxy, { upstream, prefix: '/api', rewritePrefix: '/api' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return { port: (app.server.address() as AddressInfo).port }
  },
}

const started = await servers[name]?.()
process.send?.({ ...started, pid: process.pid })
