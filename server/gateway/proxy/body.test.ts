import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { sendRaw, statusesOf } from '../../../tests/support/raw-http.ts'

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

const post = (headers: string[], body: string) =>
  sendRaw(
    port,
    ['POST /api/apps HTTP/1.1', 'Host: x', `Cookie: ${cookie}`, 'X-CSRF: 1', ...headers, '', body].join(
      '\r\n',
    ),
  )
const json = 'Content-Type: application/json'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

describe('the size of a body', () => {
  it('may reach the limit', async () => {
    const body = `"${'x'.repeat(2 * mebibyte - 2)}"`
    const sent = gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).type('json')
    expect((await sent.send(body).expect(200)).body.body).toHaveLength(2 * mebibyte)
  })

  it('is refused by its announcement, before the platform is asked', async () => {
    const answer = await post([json, `Content-Length: ${2 * mebibyte + 1}`], '{')
    expect(statusesOf(answer)).toEqual([413])
    expect(answer).toContain('"code":"TOO_LARGE"')
    expect(gateway.platform.seen).toEqual([])
  })

  it('is refused while it streams, and the platform never gets the whole of it', async () => {
    const answer = await post([json, 'Transfer-Encoding: chunked'], chunk('x'.repeat(mebibyte)).repeat(3))
    expect(statusesOf(answer)).toEqual([413])
    expect(answer).toMatch(/connection: close/i)
    expect(gateway.platform.seen.every(({ body }) => body === '')).toBe(true)
  })
})

describe('the type of a body', () => {
  it.each([
    ...['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
    ...['application/json\ta', ' application/jsonx', 'application/json garbage', 'application/xml'],
  ])('%j is 415', async (type) => {
    const answer = await post([`Content-Type: ${type}`, 'Connection: close', 'Content-Length: 2'], '{}')
    expect(statusesOf(answer)).toEqual([415])
    expect(gateway.platform.seen).toEqual([])
  })

  it('may name its charset', async () => {
    const type = 'Content-Type: application/json; charset=utf-8'
    expect(statusesOf(await post([type, 'Connection: close', 'Content-Length: 2'], '{}'))).toEqual([200])
  })
})

describe('the framing of a request', () => {
  it.each([
    ['identity', ['Transfer-Encoding: identity', 'Content-Length: 2']],
    ['another coding', ['Transfer-Encoding: gzip, chunked']],
    ['both lengths', ['Transfer-Encoding: chunked', 'Content-Length: 2']],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
    ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']],
    ['a folded header', ['X-A: b', ' c', 'Content-Length: 2']],
    ['a space before the colon', ['Content-Length : 2']],
  ])('%s is 400, the platform is not asked and the connection ends', async (_name, headers) => {
    const smuggled = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = await post([json, ...headers], `2\r\n{}\r\n0\r\n\r\n${smuggled}`)
    expect(statusesOf(answer)).toEqual([400])
    expect(answer).toContain('"code":"BAD_REQUEST"')
    expect(gateway.platform.seen).toEqual([])
  })

  it('a body that never ends is 408, and until then the platform is not blamed', async () => {
    const slow = await startTestGateway({ limits: { requestMs: 900, upstreamAnswerMs: 100 } })
    const own = (slow.app.server.address() as AddressInfo).port
    const head = `POST /api/apps HTTP/1.1\r\nHost: x\r\nAuthorization: Basic x\r\n${json}`
    const answer = await sendRaw(own, `${head}\r\nContent-Length: 10\r\n\r\n{`)
    expect(statusesOf(answer)).toEqual([408])
    expect(answer).toContain('"code":"TIMEOUT"')
    await slow.close()
  })

  it('a body that breaks off does not reach the platform as a whole one', async () => {
    const socket = connect(port, '127.0.0.1')
    const head = `POST /api/apps HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-CSRF: 1\r\n${json}`
    socket.write(`${head}\r\nContent-Length: 200000\r\n\r\n"${'x'.repeat(100_000)}`)
    await gateway.platform.arrived('/api/apps')
    socket.resetAndDestroy()
    await gateway.http.get('/api/plans').set('cookie', cookie).expect(200)
    expect(gateway.platform.seen.every(({ body }) => body === '')).toBe(true)
  })
})
