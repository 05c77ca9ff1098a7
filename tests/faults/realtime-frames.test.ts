import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { residentBytes } from '../support/gateway-process.ts'
import { persisted } from '../support/live-operations.ts'
import { openInitialised, openPeer, type LivePeerOptions } from '../support/live-peer.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'

let trial: LiveTrial
afterEach(() => trial.close())

/** A client's frame with a mask of zeros, which leaves the payload as it is. */
function frame(first: number, payload: Buffer | string, claimed?: number): Buffer {
  const body = Buffer.from(payload)
  const length = claimed ?? body.length
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = first
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.alloc(4), body])
}

const ping = frame(0x81, '{"type":"ping"}')
const attacks: [string, number, () => Buffer[]][] = [
  [
    '131,000 fragments of one byte',
    1008,
    () => [frame(0x01, '{'), ...Array.from({ length: 131_000 }, () => frame(0x00, ' '))],
  ],
  ['a frame of 64 MB', 1009, () => [frame(0x81, Buffer.alloc(1 << 20), 64 << 20)]],
  ['a message of 64 KiB and one byte', 1009, () => [frame(0x81, ' '.repeat(65_537))]],
  ['1,000 messages at once', 4429, () => Array.from({ length: 1000 }, () => ping)],
  // The WebSocket library closes it, because its answers are not read.
  ['1,000 pings of WebSocket', 1006, () => Array.from({ length: 1000 }, () => frame(0x89, 'x'.repeat(125)))],
  ['a compressed frame without negotiation', 1002, () => [frame(0xc1, Buffer.alloc(1000))]],
  ['an unknown kind of frame', 1002, () => [frame(0x83, 'x')]],
  ['a frame without a mask', 1002, () => [Buffer.from([0x81, 0x02, 0x7b, 0x7d])]],
  ['a text that is not UTF-8', 1007, () => [frame(0x81, Buffer.from([0xff, 0xfe, 0xfd]))]],
  ['a fragmented ping', 1002, () => [frame(0x09, 'x')]],
]

/** Sends the bytes unchanged and returns the close code. */
async function attack(options: LivePeerOptions, bytes: Buffer[]): Promise<number> {
  const peer = await openInitialised(options)
  const { _socket: socket } = peer.socket as unknown as { _socket: Socket }
  socket.write(Buffer.concat(bytes))
  return peer.closed
}

test('hostile frames close their socket with a code, and no other', { timeout: 60_000 }, async () => {
  trial = await startLiveTrial({ apart: true })
  const options = trial.socketOf(await trial.signIn('mallory'))
  const onlooker = await openInitialised(trial.socketOf(await trial.signIn('ada')))
  await onlooker.subscribe('list', persisted('WorkqueueListLive', { appId: 'a1', perPage: 10 }))
  const pid = trial.pid()
  const round = async () => {
    for (const [name, code, bytes] of attacks)
      expect([name, await attack(options, bytes())]).toEqual([name, code])
  }
  // A warm-up round loads the code of all these paths.
  await round()
  const before = await residentBytes(pid)
  for (let times = 0; times < 3; times++) await round()
  const grown = (await residentBytes(pid)) - before
  expect(grown).toBeLessThan(30 * 2 ** 20)

  onlooker.send({ type: 'ping' })
  expect(await onlooker.next()).toMatchObject({ id: 'list' })
  expect(await onlooker.next()).toEqual({ type: 'pong' })
  const metrics = await trial.metrics()
  const hits = (limit: string) => metrics.get(`gateway_limit_hits_total{limit="${limit}"}`)
  expect(hits('liveMessageBytes')).toBe(12)
  // The pings may be counted before the socket is closed.
  expect(hits('liveMessagesPerSecond')).toBeGreaterThanOrEqual(4)
  evidence({
    check: 50,
    figures: {
      attacks: attacks.length,
      'closed with their code': attacks.length,
      'same process': 'yes',
      'resident memory growth, MB': Math.round(grown / 2 ** 20),
    },
    breaks: 'fragments, sizes or messages a second have no bound, or compression is on',
  })
})

test(
  'of 500 sockets of one user 20 are opened, and other users can still connect',
  { timeout: 60_000 },
  async () => {
    trial = await startLiveTrial()
    const options = trial.socketOf(await trial.signIn('mallory'))
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, () => {
        const peer = openPeer(options)
        return Promise.race([peer.opened().then(() => 101), peer.refused])
      }),
    )
    const count = (status: number) => outcomes.filter((outcome) => outcome === status).length
    expect([count(101), count(429)]).toEqual([20, 480])
    await openInitialised(trial.socketOf(await trial.signIn('ada')))
    const metrics = await trial.metrics()
    expect(metrics.get('gateway_live_sockets')).toBe(21)
    expect(metrics.get('gateway_limit_hits_total{limit="MAX_SOCKETS_PER_USER"}')).toBe(480)
    evidence({
      check: 50,
      figures: { 'sockets asked for': 500, opened: 20, 'refused with 429': 480 },
      breaks: 'sockets are counted per address, or only after they have been open for some time',
    })
  },
)

test('a socket can have a hundred subscriptions', async () => {
  trial = await startLiveTrial()
  const peer = await openInitialised(trial.socketOf(await trial.signIn('ada')))
  const list = persisted('WorkqueueListLive', { appId: 'a1', perPage: 10 })
  for (let number = 0; number < 100; number++)
    expect((await peer.subscribe(`${number}`, list)).type).toBe('next')
  expect(await peer.subscribe('one more', list)).toMatchObject({
    type: 'error',
    id: 'one more',
    payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }],
  })
  peer.send({ type: 'complete', id: '7' })
  expect((await peer.subscribe('in its place', list)).type).toBe('next')
  peer.socket.close()
  await once(peer.socket, 'close')
})
