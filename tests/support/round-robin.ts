import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** One address for several servers. */
export interface RoundRobin {
  port: number
  close(): Promise<void>
}

/**
 * Passes each new connection to the next port that accepts it. When a server dies, so do the connections to
 * it: its clients reconnect to another one.
 */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const near = new Set<net.Socket>()
  let turn = 0
  const server = net.createServer((client) => {
    near.add(client)
    client.on('close', () => near.delete(client))
    client.on('error', () => client.destroy())
    connect(client, turn++, ports.length)
  })

  function connect(client: net.Socket, index: number, left: number): void {
    if (left === 0 || client.destroyed) return void client.destroy()
    const target = net.connect(ports[index % ports.length] ?? 0, '127.0.0.1')
    const refused = () => connect(client, index + 1, left - 1)
    target.once('error', refused)
    target.once('connect', () => {
      target.off('error', refused)
      target.on('error', () => client.destroy())
      target.on('close', () => client.destroy())
      client.on('close', () => target.destroy())
      client.pipe(target)
      target.pipe(client)
      if (client.destroyed) target.destroy()
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of near) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
