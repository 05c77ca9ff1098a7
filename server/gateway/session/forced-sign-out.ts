import type { GatewayConfig } from '#server/config.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Principal } from './principal.ts'

type SignOutConfig = Pick<GatewayConfig, 'SSO_LOGOUT_URL'>

/** Where an ordinary sign-out leads: the single sign-on sign-out page for its users, else nowhere. */
export function signOutAddress(config: SignOutConfig, sso: boolean): string | null {
  return sso ? (config.SSO_LOGOUT_URL ?? null) : null
}

/** SESSION_ENDED with `redirectTo`: the sign-out address with `auth_error=1` for single sign-on users. */
export function sessionEnded(
  config: SignOutConfig,
  principal: Pick<Principal, 'sso'> | null,
  cause?: unknown,
): AppError {
  const address = signOutAddress(config, principal?.sso ?? false)
  let redirectTo: string | null = null
  if (address) {
    const url = new URL(address)
    url.searchParams.append('auth_error', '1')
    redirectTo = url.href
  }
  return new AppError('SESSION_ENDED', undefined, { cause, details: { redirectTo } })
}
