import { faultOf } from '#server/lib/faults.ts'
import type { Account, Membership } from '#shared/domains/account/contract.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, isWire, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** An invitation by e-mail to the account. */
export interface MailedInvitation {
  email: string
  name: string
  role: string
  apps?: readonly string[]
  payloads?: string
  /** E-mail of the sender. */
  from: string
  /** Where the recipient goes after accepting. */
  redirectUrl: string
}

export async function getAccount(call: Call): Promise<Wire<Account>> {
  return entityOf(await call({ method: 'GET', path: 'account' }))
}

export async function listMemberships(call: Call, accountId: string, page: PageArgs) {
  const path = apiPath`accounts/${accountId}/memberships`
  return pageOf<Membership>(await call({ method: 'GET', path, query: pageQuery(page) }))
}

export async function getMembership(
  call: Call,
  accountId: string,
  userId: string,
): Promise<Wire<Membership>> {
  return entityOf(await call({ method: 'GET', path: membershipPath(accountId, userId) }))
}

/** Changes the role of a member, with what a viewer sees. */
export async function updateMembership(
  call: Call,
  accountId: string,
  userId: string,
  body: { role: string; apps?: readonly string[]; payloads?: string },
) {
  return entityOf<Membership>(await call({ method: 'PUT', path: membershipPath(accountId, userId), body }))
}

export async function deleteMembership(call: Call, accountId: string, userId: string): Promise<void> {
  await call({ method: 'DELETE', path: membershipPath(accountId, userId) })
}

/** Invites an owner through the platform. */
export async function inviteToAccount(
  call: Call,
  accountId: string,
  invitation: Pick<MailedInvitation, 'email' | 'redirectUrl'>,
): Promise<void> {
  await call({ method: 'POST', path: 'invitation/toAccount', body: { accountId, invitation } })
}

/** Invites a user in a role through the connect service; the domain names account and role. */
export async function inviteUser(call: Call, account: Account, invitation: MailedInvitation): Promise<void> {
  const domain = `account:${account.name}:${invitation.role}`
  const body = { ...invitation, domain, accountName: account.name }
  await call({ method: 'POST', path: 'user/invite', body, service: 'connect' })
}

/** The settings of the account; empty without any. */
export async function readSettings(call: Call, accountId: string): Promise<Wire> {
  const vars = entityOf(await call({ method: 'GET', path: 'vars', service: 'connect' }))
  return settingsOf(vars, accountId)
}

export async function saveSettings(call: Call, accountId: string, settings: unknown): Promise<Wire> {
  if (!isWire(settings)) throw faultOf('settings', 'must be a JSON object')
  const body = { ...settings, accountId }
  const answer = await call({ method: 'PUT', path: 'accountSettings/save', body, service: 'connect' })
  const { accountId: _account, ...saved } = isWire(answer) ? entityOf(answer) : settings
  return saved
}

/** Platforms keep them by account id, or only those of the current account. */
function settingsOf(vars: Wire, accountId: string): Wire {
  const [settings, accounts] = [vars['oneflowAccountSettings'], vars['userAccountHash']]
  if (!isWire(settings)) return {}
  const own = settings[accountId]
  if (isWire(own)) return own
  const byAccount = isWire(accounts) && Object.keys(settings).some((key) => Object.hasOwn(accounts, key))
  return byAccount ? {} : settings
}

const membershipPath = (accountId: string, userId: string) =>
  apiPath`accounts/${accountId}/memberships/${userId}`
