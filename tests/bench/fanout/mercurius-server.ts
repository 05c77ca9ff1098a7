import fastify from 'fastify'
import mercurius from 'mercurius'
import type { AddressInfo } from 'node:net'
import { announce, listenForEvents } from './ingress.ts'

/** Peer: Mercurius with jit and its own subscriptions, one execution per subscriber and event. */
const schema = `
  type Workqueue { id: ID! appId: ID! name: String! description: String! tags: [String!]! planId: ID rerunOf: ID parentTaskId: ID
    status: String! created: String! createdBy: String started: String ended: String }
  type WorkqueueListEvent { event: String! workqueue: Workqueue! }
  type Query { ok: Boolean }
  type Subscription { workqueueList(appId: ID!): WorkqueueListEvent! }
`

const app = fastify()
await app.register(mercurius, {
  schema,
  jit: 1,
  subscription: { fullWsTransport: true },
  resolvers: {
    Subscription: {
      workqueueList: {
        subscribe: (_root: unknown, _args: unknown, { pubsub }) => pubsub.subscribe('workqueues'),
      },
    },
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
const events = await listenForEvents((row) => {
  const workqueue = { ...row, id: row['_id'] }
  app.graphql.pubsub.publish({
    topic: 'workqueues',
    payload: { workqueueList: { event: 'status', workqueue } },
  })
})
announce({ subscribers: `127.0.0.1:${(app.server.address() as AddressInfo).port}`, events })
