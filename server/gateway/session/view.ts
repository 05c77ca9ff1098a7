import type { GatewayConfig } from '#server/config.ts'
import { VERSION } from '#server/lib/version.ts'
import type { Account, SessionView } from '#shared/domains/account/contract.ts'
import { storedAccountName } from './accounts.ts'
import type { SealedSession } from './sealed-session.ts'

type ViewConfig = Pick<GatewayConfig, 'SSO_AUTHORIZE_URL' | 'SSO_VENDOR' | 'STAGE'>

/** What `GET /session` shows. The token stays out. */
export function sessionView(
  config: ViewConfig,
  signedIn?: { session: SealedSession; accounts: Account[] },
): SessionView {
  const view: SessionView = {
    authenticated: Boolean(signedIn),
    version: VERSION,
    login: {
      method: config.SSO_AUTHORIZE_URL ? 'sso' : 'legacy',
      vendor: config.SSO_VENDOR,
      authorizeUrl: config.SSO_AUTHORIZE_URL ?? null,
    },
  }
  if (!signedIn) return view
  const { user, account, sso } = signedIn.session
  return {
    ...view,
    user,
    account,
    accounts: signedIn.accounts,
    sso,
    storedAccount: account && storedAccountName(account, config),
  }
}
