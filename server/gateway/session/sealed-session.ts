import { z } from 'zod'
import type { GatewayConfig } from '../../config.ts'
import { account, user } from '../../../shared/domains/account/contract.ts'

/** What the cookie seals: the whole session (contract section 3). Moments are milliseconds since 1970. */
export const sealedSession = z.object({
  sid: z.string().min(1),
  token: z.string().min(1),
  user,
  account: account.nullable(),
  sso: z.boolean(),
  created: z.number(),
  active: z.number(),
})
export type SealedSession = z.infer<typeof sealedSession>

/**
 * Whether both caps allow the session at `now`. They are read from the sealed payload, never from the
 * cookie's own age, which every re-sealing would set back.
 */
export function withinCaps(
  session: Pick<SealedSession, 'created' | 'active'>,
  config: Pick<GatewayConfig, 'SESSION_MAX_AGE' | 'SESSION_IDLE'>,
  now: number,
): boolean {
  return now - session.created < config.SESSION_MAX_AGE && now - session.active < config.SESSION_IDLE
}
