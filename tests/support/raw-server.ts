import { createServer, type AddressInfo } from 'node:net'
import type { FakePlatform } from './fake-platform.ts'

/** A platform that answers every request with the same bytes, and takes what it is sent for nothing. */
export interface RawServer extends Pick<FakePlatform, 'url' | 'close'> {
  /** Sent in answer to the next requests. */
  bytes: string
  /** Whether the connection ends after them. */
  ends: boolean
  connections(): number
}

export async function startRawServer(): Promise<RawServer> {
  let open = 0
  const server = createServer((socket) => {
    open++
    socket.on('close', () => open--)
    socket.on('error', () => socket.destroy())
    socket.on('data', () => {
      if (raw.ends) socket.end(raw.bytes, 'latin1')
      else socket.write(raw.bytes, 'latin1')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const raw: RawServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: '',
    ends: true,
    connections: () => open,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  return raw
}
