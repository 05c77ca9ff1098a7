import { accountMessages } from '#shared/domains/account/messages.ts'
import type { Session } from '#web/lib/session.ts'
import { takeTemporaryToken } from '#web/lib/temporary-token.ts'
import { toast } from '#web/ui/toast.ts'

/** How long a refused temporary token is told of, in milliseconds (spec section 8). */
const TOKEN_TOAST_MS = 3000

/** The first thing a page does: signs in with the token that its address brought, else asks who is signed in. */
export async function beginSession(session: Session): Promise<void> {
  const temporary = takeTemporaryToken()
  if (!temporary) return session.check()
  try {
    await session.signInWithToken(temporary)
  } catch {
    // The catalogue gives this text no reason; what the gateway said is of no use to who follows a link.
    toast.error(accountMessages.tokenFailed, TOKEN_TOAST_MS)
  }
}
