import { connect, type Socket } from 'node:net'

/** Connections that send as little as they can, each from an address of this machine. */
export interface SlowClients {
  /** Opens a connection and sends the head and the body so far; then `drip` every 500 ms, if given. */
  open(address: string, head: string, body?: Buffer, drip?: string): void
  /** Resolves when all are connected, or refused, and have sent their first bytes. */
  sent(): Promise<void>
  /** Number of connections that the server has not closed. */
  held(): number
  /** Answers received so far, by status. */
  statuses(): Record<string, number>
  close(): void
}

export function createSlowClients(port: number): SlowClients {
  const sockets = new Set<Socket>()
  const begun: Promise<void>[] = []
  const drips = new Map<Socket, string>()
  const statuses: Record<string, number> = {}
  const timer = setInterval(() => {
    for (const [socket, drip] of drips) if (socket.writable) socket.write(drip)
  }, 500)
  return {
    open(localAddress, head, body, drip) {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      sockets.add(socket)
      begun.push(
        new Promise((done) => {
          const send = () => {
            socket.write(head)
            socket.write(body ?? '', () => done())
            if (drip) drips.set(socket, drip)
          }
          socket.once('connect', send).once('close', () => done())
        }),
      )
      socket.once('data', (text) => {
        const status = /^HTTP\/1\.1 (\d{3})/.exec(text.toString('latin1'))?.[1] ?? 'none'
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        drips.delete(socket)
      })
    },
    sent: async () => void (await Promise.all(begun)),
    held: () => sockets.size,
    statuses: () => statuses,
    close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
