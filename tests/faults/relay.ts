import net, { type AddressInfo } from 'node:net'

/** A way through the network that can lose what comes back. */
export interface Relay {
  port: number
  /** While true, requests arrive and their replies do not: connections break off instead. */
  dropReplies: boolean
  /** Connections broken off so far. */
  dropped: number
  close(): Promise<void>
}

export async function startRelay(targetPort: number): Promise<Relay> {
  const sockets = new Set<net.Socket>()
  const relay = { dropReplies: false, dropped: 0 }
  const server = net.createServer((near) => {
    const far = net.connect(targetPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      // The other side learns of it by the end of its own connection.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (reply) => {
      if (!relay.dropReplies) return void near.write(reply)
      if (!near.destroyed) relay.dropped++
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(relay, {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
