import { Duplex, PassThrough } from 'node:stream'
import { setImmediate as turnEnd } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { nextTemplate, textFrame } from './frames.ts'
import { createGroup, prefixOf, type Member } from './group.ts'
import { createFlushScheduler } from './flush-scheduler.ts'
import { SocketWriter } from './writer.ts'

/** A socket of a fixed capacity that records every write. */
function peer(options: { highWaterMark?: number; maxWaiting?: number } = {}) {
  const socket = new PassThrough({ highWaterMark: options.highWaterMark ?? 1 << 20 })
  const writes: Buffer[] = []
  const write = socket.write.bind(socket) as (chunk: Buffer) => boolean
  socket.write = ((chunk: Buffer) => {
    writes.push(Buffer.from(chunk))
    return write(chunk)
  }) as typeof socket.write
  const flushScheduler = createFlushScheduler()
  const state = { drained: 0 }
  const writer = new SocketWriter(
    socket,
    { flushScheduler, now: () => 7, maxWaiting: options.maxWaiting ?? 1 << 20, onLimit: () => {} },
    { resyncAll: () => state.drained++ },
  )
  const member = (id: string): Member => ({ id: Buffer.from(JSON.stringify(id)), writer })
  return { socket, writes, flushScheduler, writer, state, member }
}

const seed = { key: 'k', operation: {} as never, variables: {}, shareKey: '', filter: null, since: 0 }

/** The texts of whole, unmasked frames (RFC 6455 section 5.2). */
function messagesIn(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < bytes.length;) {
    expect(bytes[at]).toBe(0x81)
    const short = bytes[at + 1] as number
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    const length =
      head === 2 ? short : head === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    expect(head === 2 || length >= (head === 4 ? 126 : 65_536)).toBe(true)
    messages.push(bytes.toString('utf8', at + head, at + head + length))
    at += head + length
  }
  return messages
}

describe('frames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    'of %i bytes are read by a client',
    async (length) => {
      const text = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2)
      expect(messagesIn(textFrame(text))).toEqual([text])
    },
  )

  it('of a template have the id of each subscriber at the end', () => {
    const prefixes = [{ data: 1 }, { data: 'x'.repeat(300) }].map(prefixOf)
    const template = nextTemplate(prefixes, 5)
    for (const id of ['abc', 'xyz']) {
      for (const offset of template.idOffsets) template.bytes.write(JSON.stringify(id), offset)
      const [first, second] = messagesIn(template.bytes).map((text) => JSON.parse(text) as object)
      expect(first).toEqual({ type: 'next', payload: { data: 1 }, id })
      expect(second).toMatchObject({ type: 'next', id })
    }
  })
})

describe('one turn of the loop', () => {
  it('leaves in one write per socket, in order', async () => {
    const { writes, flushScheduler, writer, member } = peer()
    const first = createGroup(seed, flushScheduler, () => {})
    const second = createGroup(seed, flushScheduler, () => {})
    first.join(member('a'))
    second.join(member('b'))
    first.push(prefixOf(1))
    second.push(prefixOf(2))
    first.push(prefixOf(3))
    writer.send('{"type":"pong"}')
    await turnEnd()
    expect(writes).toHaveLength(1)
    const messages = messagesIn(writes[0] as Buffer).map((text) => JSON.parse(text) as { id?: string })
    expect(messages.map(({ id }) => id)).toEqual([undefined, 'a', 'a', 'b'])
  })

  it('shares bytes between clients only when the system has taken them', async () => {
    const flushScheduler = createFlushScheduler()
    const group = createGroup(seed, flushScheduler, () => {})
    const held: Buffer[] = []
    // Two sockets that keep their bytes, like one with a full system buffer.
    for (const id of ['s1', 's2']) {
      const socket = new Duplex({ read() {}, write: (chunk: Buffer) => void held.push(chunk) })
      const bounds = { maxWaiting: 1000, onLimit: () => {} }
      const writer = new SocketWriter(
        socket,
        { flushScheduler, now: () => 0, ...bounds },
        { resyncAll: () => {} },
      )
      group.join({ id: Buffer.from(JSON.stringify(id)), writer })
    }
    group.push(prefixOf({ n: 1 }))
    await turnEnd()
    const ids = messagesIn(Buffer.concat(held)).map((text) => (JSON.parse(text) as { id: string }).id)
    expect(ids).toEqual(['s1', 's2'])
  })

  it('sends a new member nothing that precedes it', async () => {
    const { writes, flushScheduler, member } = peer()
    const late = peer()
    const group = createGroup(seed, flushScheduler, () => {})
    group.join(member('early'))
    group.push(prefixOf(1))
    group.join(late.member('late'))
    await turnEnd()
    expect(writes).toHaveLength(1)
    expect(late.writes).toHaveLength(0)
  })
})

describe('a client that does not drain', () => {
  it('loses live frames beyond the bound and is notified once it has caught up', async () => {
    const { socket, flushScheduler, writer, state, member } = peer({ highWaterMark: 64, maxWaiting: 1000 })
    let delivered = 0
    const group = createGroup(seed, flushScheduler, (count) => (delivered += count))
    group.join(member('a'))
    for (let event = 0; event < 10; event++) {
      group.push(prefixOf('x'.repeat(400)))
      await turnEnd()
    }
    expect(delivered).toBeLessThan(5)
    expect(socket.writableLength + socket.readableLength).toBeLessThan(2500)
    expect(writer.behindSince()).toBe(7)
    socket.resume()
    await turnEnd()
    await turnEnd()
    expect(state.drained).toBe(1)
    expect(writer.behindSince()).toBeNull()
    group.push(prefixOf('again'))
    await turnEnd()
    expect(delivered).toBeGreaterThan(0)
  })

  it('is disconnected when even the answers accumulate', async () => {
    const { socket, writer } = peer({ highWaterMark: 64, maxWaiting: 1000 })
    for (let ping = 0; ping < 500 && !socket.destroyed; ping++) {
      writer.send('{"type":"pong"}')
      writer.flush()
    }
    expect(socket.destroyed).toBe(true)
  })
})
