import http from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startGatewayBefore, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startRawServer, type RawServer } from '../support/raw-server.ts'

/**
 * A platform that accepts requests and then does not answer, and callers that disconnect before the answer.
 */

const answerMs = 500
const stallMs = 300
const own = { authorization: 'Basic x' }
const polling = { timeout: 10_000 }
const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

let raw: RawServer
let gateway: TestGateway
beforeEach(async () => {
  raw = await startRawServer()
  raw.ends = false
  gateway = await startGatewayBefore(raw.url, {
    // The breaker's reaction to silence is tested in proxy-outage.test.ts.
    limits: { upstreamAnswerMs: answerMs, upstreamStallMs: stallMs, breakerFailures: 1_000 },
  })
})
afterEach(async () => {
  await gateway.close()
  await raw.close()
})

/** A call that can be aborted; resolves with the status, or `cut` when the connection broke. */
function call(path = '/api/apps') {
  const request = http.request(`${gateway.url}${path}`, { headers: own, agent: false })
  const begun = new Promise((resolve) => request.once('response', resolve))
  const answered = new Promise<number | 'cut'>((resolve) => {
    request.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', () => resolve('cut'))
    })
    request.on('error', () => resolve('cut'))
  })
  request.end()
  return { begun, answered, leave: () => void request.destroy() }
}

test('a platform that hangs or stalls delays no caller beyond the limit, and leaves no resources behind (check 18)', async () => {
  await gateway.http.get('/healthz').expect(200)
  const before = sockets()
  const hanging = Array.from({ length: 50 }, () => call())
  await vi.waitUntil(() => raw.asked() >= 50, polling)
  // Meanwhile everything that does not need the platform is served.
  for (let time = 0; time < 20; time++) await gateway.http.get('/healthz').expect(200)
  expect((await gateway.http.get('/session').expect(200)).body.authenticated).toBe(false)
  expect(await Promise.all(hanging.map(({ answered }) => answered))).toEqual(Array(50).fill(504))

  raw.bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf'
  const stalling = Array.from({ length: 50 }, () => call())
  expect(await Promise.all(stalling.map(({ answered }) => answered))).toEqual(Array(50).fill('cut'))
  // The pool reopens each connection that it had to cut, and closes it after 4 s.
  await vi.waitUntil(() => raw.open() === 0 && sockets() <= before + 5, polling)
  const left = sockets() - before

  // A platform that trickles is slow but available.
  const alive = await startTestGateway({ limits: { upstreamAnswerMs: answerMs, upstreamStallMs: stallMs } })
  alive.platform.mode({ trickle: '[1,2,3,4]', everyMs: stallMs / 3 })
  expect((await alive.http.get('/api/apps').set(own).expect(200)).body).toEqual([1, 2, 3, 4])
  await alive.close()
  evidence({
    check: 18,
    figures: {
      'time for an answer to begin, of 9,500 ms': answerMs,
      'longest silence inside one, of 30,000 ms': stallMs,
      'calls that hang': hanging.length,
      'of these answered with 504': hanging.length,
      'calls that stall': stalling.length,
      'of these cut': stalling.length,
      'sockets left': left,
    },
    breaks: 'the pool has no time-out for a body',
  })
})

test('a caller that disconnects aborts its request: before an answer, and during one', async () => {
  // Much earlier than any time-out.
  await gateway.close()
  gateway = await startGatewayBefore(raw.url)
  const waiting = Array.from({ length: 20 }, () => call())
  await vi.waitUntil(() => raw.asked() === 20, polling)
  for (const { leave } of waiting) leave()
  await vi.waitUntil(() => raw.closed() === 20, polling)

  raw.bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf'
  const reading = Array.from({ length: 20 }, () => call())
  await Promise.all(reading.map(({ begun }) => begun))
  for (const { leave } of reading) leave()
  await vi.waitUntil(() => raw.closed() === 40, polling)
  // A caller's disconnect is not a failure of the platform.
  raw.bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'
  await gateway.http.get('/api/apps').set(own).expect(200)
})

test('an endless answer is read as fast as its caller reads it, and no faster', async () => {
  let stream: http.ServerResponse | undefined
  const endless = http.createServer((_request, response) => {
    stream = response
    const writeMore = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) continue
    }
    response.on('drain', writeMore)
    writeMore()
  })
  await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening))
  const before = await startGatewayBefore(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`)
  const reader = connect(Number(new URL(before.url).port), '127.0.0.1')
  reader.pause()
  reader.write('GET /api/apps HTTP/1.1\r\nHost: x\r\nAuthorization: Basic x\r\n\r\n')
  const written = () => stream?.socket?.bytesWritten ?? 0
  await vi.waitUntil(() => written() > 0, polling)
  // The stream is idle when many iterations of the event loop receive nothing more.
  let rest = 0
  for (let last = -1; rest < 200; rest = written() === last ? rest + 1 : 0) {
    last = written()
    await turn()
    if (last > 200 * 1024 * 1024) break
  }
  const stopped = written()
  expect(stopped).toBeLessThan(50 * 1024 * 1024)
  reader.resume()
  await vi.waitUntil(() => written() > stopped + 50 * 1024 * 1024, polling)
  reader.destroy()
  await vi.waitUntil(() => stream?.destroyed === true, polling)
  await before.close()
  endless.closeAllConnections()
  endless.close()
})
