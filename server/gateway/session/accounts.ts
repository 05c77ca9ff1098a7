import type { GatewayConfig } from '#server/config.ts'
import type { Account } from '#shared/domains/account/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { asText, isWire, unwrap } from '../lib/wire.ts'
import type { Upstream } from '../upstream/client.ts'
import type { Trace, UpstreamCaller, UpstreamPurpose } from '../upstream/call.ts'
import { apiPath } from '../upstream/path.ts'

export interface AccountsCall extends Trace {
  userId: string
  purpose: UpstreamPurpose
}

/**
 * The accounts that a user belongs to, in the platform's order. Empty if the platform names none. An account without
 * a name gets its id as name. Throws as `Upstream.request`, and BAD_GATEWAY for an unknown answer shape.
 */
export async function accountsOf(
  upstream: Upstream,
  caller: UpstreamCaller,
  { userId, ...call }: AccountsCall,
): Promise<Account[]> {
  const answer = await upstream.request(caller, {
    method: 'GET',
    path: apiPath`user/${userId}`,
    ...call,
  })
  const user = unwrap(answer, 'userAccountHash')
  const accounts = isWire(user) ? (user['userAccountHash'] ?? {}) : null
  if (!isWire(accounts)) throw new AppError('BAD_GATEWAY')
  return Object.entries(accounts).map(([_id, account]) => ({ _id, name: nameOf(account) || _id }))
}

const nameOf = (account: unknown) => (isWire(account) ? (asText(account['name']) ?? '') : '')

/** The name under which the client stores its choice of account. In staging it has a suffix. */
export function storedAccountName(account: Account, config: Pick<GatewayConfig, 'STAGE'>): string {
  return config.STAGE === 'staging' ? `${account.name}-staging` : account.name
}

/**
 * The account in which a session continues: its own, else the first one that the user still belongs to, else none.
 * `left` is its own account when the user no longer belongs to it.
 */
export function currentAccount(
  own: Account | null,
  accounts: readonly Account[],
): { account: Account | null; left?: Account } {
  const found = accounts.find(({ _id }) => _id === own?._id)
  if (found) return { account: found }
  return { account: accounts[0] ?? null, ...(own ? { left: own } : {}) }
}

/** The account with the stored name, else the first one, else null. */
export function chooseAccount(
  accounts: readonly Account[],
  stored: string | undefined,
  config: Pick<GatewayConfig, 'STAGE'>,
): Account | null {
  return accounts.find((account) => storedAccountName(account, config) === stored) ?? accounts[0] ?? null
}
