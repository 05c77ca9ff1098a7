import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from './gateway.ts'
import { endProcess } from './platform-process.ts'
import { seededRandom, shuffled } from './random.ts'
import { installTools } from './tools.ts'

const program = new URL('sqs-service.mjs', import.meta.url)

/**
 * What the service does with the calls of the platform: `refuse` cuts each connection, `hang` never answers, `unanswered`
 * does what they ask and never answers, `status` answers that error.
 */
export type ServiceFault = 'ok' | 'refuse' | 'hang' | 'unanswered' | { status: number; type: string }

export interface SqsService {
  /** For workers: the server itself. */
  endpoint: string
  /** For the platform: the same, with the fault. */
  faultyEndpoint: string
  fault: ServiceFault
  /** Each message is sent twice, and those of a batch in any order. */
  doubles: boolean
  /** Calls of the platform by their names. */
  calls: Map<string, number>
  stop(): Promise<void>
}

/** A server of SQS in a process of its own, and a proxy of ours before it for what it does not do: faults and duplicates. */
export async function startSqsService(seed = 92): Promise<SqsService> {
  await installTools()
  const port = await freePort()
  const child = fork(program, [String(port)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The service ended with ${String(code)}`)
    }),
  ])
  const endpoint = `http://127.0.0.1:${port}`
  const random = seededRandom(seed)
  const held = new Set<http.ServerResponse>()

  async function pass(
    request: http.IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/x-amz-json-1.0', ...wanted(request.headers) }
    const answer = await fetch(endpoint, { method: 'POST', headers, body: new Uint8Array(body) })
    return { status: answer.status, text: await answer.text() }
  }

  function inAnyOrder(body: Buffer): Buffer {
    const sent = JSON.parse(body.toString()) as { Entries: unknown[] }
    const Entries = shuffled(sent.Entries, (bound) => Math.floor(random() * bound))
    return Buffer.from(JSON.stringify({ ...sent, Entries }))
  }

  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const name = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    service.calls.set(name, (service.calls.get(name) ?? 0) + 1)
    const { fault } = service
    if (fault === 'refuse') return void request.socket.destroy()
    if (fault === 'hang') return void held.add(response)
    if (typeof fault === 'object') {
      response.writeHead(fault.status, { 'content-type': 'application/x-amz-json-1.0' })
      return void response.end(
        JSON.stringify({ __type: `com.amazonaws.sqs#${fault.type}`, message: 'secret text' }),
      )
    }
    const isDoubled = service.doubles && name === 'SendMessageBatch'
    const { status, text } = await pass(request, isDoubled ? inAnyOrder(body) : body)
    if (isDoubled) await pass(request, inAnyOrder(body))
    if (fault === 'unanswered') return void held.add(response)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const service: SqsService = {
    endpoint,
    faultyEndpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: 'ok',
    doubles: false,
    calls: new Map(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await endProcess(child, 'SIGKILL')
    },
  }
  return service
}

const wanted = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    ['x-amz-target', 'authorization', 'x-amz-date'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
