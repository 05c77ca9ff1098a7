import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PusherAddress } from '#server/platform/realtime/pusher-service.ts'

interface Event {
  channel: string
  name: string
  data: string
}

/**
 * The publishing side of a Pusher service: checks signature and sizes as the real one does, and records
 * accepted events.
 */
export interface FakePusherApi {
  address: PusherAddress
  batches: Event[][]
  /** Error statuses for the next requests, which are then not accepted. */
  refuseNext: number[]
  /** Every accepted event, with its data parsed. */
  events(): { channel: string; name: string; data: unknown }[]
  stop(): Promise<void>
}

/** The same without its own listener. */
export interface PusherApi extends Omit<FakePusherApi, 'address' | 'stop'> {
  handle: RequestListener
  addressAt(port: number): PusherAddress
}

/** `taken` receives each accepted event after its request was answered. */
export function createPusherApi(taken: (event: Event) => void = () => {}): PusherApi {
  const [appId, key, secret] = ['app-1', 'key-1', 'secret-1']
  const batches: Event[][] = []
  const refuseNext: number[] = []

  function judge(request: IncomingMessage, body: string): number {
    const url = new URL(request.url ?? '', 'http://fake')
    const signed = [...url.searchParams].filter(([name]) => name !== 'auth_signature').sort()
    const query = signed.map(([name, value]) => `${name}=${value}`).join('&')
    const signature = createHmac('sha256', secret).update(`POST\n${url.pathname}\n${query}`).digest('hex')
    const is = (name: string, value: string) => url.searchParams.get(name) === value
    if (!is('auth_signature', signature) || !is('auth_key', key)) return 401
    if (!is('body_md5', createHash('md5').update(body).digest('hex'))) return 401
    if (url.pathname !== `/apps/${appId}/batch_events`) return 404
    const { batch } = JSON.parse(body) as { batch: Event[] }
    if (batch.length > 10) return 400
    if (batch.some(({ data }) => Buffer.byteLength(data) > 10_240)) return 413
    const refusal = refuseNext.shift()
    if (refusal !== undefined) return refusal
    batches.push(batch)
    return 200
  }

  return {
    batches,
    refuseNext,
    events: () => batches.flat().map((event) => ({ ...event, data: JSON.parse(event.data) as unknown })),
    addressAt: (port) => ({ appId, key, secret, cluster: '', host: '127.0.0.1', port, tls: false }),
    handle(request, response) {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const before = batches.length
        response.statusCode = judge(request, Buffer.concat(chunks).toString())
        response.end('{}')
        for (const event of batches.slice(before).flat()) taken(event)
      })
    },
  }
}

export async function startFakePusherApi(port = 0): Promise<FakePusherApi> {
  const { handle, addressAt, ...api } = createPusherApi()
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const taken = (server.address() as AddressInfo).port
  return {
    ...api,
    address: addressAt(taken),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
