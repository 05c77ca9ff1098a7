import type { FastifyRequest } from 'fastify'
import type { User } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { EndedSessions } from './sessions.ts'

/** An action with a session of the console, or with a password. */
export interface SessionAct {
  audit: 'sign-in' | 'accept-invitation' | 'switch-account' | 'reset-password' | 'change-password'
  /** The means: `password`, `token` (single sign-on), `invitation`, or `link` (in a mail). */
  way?: 'password' | 'token' | 'invitation' | 'link'
  /** E-mail, if known before the result. Unknown while there is only a token. */
  user?: string | undefined
}

/** Additional fields of the log line of a success. */
interface Done {
  /** Where the result decides which action it was. */
  audit?: SessionAct['audit']
  user?: User | undefined
  account?: { _id: string } | null | undefined
  /** Links this line with the line of the session's end. */
  sid?: string
}

/**
 * Runs an action and logs one line: who, from which address, and `done`, `refused` or `failed`. Attempts above a
 * limit are not logged, because guessing would fill the log; the limit logs its own line.
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
    const { audit = act.audit, user, account, sid } = done
    const who = { user: user?.email ?? act.user, account: account?._id ?? null, session: sid }
    request.log.info({ ...line, ...who, audit, result: 'done' }, 'session')
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

/** Logs one line for the end of each session, however many calls find it ended. */
export function auditEnds(sessions: EndedSessions, log: Logger): void {
  sessions.onEnded(({ sid }, reason) => log.info({ audit: 'session-end', session: sid, reason }, 'session'))
}
