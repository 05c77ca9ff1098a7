import type { Readable } from 'node:stream'
import { AppError } from '../../lib/errors.ts'

/** A whole body as text. Throws BAD_GATEWAY and stops reading when it is longer than `limit` bytes. */
export async function readText(body: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new AppError('BAD_GATEWAY', 'The answer of the platform is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString('utf8')
}
