import type { AccountRole } from '#shared/domains/account/contract.ts'
import { newId } from '#server/lib/ids.ts'
import { issueToken } from '#server/platform/auth/tokens.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import type { Member, TestPlatform } from './platform-app.ts'

interface Place {
  of: Member
  role: AccountRole
}

/** Signs a user in to an existing account; the same e-mail again is the same user. */
export async function newUser(
  { pool, clock }: Pick<TestPlatform, 'pool' | 'clock'>,
  name: string,
  { of: { accountId, accountName }, role }: Place,
): Promise<Member> {
  const email = `${name}@example.test`
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (id, email, password_hash) values ($1, $2, 'none')
     on conflict (email) do update set email = excluded.email returning id`,
    [newId(), email],
  )
  const userId = rows[0]?.id ?? ''
  await pool.query('insert into memberships (account_id, user_id, role) values ($1, $2, $3)', [
    accountId,
    userId,
    role,
  ])
  const token = await issueToken(createDatabase(pool), { userId, kind: 'bearer', now: clock.now() })
  const headers = { authorization: `Bearer ${token}`, 'account-id': accountId }
  return { accountId, accountName, userId, email, token, headers }
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /[?&](?:invitation|reset)=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no token in the mail'
}
