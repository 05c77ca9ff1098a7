import { sessionMessages } from '#shared/domains/account/session-messages.ts'
import type { Session } from '#web/lib/session.ts'
import { extractTemporaryToken } from '#web/lib/login-address.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** How long the toast of a refused temporary token stays, in milliseconds. */
const TOKEN_TOAST_MS = 3000

/**
 * The first request of a page: signs in with the token of its address, or reads the session when there is
 * none.
 */
export async function beginSession(session: Session): Promise<void> {
  const temporary = extractTemporaryToken()
  if (!temporary) return session.check()
  try {
    await session.signInWithToken(temporary)
  } catch {
    // The message has a fixed text without a reason: the gateway's reason does not help a user who follows a
    // link.
    toast.error(sessionMessages.tokenFailed, TOKEN_TOAST_MS)
  }
}
