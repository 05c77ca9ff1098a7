import { z } from 'zod'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Upstream } from '../upstream/client.ts'
import type { Trace, UpstreamCall } from '../upstream/call.ts'
import { unwrap } from '../lib/wire.ts'
import { callerOf, type Principal } from './principal.ts'
import type { EndedSessions } from './sessions.ts'

/** How long the platform still accepts a replaced token, in milliseconds. */
const overlapMs = 5 * 60_000

const refreshAnswer = z.object({ token: z.string().min(1), separate: z.boolean().optional() })

/** The part of a session that an exchange needs. */
type Session = Pick<Principal, 'sid' | 'token' | 'account'>

/** Exchanges platform tokens, and maps a replaced token to its successor while it is still valid. */
export interface Tokens {
  /** The newest known token for one from a cookie, so that answers concurrent with a refresh do not undo it. */
  latest(token: string): string
  /** The successor of this token. Concurrent calls of one session share one exchange. */
  refresh(session: Session, trace: Trace): Promise<string>
  /**
   * A token for another session of the same user; the tokens of this one may then end without it. `ends`: the
   * platform ends them by itself, within seconds, so that calls under way still succeed. A refused token is
   * UNAUTHENTICATED and ends no session.
   */
  separate(session: Session, trace: Trace): Promise<{ token: string; ends: boolean }>
  /** The newest known token, and those that it has replaced and that the platform may still accept. */
  living(token: string): string[]
}

export interface TokensOptions {
  upstream: Upstream
  sessions: EndedSessions
  clock: Clock
}

export function createTokens({ upstream, sessions, clock }: TokensOptions): Tokens {
  const replaced = new Map<string, { by: string; at: number }>()
  const running = new Map<string, Promise<string>>()

  function forgetOld(): void {
    for (const [token, { at }] of replaced) {
      if (clock.now() - at < overlapMs) return
      replaced.delete(token)
    }
  }

  function latest(token: string): string {
    let newest = token
    for (let next = replaced.get(newest); next; next = replaced.get(newest)) newest = next.by
    return newest
  }

  async function ask({ token, account }: Session, call: Partial<UpstreamCall>) {
    const path = 'users/refreshToken'
    const answer = await upstream.request(callerOf({ token, account }), { method: 'POST', path, ...call })
    const parsed = refreshAnswer.safeParse(unwrap(answer, 'token'))
    if (!parsed.success) throw new AppError('BAD_GATEWAY', undefined, { cause: parsed.error })
    return parsed.data
  }

  async function exchange(session: Session, trace: Trace): Promise<string> {
    const { sid, token } = session
    const { token: fresh } = await ask(session, trace)
    forgetOld()
    // A platform may return the same token with a later end; a chain to itself would be endless.
    if (fresh !== token && latest(fresh) !== token) replaced.set(token, { by: fresh, at: clock.now() })
    sessions.renewed(sid, fresh)
    return fresh
  }

  return {
    latest,
    async separate(session, trace) {
      const call = { body: { separate: true }, purpose: 'rights-check', ...trace } as const
      const token = latest(session.token)
      const { token: fresh, separate: ends = false } = await ask({ ...session, token }, call)
      return { token: fresh, ends }
    },
    living(token) {
      const newest = latest(token)
      forgetOld()
      return [newest, ...[...replaced.keys()].filter((old) => latest(old) === newest)]
    },
    async refresh(session, trace) {
      const { sid, token } = session
      const newest = latest(token)
      if (newest !== token) return newest
      const joined = running.get(sid)
      if (joined) return joined
      const started = exchange(session, trace).finally(() => running.delete(sid))
      running.set(sid, started)
      return started
    },
  }
}
