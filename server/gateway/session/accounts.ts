import type { GatewayConfig } from '../../config.ts'
import { userWithAccounts, type Account } from '../../../shared/domains/account/contract.ts'
import { AppError } from '../../lib/errors.ts'
import type { Upstream, UpstreamCaller, UpstreamPurpose } from '../upstream/client.ts'
import type { Trace } from '../upstream/headers.ts'
import { apiPath } from '../upstream/path.ts'
import { unwrap } from '../upstream/unwrap.ts'

export interface AccountsCall extends Trace {
  userId: string
  purpose: UpstreamPurpose
}

/** The accounts that a user belongs to, in the platform's order. Throws as `Upstream.request`. */
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
  const parsed = userWithAccounts.pick({ userAccountHash: true }).safeParse(unwrap(answer, 'userAccountHash'))
  if (!parsed.success) throw new AppError('BAD_GATEWAY', undefined, { cause: parsed.error })
  return Object.entries(parsed.data.userAccountHash).map(([_id, { name }]) => ({ _id, name }))
}

/** The name under which the client keeps its choice of account: with the stage's suffix in staging. */
export function storedAccountName(account: Account, config: Pick<GatewayConfig, 'STAGE'>): string {
  return config.STAGE === 'staging' ? `${account.name}-staging` : account.name
}

/** The account of that stored name, else the first one, else null (spec section 4). */
export function chooseAccount(
  accounts: readonly Account[],
  stored: string | undefined,
  config: Pick<GatewayConfig, 'STAGE'>,
): Account | null {
  return accounts.find((account) => storedAccountName(account, config) === stored) ?? accounts[0] ?? null
}
