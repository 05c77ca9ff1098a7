import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver got. */
export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Answers one request. */
type Answerer = (response: ServerResponse) => void

/** A real HTTP receiver on loopback with faults that a test switches on. */
export interface Receiver {
  url: string
  /** `127.0.0.1:port`, as `ALERT_ALLOW_PRIVATE` has it. */
  place: string
  port: number
  got: ReceivedRequest[]
  /** How the next requests are answered, each by one; all others by 200. */
  next: Answerer[]
  close(): Promise<void>
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Answerer =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** Sends nothing. */
export const neverAnswers: Answerer = () => undefined

export async function startReceiver(): Promise<Receiver> {
  const got: ReceivedRequest[] = []
  const next: Answerer[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', headers } = request
      got.push({ path, headers, body: Buffer.concat(parts).toString() })
      const answer = next.shift() ?? answerWith(200)
      answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/in`,
    place: `127.0.0.1:${port}`,
    port,
    got,
    next,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
