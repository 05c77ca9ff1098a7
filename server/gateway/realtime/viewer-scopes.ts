import { withoutPayloads } from '#shared/lib/payload-fields.ts'
import { wholeAccount, type ViewerScope } from '#shared/lib/viewers.ts'
import type { PlatformCapabilities } from '../session/capabilities.ts'
import { callerOf, type Principal } from '../session/principal.ts'
import { apiPath } from '../upstream/path.ts'
import type { LiveTopic } from './live-field.ts'
import type { LiveListener } from './live-source.ts'
import type { Rights } from './rights.ts'

/** What the users of an account see of it, as far as their memberships bound it. */
export interface ViewerScopes {
  /**
   * Of a user in the account of the session, from an answer not older than `maxAge` ms. Everything on a platform without
   * `roles`, which is not asked. Throws the AppError of the upstream client when the platform cannot answer.
   */
  of(principal: Principal, maxAge?: number): Promise<ViewerScope>
}

export function createViewerScopes(rights: Rights, capabilities: PlatformCapabilities): ViewerScopes {
  return {
    async of(principal, maxAge) {
      const known = await capabilities.of(callerOf(principal))
      if (!principal.account || !known?.features.includes('roles')) return wholeAccount
      const path = apiPath`accounts/${principal.account._id}/memberships/${principal.user._id}`
      const verdict = await rights.check(principal, path, maxAge)
      // Without a membership nothing is readable: every other check says so.
      return verdict.readable ? verdict.sees : wholeAccount
    },
  }
}

/** Events that cannot be reduced to some apps lead to a new read, at most once in this time. */
const REREAD_MS = 1000

/**
 * The listener of a channel for users with that scope. Channels of apps are checked like the apps. An event of a whole
 * account may concern other apps, so their users read again, which the platform bounds.
 */
export function withinScope(
  { apps, payloads }: ViewerScope,
  { appId, subscribe }: Pick<LiveTopic, 'appId' | 'subscribe'>,
  listener: LiveListener,
): LiveListener {
  const isReduced = appId === null && apps.length > 0 && !subscribe
  if (!isReduced && payloads === 'shown') return listener
  let soon: NodeJS.Timeout | undefined
  const reread = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      listener.onReady()
    }, REREAD_MS).unref()
  }
  return {
    onReady: () => listener.onReady(),
    onUnavailable: () => listener.onUnavailable(),
    onEvent(event, data) {
      if (isReduced) reread()
      else listener.onEvent(event, payloads === 'hidden' ? withoutPayloads(data) : data)
    },
  }
}
