import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { signedIn, userWithAccounts, type User } from '#shared/domains/account/contract.ts'
import { calls, type Domain } from './calls.ts'
import { bodyOf, callsMade, send, type Answer } from './client.ts'
import { target } from './target.ts'

/** The target's user, signed in, with calls on the first of that user's accounts. */
export interface AccountClient {
  user: User
  account: { _id: string; name: string }
  headers: { authorization: string; 'account-id': string }
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  remove(path: string): Promise<Answer>
}

export async function signIn(): Promise<AccountClient> {
  const { email, password } = target
  const session = bodyOf(await send('POST', 'users/login', {}, { email, password }), signedIn)
  const authorization = `Bearer ${session.token}`
  const self = await send('GET', `user/${session.user._id}`, { authorization })
  const [first] = Object.entries(bodyOf(self, userWithAccounts).userAccountHash)
  if (!first) throw new Error(`${email} has no account`)
  const [_id, { name }] = first
  const headers = { authorization, 'account-id': _id }
  return {
    user: session.user,
    account: { _id, name },
    headers,
    get: (path) => send('GET', path, headers),
    post: (path, body) => send('POST', path, headers, body),
    put: (path, body) => send('PUT', path, headers, body),
    remove: (path) => send('DELETE', path, headers),
  }
}

/** Signs in before the tests of a file; the result is available when they run. */
export function useAccount(): () => AccountClient {
  let client: AccountClient | null = null
  beforeAll(async () => {
    client = await signIn()
  })
  return () => {
    if (!client) throw new Error('Only tests have a client')
    return client
  }
}

/** The last test of a file: every call of its domain has been made. */
export function everyCallIsMade(domain: Domain): void {
  test('makes every call of the table', () => {
    expect(calls[domain].filter((call) => !callsMade().has(call))).toEqual([])
  })
}

/** A unique name, so that a test finds its own rows among existing ones. */
export const unique = (what: string) => `${what} ${randomBytes(6).toString('hex')}`

/** An id that does not exist. */
export const unknownId = 'f'.repeat(24)
