import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { seededRandom } from '../support/random.ts'
import { openRaw, sendRaw, statusesOf } from '../support/raw-http.ts'

/** Requests that different servers frame differently (request smuggling). */

let gateway: TestGateway
let port: number
beforeAll(async () => {
  gateway = await startTestGateway()
  port = (gateway.app.server.address() as AddressInfo).port
})
beforeEach(() => {
  gateway.platform.seen.length = 0
})
afterAll(() => gateway.close())

const own = ['Host: x', 'Authorization: Basic x', 'Content-Type: application/json']
const request = (headers: string[], body = '', line = 'POST /api/apps HTTP/1.1') =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`
const smuggled = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\nAuthorization: Basic x\r\n\r\n'
const chunked = `2\r\n{}\r\n0\r\n\r\n`

/** By name: the bytes before the smuggled request. */
const faulty: Record<string, string> = {
  'both lengths': request([...own, 'Transfer-Encoding: chunked', 'Content-Length: 2'], chunked),
  'both lengths, the other way round': request(
    [...own, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    chunked,
  ),
  'two lengths': request([...own, 'Content-Length: 2', 'Content-Length: 3'], '{}'),
  'the same length twice': request([...own, 'Content-Length: 2', 'Content-Length: 2'], '{}'),
  'two lengths in one': request([...own, 'Content-Length: 2, 2'], '{}'),
  'a signed length': request([...own, 'Content-Length: +2'], '{}'),
  'a hexadecimal length': request([...own, 'Content-Length: 0x2'], '{}'),
  identity: request([...own, 'Transfer-Encoding: identity', 'Content-Length: 2'], '{}'),
  'only identity': request([...own, 'Transfer-Encoding: identity'], '{}'),
  'another coding': request([...own, 'Transfer-Encoding: gzip, chunked'], chunked),
  'chunked twice': request([...own, 'Transfer-Encoding: chunked, chunked'], chunked),
  'two codings': request([...own, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked),
  'chunked and more': request([...own, 'Transfer-Encoding: chunked;x=y'], chunked),
  'chunked behind a control character': request([...own, 'Transfer-Encoding: \x0bchunked'], chunked),
  'chunked in HTTP/1.0': request([...own, 'Transfer-Encoding: chunked'], chunked, 'POST /api/apps HTTP/1.0'),
  'a folded header': request([...own, 'X-A: b', ' c', 'Content-Length: 2'], '{}'),
  'a folded coding': request([...own, 'Transfer-Encoding:', ' chunked'], chunked),
  'a space before the colon': request([...own, 'Content-Length : 2'], '{}'),
  'a header without a colon': request([...own, 'Content-Length'], '{}'),
  'a header without a name': request([...own, ': 2'], '{}'),
  'bare LF after the request line': `POST /api/apps HTTP/1.1\nHost: x\r\n\r\n`,
  'bare LF after a header': request([...own, 'X-A: b\nContent-Length: 2'], '{}'),
  'bare LF at the end of the headers': `POST /api/apps HTTP/1.1\r\n${own.join('\r\n')}\r\n\n`,
  'bare LF everywhere': `POST /api/apps HTTP/1.1\n${own.join('\n')}\n\n`,
  'bare CR in a header': request([...own, 'X-A: b\rContent-Length: 2'], '{}'),
  'NUL in a header': request([...own, 'X-A: b\0c', 'Content-Length: 2'], '{}'),
  'bare LF after the size of a chunk': request([...own, 'Transfer-Encoding: chunked'], '2\n{}\r\n0\r\n\r\n'),
  'bare LF after a chunk': request([...own, 'Transfer-Encoding: chunked'], '2\r\n{}\n0\r\n\r\n'),
  'a hexadecimal prefix of a chunk': request(
    [...own, 'Transfer-Encoding: chunked'],
    '0x2\r\n{}\r\n0\r\n\r\n',
  ),
  'a negative chunk': request([...own, 'Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'),
  'a chunk size that overflows': request(
    [...own, 'Transfer-Encoding: chunked'],
    `${'f'.repeat(17)}\r\n{}\r\n0\r\n\r\n`,
  ),
  'a flood of chunk extensions': request(
    [...own, 'Transfer-Encoding: chunked'],
    `2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
  ),
  'two hosts': request([...own, 'Host: y', 'Content-Length: 2'], '{}'),
  'no host': request([...own.slice(1), 'Content-Length: 2'], '{}'),
  'an unknown version': request([...own], '', 'POST /api/apps HTTP/1.2'),
  'a future version': request([...own], '', 'GET /api/apps HTTP/2.0'),
  'no version': 'GET /api/apps\r\n\r\n',
}

/** Unusual but unambiguous. */
const clear: Record<string, string> = {
  'a chunk with an extension': request([...own, 'Transfer-Encoding: chunked'], '2;a=b\r\n{}\r\n0\r\n\r\n'),
  'many chunks and a trailer': request(
    [...own, 'Transfer-Encoding: Chunked'],
    '1\r\n{\r\n01\r\n}\r\n000\r\nX-T: y\r\n\r\n',
  ),
  'Expect before the body': request([...own, 'Expect: 100-continue', 'Content-Length: 2'], '{}'),
  'an empty line before the request': `\r\n${request([...own, 'Content-Length: 2'], '{}')}`,
}

