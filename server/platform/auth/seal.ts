import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Seals what must be readable again: app secrets and variables, alias secrets, deployment environments. */
export interface Seal {
  /** `place` names the row and column; a sealed value that is moved elsewhere does not open. */
  seal(text: string, place: string): Buffer
  /** Throws when the value was sealed with another key, for another place, or has been changed. */
  open(sealed: Buffer, place: string): string
}

const format = 1
const nonceBytes = 12
const tagBytes = 16
const head = 1 + nonceBytes + tagBytes

/** AES-256-GCM under one key (`SECRETS_KEY`, 64 hex digits), which is kept apart from the database. */
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
      if (sealed[0] !== format || sealed.length < head)
        throw new Error(`What is stored for ${place} is not sealed`)
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(1 + nonceBytes, head))
      return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]).toString('utf8')
    },
  }
}
