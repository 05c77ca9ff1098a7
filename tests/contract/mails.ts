import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { signedIn } from '#shared/domains/account/contract.ts'
import { unique, type AccountClient } from './account-client.ts'
import { bodyOf, expectStatus, send } from './client.ts'
import { target } from './target.ts'

/** An address without a user. */
export const newAddress = () => `${unique('someone').replace(' ', '-')}@example.test`

/**
 * The token in the newest mail to that address whose subject starts with `subject`, once the platform has
 * logged it.
 */
export async function mailedToken(to: string, subject = 'Invitation'): Promise<string> {
  const { mailLog } = target
  if (mailLog === null) throw new Error('CONTRACT_MAIL_LOG: required to follow a mailed link')
  let token: string | undefined
  const find = async () => {
    const lines = (await readFile(mailLog, 'utf8')).split('\n')
    const mail = lines.findLast((line) => line.includes(`"${to}"`) && line.includes(`"${subject}`))
    token = /[?&](?:reset|invitation)=([\w.~-]+)/.exec(mail ?? '')?.[1]
    return token
  }
  await expect.poll(find, { timeout: 5000, interval: 20 }).toBeDefined()
  return token ?? ''
}

/** Invites a new user into the account, who accepts and is signed in. */
export async function joined(client: AccountClient, role = 'member') {
  const email = newAddress()
  const body = { email, role, accountName: client.account.name }
  expectStatus(await client.post('user/invite', body), 200)
  const accept = { token: await mailedToken(email), password: target.password }
  return bodyOf(await send('POST', 'users/acceptInvitation', {}, accept), signedIn)
}
