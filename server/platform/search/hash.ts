/** Appends the hash of a term, as two signed halves: the high and the low one. */
export type HashTerm = (term: string, hashes: number[]) => void

/**
 * Hashes the terms of an account in a bucket. Hashes are fast and not secret: two terms that collide find a run of the own
 * account too many, because rows are compared with the account too.
 */
export function termHasher(accountId: string, bucket: number): HashTerm {
  const start = [0xdeadbeef, 0x41c6ce57]
  mix(start, `${accountId}/${bucket}/`)
  const halves = [0, 0]
  return (term, hashes) => {
    halves[0] = start[0]!
    halves[1] = start[1]!
    mix(halves, term)
    const [high, low] = halves as [number, number]
    const first =
      Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
    const second =
      Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909)
    hashes.push(first, second)
  }
}

function mix(halves: number[], text: string): void {
  let [high, low] = halves as [number, number]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  halves[0] = high
  halves[1] = low
}

/** An array of hashes as the database reads it in a text: signed, in decimal. */
export function hashArray(hashes: readonly number[]): string {
  const texts: string[] = []
  for (let at = 0; at < hashes.length; at += 2)
    texts.push(((BigInt(hashes[at]!) << 32n) | BigInt(hashes[at + 1]! >>> 0)).toString())
  return `{${texts.join(',')}}`
}

const BIGINT_TYPE = 20
const HEADER_BYTES = 20

/**
 * The same as a parameter in the binary form of `bigint[]`, which neither side has to print or read: number of dimensions,
 * no nulls, type, length, first index; of each element its length and itself.
 */
export function packHashes(hashes: readonly number[]): Buffer {
  const length = hashes.length / 2
  const packed = Buffer.allocUnsafe(HEADER_BYTES + length * 12)
  let at = 0
  for (const field of [1, 0, BIGINT_TYPE, length, 1]) at = packed.writeInt32BE(field, at)
  for (let next = 0; next < hashes.length; next += 2) {
    at = packed.writeInt32BE(8, at)
    at = packed.writeInt32BE(hashes[next]!, at)
    at = packed.writeInt32BE(hashes[next + 1]!, at)
  }
  return packed
}
