import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Longest life of the mark since the last sign-in from that browser, in seconds. */
export const DEVICE_SECONDS = 365 * 86_400
/** Users of one browser; those of the latest sign-ins are kept. */
const MAX_USERS = 10

/**
 * The payload of the cookie `console-device`: which users have signed in from this browser. Only the limits of
 * sign-ins read it; it allows nothing by itself.
 */
export const sealedDevice = z.object({
  /** Random. The failures of this browser are counted under it. */
  id: z.string().min(1).max(64),
  /** Hashes of e-mails, the latest sign-in first. */
  users: z.array(z.string().max(64)).max(MAX_USERS),
})
export type Device = z.infer<typeof sealedDevice>

/** One spelling per user: platforms treat these forms of an e-mail as equal. */
export function sameEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

const hashOf = (email: string) =>
  createHash('sha256').update(sameEmail(email)).digest('base64url').slice(0, 22)

/** Whether the user with that e-mail has signed in from this browser before. */
export function knows(device: Device | null, email: string): device is Device {
  return device !== null && device.users.includes(hashOf(email))
}

/** The mark after a sign-in of one user, by each e-mail that names the user. */
export function withUser(device: Device | null, emails: readonly string[]): Device {
  const users = new Set([...emails.map(hashOf), ...(device?.users ?? [])])
  return { id: device?.id ?? randomBytes(16).toString('base64url'), users: [...users].slice(0, MAX_USERS) }
}
