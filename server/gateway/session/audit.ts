import type { FastifyRequest } from 'fastify'
import type { User } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { EndedSessions } from './sessions.ts'

/** What somebody tries with a session of the console, or with a password. */
export interface SessionAct {
  audit: 'sign-in' | 'switch-account' | 'reset-password' | 'change-password'
  /** How: `password`, `token` (single sign-on), `invitation`, `link` (out of a mail). */
  way?: 'password' | 'token' | 'invitation' | 'link'
  /** E-mail as far as it is known; absent while only a token is. */
  user?: string | undefined
}

/** What the line of a success names as well. */
interface Done {
  user?: User | undefined
  account?: { _id: string } | null | undefined
  /** Names the session in the line of its end. */
  sid?: string
}

/**
 * Runs an act and leaves one line of who did it, from where, and whether it was `done`, `refused` or `failed`. Attempts
 * above a limit leave none, for whoever guesses would fill the log: the limit tells of itself.
 */
export async function audited<Result>(
  request: FastifyRequest,
  act: SessionAct,
  work: (done: (what: Done) => void) => Promise<Result>,
): Promise<Result> {
  const line = { ...act, from: request.ip }
  let done: Done = {}
  try {
    const result = await work((what) => (done = what))
    const { user, account, sid } = done
    const who = { user: user?.email ?? act.user, account: account?._id ?? null, session: sid }
    request.log.info({ ...line, ...who, result: 'done' }, 'session')
    return result
  } catch (error) {
    const known = error instanceof AppError ? error : null
    if (known?.code !== 'TOO_MANY_REQUESTS') {
      const result = known && known.statusCode < 500 ? 'refused' : 'failed'
      request.log.info({ ...line, result, code: known?.code ?? 'INTERNAL' }, 'session')
    }
    throw error
  }
}

/** One line for the end of each session, however many calls found it ended. */
export function auditEnds(sessions: EndedSessions, log: Logger): void {
  sessions.onEnded((sid, reason) => log.info({ audit: 'session-end', session: sid, reason }, 'session'))
}
