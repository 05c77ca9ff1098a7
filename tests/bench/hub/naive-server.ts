import { buildSchema, execute, getArgumentValues, getOperationAST, parse, type FieldNode } from 'graphql'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { announce, listenForEvents } from '../fanout/ingress.ts'
import { passes, schemaText, type Filter } from './schema.ts'

/** Peer: a hub that tests every subscriber's filter before any queue, and executes once per match. */
const schema = buildSchema(schemaText)
const field = schema.getSubscriptionType()?.getFields()['workqueueList']
const subscribers: { socket: WebSocket; id: string; document: ReturnType<typeof parse>; filter: Filter }[] =
  []

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as { type: string; id: string; payload: { query: string } }
    if (message.type === 'connection_init') return socket.send('{"type":"connection_ack"}')
    const document = parse(message.payload.query)
    const [node] = getOperationAST(document)?.selectionSet.selections ?? []
    if (!field || !node) return socket.close(4400)
    const filter = getArgumentValues(field, node as FieldNode) as unknown as Filter
    subscribers.push({ socket, id: message.id, document, filter })
  })
})
server.on('listening', async () => {
  const events = await listenForEvents((row) => {
    const rootValue = { workqueueList: { event: 'status', workqueue: { ...row, id: row['_id'] } } }
    for (const { socket, id, document, filter } of subscribers)
      if (passes(row, filter)) {
        const payload = execute({ schema, document, rootValue })
        socket.send(JSON.stringify({ type: 'next', id, payload }))
      }
  })
  announce({ subscribers: `127.0.0.1:${(server.address() as AddressInfo).port}`, events })
})
