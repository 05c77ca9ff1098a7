import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
let cookie: string
beforeEach(async () => {
  gateway = await startTestGateway({ limits: { closeMs: 60_000 } })
  cookie = await gateway.signIn()
})
afterEach(() => gateway.close())

/** The bytes that arrive until the gateway closes the connection. The client side keeps it open. */
function answerUntilClosed(lines: string[]): Promise<string> {
  const { port } = gateway.app.server.address() as AddressInfo
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const head = [...lines, 'Host: x', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...upgrade]
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.on('data', (data) => (text += String(data)))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

it.each([
  ['without a session', ['GET /graphql HTTP/1.1'], 401],
  ['of another origin', ['GET /graphql HTTP/1.1', 'Origin: http://evil.example'], 403],
  ['of a call', ['GET /api/apps HTTP/1.1'], 200],
  ['of another method', ['POST /api/apps HTTP/1.1', 'X-CSRF: 1', 'Content-Length: 2'], 400],
  ['of a target that cannot be decoded', ['GET /api/% HTTP/1.1'], 400],
  ['of nothing', ['GET /nowhere HTTP/1.1'], 404],
])('an upgrade %s is answered and its connection closed', async (_what, lines, status) => {
  const signedIn = status === 401 ? [] : [`Cookie: ${cookie}`]
  const answer = await answerUntilClosed([...lines, ...signedIn])
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/connection: close/i)
})
