import { z } from 'zod'
import { SIGN_INS_CHANNEL } from '#shared/realtime/events.ts'
import type { PlatformCapabilities } from '../session/capabilities.ts'
import { callerOf, type Principal } from '../session/principal.ts'
import type { LiveSource } from './live-source.ts'

const ended = z.object({ _id: z.string() })

/**
 * Hears from the platform that a sign-in of a user has ended: by a sign-out at another gateway, or by a new password.
 * A platform without capabilities has no such channel: there each session is asked about twice a minute (`sockets.ts`).
 */
export interface SignInWatch {
  /** Called for each new live socket. Listens from the first one on, unless the platform has no capabilities. */
  watch(principal: Principal): void
  stop(): void
}

export interface SignInWatchOptions {
  source: LiveSource
  capabilities: PlatformCapabilities
  /** Called with the user's id. */
  onEnd: (userId: string) => void
}

export function createSignInWatch({ source, capabilities, onEnd }: SignInWatchOptions): SignInWatch {
  let unsubscribe: (() => void) | null = null
  let stopped = false

  function listen(): void {
    if (unsubscribe || stopped) return
    unsubscribe = source.subscribe(SIGN_INS_CHANNEL, {
      onEvent(_event, data) {
        const read = ended.safeParse(data)
        if (read.success) onEnd(read.data._id)
      },
      // What a gap has hidden is found by the usual checks.
      onReady() {},
      onUnavailable() {},
    })
  }

  return {
    watch(principal) {
      if (unsubscribe) return
      void capabilities.of(callerOf(principal)).then((known) => {
        if (known) listen()
      })
    },
    stop() {
      stopped = true
      unsubscribe?.()
    },
  }
}
