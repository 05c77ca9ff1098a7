import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { AppError } from '#server/lib/errors.ts'

/**
 * Cost of a new hash: 32 MiB and three passes, about 0.2 s. Stored with each hash, so that it can be raised
 * later.
 */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32
const SALT_BYTES = 16

/** Returns `scrypt$N,r,p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, cost)
  return format(salt, key)
}

export interface PasswordChecker {
  /**
   * Whether the password matches the stored hash. Without a hash (an unknown user) it takes the same time and
   * returns false. Throws TOO_MANY_REQUESTS when too many checks are pending.
   */
  check(password: string, stored: string | null): Promise<boolean>
}

/** `limit`: checks running or waiting. Each uses 32 MiB while it runs; the thread pool runs four. */
export function createPasswordChecker(limit = 32): PasswordChecker {
  // No password hashes to a key of zeros. It replaces the hash of an unknown user and costs as much as a real
  // check.
  const decoy = format(randomBytes(SALT_BYTES), Buffer.alloc(KEY_BYTES))
  let waiting = 0
  return {
    async check(password, stored) {
      if (waiting >= limit) throw new AppError('TOO_MANY_REQUESTS')
      waiting++
      try {
        const { salt, key, options } = parse(stored ?? decoy)
        const derived = await derive(password, salt, options)
        return timingSafeEqual(derived, key) && stored !== null
      } finally {
        waiting--
      }
    },
  }
}

function format(salt: Buffer, key: Buffer): string {
  return [
    'scrypt',
    `${cost.N},${cost.r},${cost.p}`,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

function parse(stored: string) {
  const [method, numbers = '', salt = '', key = ''] = stored.split('$')
  const [N, r, p] = numbers.split(',').map(Number)
  if (method !== 'scrypt' || !N || !r || !p) throw new Error('A stored password hash has an unknown form')
  return { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url'), options: { N, r, p } }
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  // Systems differ in the Unicode normal form that a keyboard produces.
  const text = password.normalize('NFC')
  const { N = cost.N, r = cost.r } = options
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { ...options, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
