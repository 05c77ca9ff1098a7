import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '#server/lib/errors.ts'

/**
 * Encrypts values that must be readable again: app secrets and variables, alias secrets, deployment
 * environments.
 */
export interface Seal {
  /** `place` names the row and column. A sealed value copied to another place does not open. */
  seal(text: string, place: string): Buffer
  /** Throws UNAVAILABLE when the value was sealed with another key or for another place, or was changed. */
  open(sealed: Buffer, place: string): string
}

const format = 1
const nonceBytes = 12
const tagBytes = 16
const head = 1 + nonceBytes + tagBytes

/** AES-256-GCM with one key (`SECRETS_KEY`, 64 hex digits), which is stored apart from the database. */
export function createSeal(key: string): Seal {
  const secret = Buffer.from(key, 'hex')
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([format]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      if (sealed[0] !== format || sealed.length < head) throw doesNotOpen(place)
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(1 + nonceBytes, head))
      const body = decipher.update(sealed.subarray(head))
      try {
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch (error) {
        throw doesNotOpen(place, error)
      }
    },
  }
}

/** The caller gets the most likely cause; the log names the value. */
function doesNotOpen(place: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The secrets cannot be opened: SECRETS_KEY has changed', {
    cause: new Error(`The value of ${place} was sealed with another key, moved or changed`, { cause }),
  })
}
