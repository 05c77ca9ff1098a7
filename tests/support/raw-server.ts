import { createServer, type AddressInfo } from 'node:net'
import type { FakePlatform } from './fake-platform.ts'

/** A platform that answers every request with the same bytes, and does not interpret what it receives. */
export interface RawServer extends Pick<FakePlatform, 'url' | 'close'> {
  /** The answer to the next requests. */
  bytes: string
  /** Whether the connection ends after the answer. */
  ends: boolean
  /** Connections so far: accepted, with a request, and closed after it; and those open now. */
  taken(): number
  asked(): number
  closed(): number
  open(): number
}

export async function startRawServer(): Promise<RawServer> {
  let [taken, open, asked, closed] = [0, 0, 0, 0]
  const server = createServer((socket) => {
    taken++
    open++
    let request = 0
    socket.on('close', () => {
      open--
      // Only connections with a request: pools open and close idle ones at any time.
      if (request > 0) closed++
    })
    socket.on('error', () => socket.destroy())
    socket.on('data', () => {
      if (request++ === 0) asked++
      if (raw.ends) socket.end(raw.bytes, 'latin1')
      else socket.write(raw.bytes, 'latin1')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const raw: RawServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: '',
    ends: true,
    taken: () => taken,
    asked: () => asked,
    closed: () => closed,
    open: () => open,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  return raw
}
