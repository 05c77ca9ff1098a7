import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/errors.ts'
import { isWire } from '../lib/wire.ts'

/** Longest e-mail, in characters, as at `/session`; the limits keep it in memory. */
const EMAIL_LENGTH = 320

/** Its success proves nothing, because it is the same for every e-mail. */
const resetCall = /^\/api\/users\/resetPassword\/?$/i

/**
 * Counts a sign-in call under `/api` like the same way at `/session`. Replaces its body by the one that was read here,
 * so that the platform cannot find another user in it than the one that was counted, for example in a repeated key.
 * The returned function takes back the attempt; call it when the platform has accepted the call. Throws BAD_REQUEST
 * and TOO_MANY_REQUESTS.
 */
export function countSignInCall(request: FastifyRequest, reply: FastifyReply, path: string): () => void {
  const body = readBody(request)
  const takeBack = request.server.countSignIn(request, reply, userOf(request, body))
  if (body) request.body = Buffer.from(JSON.stringify(body))
  return resetCall.test(path) ? () => {} : takeBack
}

function readBody({ body }: FastifyRequest): Record<string, unknown> | null {
  if (!Buffer.isBuffer(body)) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString())
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'The body must be JSON', { cause: error })
  }
  if (!isWire(parsed)) throw new AppError('BAD_REQUEST', 'The body must be a JSON object')
  return parsed
}

/** Whose password is tried: the e-mail of the body or, with the current password, the caller. */
function userOf(request: FastifyRequest, body: Record<string, unknown> | null): string | undefined {
  // Some servers ignore the case of keys.
  const emails = Object.entries(body ?? {}).filter(([key]) => key.toLowerCase() === 'email')
  const [[, email] = []] = emails
  if (emails.length > 1 || (email !== undefined && typeof email !== 'string'))
    throw new AppError('BAD_REQUEST', 'Email must be an e-mail address')
  if (email && email.length > EMAIL_LENGTH)
    throw new AppError('BAD_REQUEST', `Email must have at most ${EMAIL_LENGTH} characters`)
  if (email !== undefined) return email
  if (body?.['current'] === undefined) return undefined
  const { principal, headers } = request
  if (principal) return principal.user.email
  const token = headers.authorization ?? ''
  return `token ${createHash('sha256').update(token).digest('base64url')}`
}
