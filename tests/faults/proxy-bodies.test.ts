import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { freePort, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { openRaw, sendRaw, statusesOf } from '../support/raw-http.ts'

/** Bodies that are too large, too deep, too slow or of another type. */

const mebibyte = 1024 * 1024
let gateway: TestGateway
let cookie: string
let port: number
beforeAll(async () => {
  gateway = await startTestGateway()
  cookie = await gateway.signIn()
  port = (gateway.app.server.address() as AddressInfo).port
})
beforeEach(() => {
  gateway.platform.seen.length = 0
})
afterAll(() => gateway.close())

const json = 'Content-Type: application/json'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const head = (headers: string[], target = '/api/apps') =>
  [`POST ${target} HTTP/1.1`, 'Host: x', `Cookie: ${cookie}`, 'X-CSRF: 1', ...headers, '', ''].join('\r\n')
const post = (headers: string[], body: string, target?: string) => sendRaw(port, head(headers, target) + body)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const bodiesSeen = () => gateway.platform.seen.map(({ body }) => body)

/**
 * Sends chunks until the server has answered or all are sent; returns the answer and the number of sent
 * bytes.
 */
async function sendChunks(chunks: number, size: number) {
  const options = { port, method: 'POST', path: '/api/apps' }
  const headers = { cookie, 'x-csrf': '1', 'content-type': 'application/json' }
  const request = http.request({ ...options, headers })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  let status: number | undefined
  void answered.then(([answer]) => (status = answer.resume().statusCode))
  // The server may close before everything was sent.
  request.on('error', () => request.destroy())
  let sent = 0
  for (; sent < chunks && status === undefined && !request.destroyed; sent++)
    if (!request.write('x'.repeat(size))) await Promise.race([once(request, 'drain'), answered])
  request.end()
  await answered
  request.destroy()
  return { status, sent: sent * size }
}

test('a body is at most 2 MiB large, 64 levels deep and received within 30 s (check 20)', async () => {
  const largest = `"${'x'.repeat(2 * mebibyte - 2)}"`
  const sent = gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).type('json')
  expect((await sent.send(largest).expect(200)).body.body).toHaveLength(2 * mebibyte)
  gateway.platform.seen.length = 0

  const announced = await post([json, `Content-Length: ${3 * mebibyte}`], '{')
  expect([statusesOf(announced), announced.includes('"code":"TOO_LARGE"')]).toEqual([[413], true])
  expect(gateway.platform.seen).toEqual([])

  const streamed = await post([json, 'Transfer-Encoding: chunked'], chunk('x'.repeat(mebibyte)).repeat(3))
  expect([statusesOf(streamed), /connection: close/i.test(streamed)]).toEqual([[413], true])
  // One warm-up run, so that one-time allocations do not count as growth.
  await sendChunks(50 * 16, mebibyte / 16)
  const before = process.memoryUsage().rss
  const upload = await sendChunks(50 * 16, mebibyte / 16)
  const growth = Math.round((process.memoryUsage().rss - before) / mebibyte)
  expect(upload.status).toBe(413)
  // The refusal is sent before the end of the body: the gateway accepted 2 MiB, and the buffers held the
  // rest.
  expect(upload.sent).toBeLessThan(20 * mebibyte)
  expect(growth).toBeLessThan(20)
  expect(bodiesSeen().every((body) => body === '')).toBe(true)
  gateway.platform.seen.length = 0

  const text = (body: string) => post([json, 'Connection: close', `Content-Length: ${body.length}`], body)
  for (const depth of [65, 1_000, 100_000]) expect(statusesOf(await text(nested(depth)))).toEqual([400])
  expect(statusesOf(await text(`{"a":"${'x'.repeat(100_000)}","b":${nested(64)}}`))).toEqual([400])
  expect(bodiesSeen().every((body) => body === '')).toBe(true)
  expect(statusesOf(await text(nested(64)))).toEqual([200])
  for (const target of ['/graphql', '/session']) {
    const query = `{"query":"{ apps { total } }","variables":{"a":${nested(1_000)}}}`
    const length = `Content-Length: ${query.length}`
    const answer = await post([json, 'Connection: close', length], query, target)
    expect([statusesOf(answer), answer.includes('nested too deeply')]).toEqual([[400], true])
  }

  const slow = await startTestGateway({ limits: { requestMs: 900, upstreamAnswerMs: 100 } })
  const connection = await openRaw((slow.app.server.address() as AddressInfo).port)
  const own = ['POST /api/apps HTTP/1.1', 'Host: x', 'Authorization: Basic x', json, 'Content-Length: 100']
  connection.write(`${own.join('\r\n')}\r\n\r\n{`)
  const drip = setInterval(() => connection.write(' '), 50)
  const [late] = await connection.until(1)
  clearInterval(drip)
  connection.destroy()
  expect([late?.status, JSON.parse(late?.body ?? '{}').code]).toEqual([408, 'TIMEOUT'])
  expect(slow.platform.seen).toEqual([])
  await slow.close()
  evidence({
    check: 20,
    figures: {
      'announced 3 MiB': 413,
      'chunked 50 MiB': 413,
      'of these read, MiB': Math.ceil(upload.sent / mebibyte),
      'memory growth, MiB': growth,
      '1,000 levels': 400,
      'a byte each 50 ms with a limit of 0.9 s': 408,
      'of these complete at the platform': 0,
    },
    breaks: 'a body is only checked by its announced length',
  })
})

