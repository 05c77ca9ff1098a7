import type { Clock } from '#server/lib/clock.ts'
import type { Trace } from '../upstream/call.ts'

/**
 * Why a session ended. Only a forced end deletes the browser's cookie: after `replaced` and `signed-out`, a late
 * answer to the old session would otherwise delete the cookie of the new one.
 */
export type EndReason = 'signed-out' | 'replaced' | 'forced'

/** What ends: the session and its platform token; null when the token continues in another session. */
export interface EndingSession {
  sid: string
  token: string | null
}

type EndListener = (session: EndingSession, reason: EndReason, trace: Trace) => void | Promise<void>

/**
 * The sessions that this gateway has ended, and the tokens that it has exchanged. In memory: another gateway does not
 * see them, and learns of the end from the platform, where the token of an ended session ends too.
 */
export interface EndedSessions {
  /** Ends a session. Resolves when all listeners have finished. Idempotent; only the first call has an effect. */
  end(session: EndingSession, reason: EndReason, trace?: Trace): Promise<void>
  isEnded(sid: string): boolean
  /** Undefined while the session has not ended. */
  endReason(sid: string): EndReason | undefined
  /** Called once per ended session. Returns a function that unsubscribes. */
  onEnded(listener: EndListener): () => void
  /** The platform token of a running session was exchanged. Open sockets use the new one from then on. */
  renewed(sid: string, token: string): void
  onRenewed(listener: (sid: string, token: string) => void): () => void
}

/**
 * Keeps the sids of ended sessions in memory for `maxAge` milliseconds, the longest time that a valid cookie
 * can name them. Entries are ordered by time, so only the oldest are checked.
 */
export function createEndedSessions(maxAge: number, clock: Clock): EndedSessions {
  const ended = new Map<string, { at: number; reason: EndReason }>()
  const endListeners = new Set<EndListener>()
  const renewListeners = new Set<(sid: string, token: string) => void>()

  function forgetOld(): void {
    const limit = clock.now() - maxAge
    for (const [sid, { at }] of ended) {
      if (at > limit) return
      ended.delete(sid)
    }
  }

  return {
    async end(session, reason, trace = {}) {
      forgetOld()
      if (ended.has(session.sid)) return
      ended.set(session.sid, { at: clock.now(), reason })
      await Promise.all([...endListeners].map(async (listener) => listener(session, reason, trace)))
    },
    isEnded: (sid) => ended.has(sid),
    endReason: (sid) => ended.get(sid)?.reason,
    onEnded(listener) {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    renewed(sid, token) {
      for (const listener of [...renewListeners]) listener(sid, token)
    },
    onRenewed(listener) {
      renewListeners.add(listener)
      return () => renewListeners.delete(listener)
    },
  }
}
