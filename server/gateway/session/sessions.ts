import type { Clock } from '#server/lib/clock.ts'

/**
 * Why a session ended. Only a forced end clears the browser's cookie: after `replaced` and
 * `signed-out` a late answer to the old session would otherwise delete the cookie of the new one.
 */
export type EndReason = 'signed-out' | 'replaced' | 'forced'

/** The sessions that this gateway has ended, and the tokens it has exchanged (contract section 3). */
export interface EndedSessions {
  /** Ends a session; a second call for the same sid does nothing. */
  end(sid: string, reason?: EndReason): void
  isEnded(sid: string): boolean
  /** undefined while the session is not ended. */
  endReason(sid: string): EndReason | undefined
  /** Called once per ended session. Returns the unsubscribe function. */
  onEnded(listener: (sid: string, reason: EndReason) => void): () => void
  /** The platform token of a living session was exchanged: open sockets go on with the new one. */
  renewed(sid: string, token: string): void
  onRenewed(listener: (sid: string, token: string) => void): () => void
}

/**
 * Keeps ended sids in memory for `maxAge` milliseconds, the life of the oldest cookie that could still
 * name them; the list is in order of time, so forgetting looks at its front only.
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
