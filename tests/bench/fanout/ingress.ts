import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { AddressInfo } from 'node:net'

/** Where the load generator publishes: JSON lines over TCP, one event per line. Returns its address. */
export async function listenForEvents(onEvent: (event: Record<string, unknown>) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    createInterface({ input: socket }).on('line', (line) => {
      onEvent(JSON.parse(line) as Record<string, unknown>)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends the address to the runner, which started this process with an IPC channel. */
export function announce(addresses: {
  subscribers: string
  events: string
  pid?: number
  cookie?: string
}): void {
  process.send?.({ pid: process.pid, ...addresses })
}
