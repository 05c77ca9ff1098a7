/**
 * WebSocket frames as a server sends them (RFC 6455 section 5.2): unmasked, unfragmented, uncompressed. They
 * are built here because many clients share one body, and several frames leave in one write.
 */

const TEXT = 0x81
const PING = 0x89

export const pingFrame = Buffer.from([PING, 0])

/** One text frame. */
export function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([header(body.length), body])
}

/** Frames that differ between clients only in the operation id at their end. */
export interface FrameTemplate {
  bytes: Buffer
  /** Where the id is inserted, once per frame. */
  idOffsets: number[]
}

/** One `next` frame per prefix, with room for a JSON-encoded id of `idLength` bytes. */
export function nextTemplate(prefixes: readonly Buffer[], idLength: number): FrameTemplate {
  const parts: Buffer[] = []
  const idOffsets: number[] = []
  let length = 0
  for (const prefix of prefixes) {
    const head = header(prefix.length + idLength + 1)
    idOffsets.push(length + head.length + prefix.length)
    const tail = Buffer.alloc(idLength + 1)
    tail[idLength] = 0x7d // closes the message
    parts.push(head, prefix, tail)
    length += head.length + prefix.length + tail.length
  }
  return { bytes: Buffer.concat(parts, length), idOffsets }
}

/** Inserts the id of one subscriber into the frames of a template. */
export function putId(template: FrameTemplate, id: Uint8Array): void {
  for (const offset of template.idOffsets) template.bytes.set(id, offset)
}

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT, length])
  if (length < 65_536) return Buffer.from([TEXT, 126, length >> 8, length & 0xff])
  const long = Buffer.alloc(10)
  long[0] = TEXT
  long[1] = 127
  long.writeBigUInt64BE(BigInt(length), 2)
  return long
}