test('a client that reads only after it has sent everything sees why its body was refused', async () => {
  const socket = connect(port, '127.0.0.1').pause()
  const closed = once(socket, 'close')
  const body = chunk('x'.repeat(mebibyte)).repeat(8)
  await new Promise<void>((sent, failed) =>
    socket.write(head([json, 'Transfer-Encoding: chunked']) + body, (error) =>
      error ? failed(error) : sent(),
    ),
  )
  let answer = ''
  socket.on('data', (piece) => (answer += piece.toString('latin1'))).resume()
  expect(await closed).toEqual([false])
  expect([statusesOf(answer), answer.includes('"code":"TOO_LARGE"')]).toEqual([[413], true])
})

test('the platform sees nothing of a body that is still arriving, and then all of it', async () => {
  const connection = await openRaw(port)
  connection.write(head([json, 'Content-Length: 200000']) + `"${'x'.repeat(100_000)}`)
  await gateway.http.get('/api/plans').set('cookie', cookie).expect(200)
  expect(gateway.platform.seen.map(({ path }) => path)).toEqual(['/api/plans'])
  connection.write(`${'x'.repeat(99_998)}"`)
  expect((await connection.until(1))[0]?.status).toBe(200)
  expect(bodiesSeen().at(-1)).toHaveLength(200_000)
  connection.destroy()
})

test('an interrupted body does not reach the platform', async () => {
  for (const begun of [100, 100_000]) {
    gateway.platform.seen.length = 0
    const connection = await openRaw(port)
    connection.write(head([json, 'Content-Length: 200000']) + 'x'.repeat(begun))
    connection.destroy()
    await gateway.http.get('/api/plans').set('cookie', cookie).expect(200)
    expect(gateway.platform.seen.map(({ path }) => path)).toEqual(['/api/plans'])
  }
})

const types = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json\ta',
  ' application/jsonx',
  'application/json garbage',
  'application/xml',
  '*/*',
  'application/json, text/plain',
  'application/json/',
  'text/json',
  'application/vnd.api+json',
  'json',
  'application/',
  '"application/json"',
  'application/json\x0b',
]

test('anything but JSON is 415, and no such body is forwarded (check 21)', async () => {
  const targets = ['/api/apps', '/session', '/session/token', '/graphql']
  const body = '{"email":"ada@example.com","password":"correct horse"}'
  for (const target of targets)
    for (const type of types) {
      const headers = [`Content-Type: ${type}`, 'Connection: close', `Content-Length: ${body.length}`]
      // A control character is invalid in a header value.
      const expected = type.includes('\x0b') ? 400 : 415
      const statuses = statusesOf(await post(headers, body, target))
      expect([target, type, statuses]).toEqual([target, type, [expected]])
    }
  expect(gateway.platform.seen).toEqual([])

  // The platform gets the same media type for every spelling of JSON.
  const spelled = ['application/json; charset=utf-8', ' application/json ', 'Application/JSON']
  for (const type of [...spelled, 'application/json;charset', 'application/json; charset=utf-16']) {
    const answer = await post([`Content-Type: ${type}`, 'Connection: close', 'Content-Length: 2'], '{}')
    expect([type, statusesOf(answer)]).toEqual([type, [200]])
    expect(gateway.platform.seen.at(-1)?.headers['content-type']).toBe('application/json')
  }
  evidence({
    check: 21,
    figures: { types: types.length, routes: targets.length, 'bodies forwarded': 0 },
    breaks: 'the parser for plain text is not removed',
  })
})

test('requests that a limit refuses are counted', async () => {
  const metricsPort = await freePort()
  const own = await startTestGateway({
    env: { METRICS_PORT: String(metricsPort), HOST: '127.0.0.1' },
    limits: { requestMs: 400, upstreamAnswerMs: 200 },
  })
  const at = Number(new URL(own.url).port)
  const basic = ['POST /api/apps HTTP/1.1', 'Host: x', 'Authorization: Basic x', json].join('\r\n')
  for (const body of [nested(65), 'x'.repeat(3 * mebibyte)])
    await sendRaw(at, `${basic}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(body)}0\r\n\r\n`)
  expect(statusesOf(await sendRaw(at, `${basic}\r\nContent-Length: 9\r\n\r\n{`))).toEqual([408])
  own.platform.mode('hang')
  await own.http.get('/api/apps').set('authorization', 'Basic x').expect(504)
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const limit of ['bodyBytes', 'jsonDepth', 'requestMs', 'upstreamAnswerMs'])
    expect(figures).toContain(`gateway_limit_hits_total{limit="${limit}"} 1`)
  await own.close()
})