/** The result of one such request, and whether the next one on its connection is handled correctly. */
async function outcomeOf(bytes: string, id: number): Promise<'refused' | 'passed' | 'desync'> {
  const connection = await openRaw(port)
  const before = gateway.platform.seen.length
  connection.write(bytes)
  const [first] = await connection.until(1)
  const next = `GET /api/next/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic x\r\n\r\n`
  if (!connection.closed()) connection.write(next)
  const answers = await connection.until(2)
  connection.destroy()
  const seen = gateway.platform.seen.slice(before).map(({ method, url, body }) => `${method} ${url} ${body}`)
  const passed = first?.status === 200
  // Either a refusal closes the connection and the rest is not parsed, or the next request is answered
  // correctly.
  if (!passed && answers.length === 1) return seen.length === 0 ? 'refused' : 'desync'
  const echoed = (JSON.parse(answers[1]?.body || '{}') as { url?: string }).url
  const expected = [...(passed ? ['POST /api/apps {}'] : []), `GET /api/next/${id} `]
  if (seen.join() !== expected.join() || echoed !== `/api/next/${id}`) return 'desync'
  return passed ? 'passed' : 'refused'
}

/**
 * A strict parser of RFC 9112: `clear` when the bytes are exactly one request with the body `{}`, else null.
 */
function readStrictly(bytes: string): 'clear' | 'faulty' | null {
  const end = bytes.indexOf('\r\n\r\n')
  const [head, body] = [bytes.slice(0, end), bytes.slice(end + 4)]
  const lines = head.split('\r\n').slice(1)
  const fields = lines.map((line) => /^([\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/.exec(line))
  if (end < 0 || fields.includes(null)) return 'faulty'
  const valuesOf = (name: string) =>
    fields.flatMap((field) => (field?.[1]?.toLowerCase() === name ? (field[2] ?? '') : []))
  const [codings, lengths] = [valuesOf('transfer-encoding'), valuesOf('content-length')]
  if (codings.length > 0) {
    if (lengths.length > 0 || codings.join().toLowerCase() !== 'chunked') return 'faulty'
    return /^0*2(;[^\r\n]*)?\r\n\{\}\r\n0+\r\n\r\n$/.test(body) ? 'clear' : body === '{}' ? null : 'faulty'
  }
  if (lengths.length !== 1) return lengths.length > 1 ? 'faulty' : null
  if (!/^\d+$/.test(lengths[0] ?? '')) return 'faulty'
  return Number(lengths[0]) === 2 && body === '{}' ? 'clear' : null
}

function fuzzed(count: number): string[] {
  const random = seededRandom(14)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const names = [
    'Content-Length',
    'content-length',
    'Transfer-Encoding',
    'transfer-encoding',
    'X-A',
    'Expect',
  ]
  const colons = [': ', ':', ' : ', ':\t', ': \t', ':\x0b', '\t: ']
  const values = ['2', '3', '0', '02', '2 ', '2,2', '-1', 'chunked', 'Chunked', 'chunked ', 'xchunked']
  const more = ['identity', 'gzip', 'chunked, identity', '', '"chunked"', '100-continue', '{}', '\xa0chunked']
  const ends = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r\n ', '\r', '\r\n\t', '\0\r\n']
  const bodies = ['{}', chunked, '2;x\r\n{}\r\n0\r\n\r\n', '2\n{}\n0\n\n', '02\r\n{}\r\n0\r\n\r\n']
  const sound = [`Content-Length: 2\r\n`, `Transfer-Encoding: chunked\r\n`]
  const make = () => {
    const oddly = random() < 0.6
    const header = () =>
      oddly
        ? `${pick(names)}${pick(colons)}${pick([...values, ...more])}${pick(ends)}`
        : `X-A${pick([': ', ':', ': \t'])}${pick([...values, ...more])}\r\n`
    const odd = Array.from({ length: 1 + Math.floor(random() * 2) }, header).join('')
    const lines = random() < 0.7 ? odd + pick(sound) : odd
    return `POST /api/apps HTTP/1.1\r\n${own.join('\r\n')}\r\n${lines}\r\n${pick(bodies)}`
  }
  const made: string[] = []
  while (made.length < count) {
    const bytes = make()
    // Bytes that are not exactly one request get several answers or none, which shows no ambiguity.
    if (readStrictly(bytes) !== null) made.push(bytes)
  }
  return made
}

test('requests that two servers could frame differently are refused, and no other request is affected (check 14)', async () => {
  for (const [name, bytes] of Object.entries(faulty)) {
    const answer = await sendRaw(port, bytes + smuggled)
    expect([name, statusesOf(answer)]).toEqual([name, [400]])
    expect([name, gateway.platform.seen.map(({ url }) => url)]).toEqual([name, []])
  }
  for (const [at, [name, bytes]] of Object.entries(clear).entries())
    expect([name, await outcomeOf(bytes, at)]).toEqual([name, 'passed'])

  const outcomes = { refused: 0, passed: 0, desync: 0 }
  const requests = fuzzed(500)
  for (const [at, bytes] of requests.entries()) {
    const outcome = await outcomeOf(bytes, 1_000 + at)
    const allowed = readStrictly(bytes) === 'faulty' ? ['refused'] : ['refused', 'passed']
    expect(allowed, JSON.stringify(bytes)).toContain(outcome)
    outcomes[outcome]++
  }
  expect(outcomes.passed).toBeGreaterThan(20)
  evidence({
    check: 14,
    figures: {
      'faulty requests': Object.keys(faulty).length,
      'of these at the platform': 0,
      'unusual ones passed': Object.keys(clear).length,
      'random ones': requests.length,
      'of these refused': outcomes.refused,
      'of these passed with the next one answered correctly': outcomes.passed,
      desynchronised: outcomes.desync,
    },
    breaks: 'the request guard accepts any transfer encoding',
  })
})
