import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

/** The same call at a hundredth of the cost, whatever the options say. */
function cheapScrypt(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
): void {
  scrypt(password, salt, length, { ...options, N: 2 ** 10, p: 1 }, callback)
}

/**
 * Makes this process derive password keys at low cost. One derivation takes 0.2 s of a processor, and the
 * tests need hundreds. The stored text of a hash stays the same, but only such a process can check it.
 */
export function useCheapScrypt(cheap: boolean): void {
  Object.assign(crypto, { scrypt: cheap ? cheapScrypt : scrypt })
  syncBuiltinESMExports()
}
