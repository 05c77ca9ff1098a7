import type { Clock } from '#server/lib/clock.ts'

/**
 * Why a session ended. Only a forced end deletes the browser's cookie: after `replaced` and `signed-out`, a late
 * answer to the old session would otherwise delete the cookie of the new one.
 */
export type EndReason = 'signed-out' | 'replaced' | 'forced'

/**
 * The sessions that this gateway has ended, and the tokens that it has exchanged. In memory: another gateway does not
 * see them.
 */
export interface EndedSessions {
  /** Ends a session. Idempotent. */
  end(sid: string, reason?: EndReason): void
  isEnded(sid: string): boolean
  /** Undefined while the session has not ended. */
  endReason(sid: string): EndReason | undefined
  /** Called once per ended session. Returns a function that unsubscribes. */
  onEnded(listener: (sid: string, reason: EndReason) => void): () => void
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
  const endListeners = new Set<(sid: string, reason: EndReason) => void>()
  const renewListeners = new Set<(sid: string, token: string) => void>()

  function forgetOld(): void {
    const limit = clock.now() - maxAge
    for (const [sid, { at }] of ended) {
      if (at > limit) return
      ended.delete(sid)
    }
  }

  return {
    end(sid, reason = 'forced') {
      forgetOld()
      if (ended.has(sid)) return
      ended.set(sid, { at: clock.now(), reason })
      for (const listener of [...endListeners]) listener(sid, reason)
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
