import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean }

/** A span as it arrived, with what tests ask of it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  links: { traceId: string; spanId: string }[]
  attributes: Record<string, unknown>
  isFailed: boolean
  /** `service.name` of its process. */
  service: string
}

interface Body {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: { spans: WireSpan[] }[]
  }[]
}
type Attributes = { key: string; value: Value }[]
type WireSpan = Omit<ReceivedSpan, 'attributes' | 'links' | 'isFailed' | 'service'> & {
  attributes?: Attributes
  links?: ReceivedSpan['links']
  status?: { code?: number }
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>

/**
 * Receives traces by OTLP over HTTP, as JSON. `mode`: answers at once, answers 503, or never answers.
 */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders; text: string }[] = []
  const receiver = { mode: 'takes' as 'takes' | 'refuses' | 'hangs' }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      requests.push({ path: request.url ?? '', headers: request.headers, text })
      if (receiver.mode === 'hangs') return
      if (receiver.mode === 'refuses') return void response.writeHead(503).end()
      spans.push(...spansIn(JSON.parse(text) as Body))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

const spansIn = ({ resourceSpans }: Body): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ attributes = [], links = [], status, ...span }) => ({
        ...span,
        links,
        attributes: valuesOf(attributes),
        isFailed: status?.code === 2,
        service: String(valuesOf(resource.attributes)['service.name']),
      })),
    ),
  )

const valuesOf = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  )
