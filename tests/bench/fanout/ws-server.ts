import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { announce, listenForEvents } from './ingress.ts'

/** Peer: plain `ws`, an event serialised once and sent to every client with `send(string)`. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('listening', async () => {
  const events = await listenForEvents((event) => {
    const text = JSON.stringify(event)
    for (const client of server.clients) client.send(text)
  })
  announce({ subscribers: `127.0.0.1:${(server.address() as AddressInfo).port}`, events })
})
