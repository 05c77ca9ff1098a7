import fastify from 'fastify'
import mercurius, { type MercuriusContext } from 'mercurius'
import type { AddressInfo } from 'node:net'
import { announce, listenForEvents } from '../fanout/ingress.ts'
import { passes, schemaText, type Filter } from './schema.ts'

/** Peer: Mercurius with jit and `withFilter`, which tests each subscriber after its queue. */
interface Published {
  workqueueList: { workqueue: Record<string, unknown> }
}

const app = fastify()
await app.register(mercurius, {
  schema: schemaText,
  jit: 1,
  subscription: { fullWsTransport: true },
  resolvers: {
    Subscription: {
      workqueueList: {
        subscribe: mercurius.withFilter<Published, unknown, MercuriusContext, Filter>(
          (_root, _filter, { pubsub }) => pubsub.subscribe('workqueues'),
          ({ workqueueList: { workqueue } }, filter) => passes(workqueue, filter),
        ),
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
