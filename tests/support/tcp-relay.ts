import net, { type AddressInfo } from 'node:net'

/** A network connection that can lose data. */
export interface Relay {
  port: number
  /** While true, requests arrive and their replies do not: connections break instead. */
  dropReplies: boolean
  /**
   * While true, no data passes in either direction and no error occurs; new connections get no data either.
   */
  blackhole: boolean
  /** Number of broken connections so far. */
  dropped: number
  /** Connections accepted so far, and those open now. */
  taken: number
  open(): number
  /** Breaks every connection; accepts new ones. */
  cut(): void
  close(): Promise<void>
}

/** Connects to a port of this machine, or to the path of a socket. */
export async function startRelay(target: number | string): Promise<Relay> {
  const sockets = new Set<net.Socket>()
  const relay = { dropReplies: false, blackhole: false, dropped: 0, taken: 0 }
  const server = net.createServer((near) => {
    relay.taken++
    const far = typeof target === 'number' ? net.connect(target, '127.0.0.1') : net.connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      // The other side notices it by the end of its own connection.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (request) => {
      if (!relay.blackhole) far.write(request)
    })
    far.on('data', (reply) => {
      if (relay.blackhole) return
      if (!relay.dropReplies) return void near.write(reply)
      if (!near.destroyed) relay.dropped++
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(relay, {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size / 2,
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
