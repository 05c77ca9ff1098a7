import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '#server/lib/errors.ts'

/**
 * Encrypts values that must be readable again: app secrets and variables, alias secrets, deployment
 * environments, account settings.
 */
export interface Seal {
  /** `place` names the row and column. A sealed value copied to another place does not open. */
  seal(text: string, place: string): Buffer
  /** Throws UNAVAILABLE when the value was sealed with another key or for another place, or was changed. */
  open(sealed: Buffer, place: string): string
  /** Like `open`; null for a value that does not open. */
  tryOpen(sealed: Buffer, place: string): string | null
}

const format = 1
const nonceBytes = 12
const tagBytes = 16
const head = 1 + nonceBytes + tagBytes

/** The keys of `SECRETS_KEY`: 64 hex digits each, comma separated. */
export const secretKeysOf = (keys: string): string[] => keys.split(',').map((key) => key.trim().toLowerCase())

/**
 * AES-256-GCM with the keys of `SECRETS_KEY`, which are stored apart from the database: the first seals, all
 * open.
 */
export function createSeal(keys: string): Seal {
  const secrets = secretKeysOf(keys).map((key) => Buffer.from(key, 'hex'))
  const [first] = secrets
  if (!first) throw new Error('A seal needs a key')

  const tryOpen = (sealed: Buffer, place: string): string | null => {
    if (sealed[0] !== format || sealed.length < head) return null
    for (const secret of secrets) {
      const text = decrypted(secret, sealed, place)
      if (text !== null) return text
    }
    return null
  }

  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([format]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const text = tryOpen(sealed, place)
      if (text === null) throw doesNotOpen(place)
      return text
    },
    tryOpen,
  }
}

/** A sealed secret as a field of an answer: empty and marked when it does not open. */
export function openField<Field extends string>(
  seal: Seal,
  field: Field,
  sealed: Buffer,
  place: string,
): Record<Field, string> & { unreadable?: true } {
  const text = seal.tryOpen(sealed, place)
  const opened = { [field]: text ?? '' } as Record<Field, string>
  return text === null ? Object.assign(opened, { unreadable: true as const }) : opened
}

/** Null when the key, the place or the bytes are not those of the sealing. */
function decrypted(secret: Buffer, sealed: Buffer, place: string): string | null {
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(1 + nonceBytes, head))
  const body = decipher.update(sealed.subarray(head))
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    // The authentication failed; Node gives no other cause.
    return null
  }
}

/** The caller gets the most likely cause; the log names the value. */
function doesNotOpen(place: string): AppError {
  return new AppError('UNAVAILABLE', 'The secret cannot be opened: it was sealed with another SECRETS_KEY', {
    cause: new Error(`The value of ${place} was sealed with another key, moved or changed`),
  })
}
