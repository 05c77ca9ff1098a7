import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  account as accountSchema,
  settingsBody,
  signedIn,
  userWithAccounts,
  vars,
} from '#shared/domains/account/contract.ts'
import { userSettings } from '#shared/domains/account/settings-contract.ts'
import { everyCallIsMade, unknownId, signIn, unique, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus, send } from './client.ts'
import { joined, mailedToken } from './mails.ts'
import { target } from './target.ts'

const account = useAccount()
const { email, password } = target
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('signing in and out', () => {
  test.each([
    ['a wrong password', { email, password: 'wrong' }, 401],
    ['an unknown user', { email: 'nobody@example.test', password }, 401],
    ['no password', { email }, 400],
    ['nothing', {}, 400],
  ])('%s is refused', async (_what, body, status) => {
    expectRefusal(await send('POST', 'users/login', {}, body), status)
  })

  test('a refreshed token is a new one that works', async () => {
    const { headers } = await signIn()
    const answer = await send('POST', 'users/refreshToken', headers)
    const { token } = bodyOf(answer, z.object({ token: z.string() }))
    expect(bearer(token).authorization).not.toBe(headers.authorization)
    const own = { ...headers, ...bearer(token) }
    expect(bodyOf(await send('GET', 'account', own), accountSchema)._id).toBe(headers['account-id'])
  })

  test('a token is invalid after its owner has signed out', async () => {
    const client = await signIn()
    expectStatus(await client.post('users/logout'), 204)
    expectRefusal(await client.get('account'), 401)
  })

  test.each(['users/tokenLogin', 'users/acceptInvitation', 'users/password'])(
    'an unknown token at %s is 401',
    async (path) => {
      expectRefusal(await send('POST', path, {}, { token: 'unknown', password }), 401)
    },
  )

  test('a password reset answers the same for known and unknown addresses', async () => {
    for (const one of [email, 'nobody@example.test'])
      expectStatus(await send('POST', 'users/resetPassword', {}, { email: one }), 204)
  })

  test('a wrong current password is 401', async () => {
    const body = { current: 'wrong', password: 'another horse battery' }
    expectRefusal(await account().post('users/password', body), 401)
  })

  test('a mailed token and the current password both lead to a new one', async () => {
    const { user } = await joined(account())
    expectStatus(await send('POST', 'users/resetPassword', {}, { email: user.email }), 204)
    const token = await mailedToken(user.email, 'Reset')
    const reset = { token, password: 'another horse battery' }
    expectStatus(await send('POST', 'users/password', {}, reset), 204)
    expectRefusal(await send('POST', 'users/password', {}, reset), 401)
    const again = { email: user.email, password: reset.password }
    const session = bodyOf(await send('POST', 'users/login', {}, again), signedIn)
    const change = { current: reset.password, password }
    expectStatus(await send('POST', 'users/password', bearer(session.token), change), 204)
    expectRefusal(await send('POST', 'users/login', {}, again), 401)
  })
})

describe('the user and the account', () => {
  test('the user, the account and its settings are readable', async () => {
    const { user, account: own, headers } = account()
    const bare = { authorization: headers.authorization }
    const self = bodyOf(await send('GET', `user/${user._id}`, bare), userWithAccounts)
    expect(self).toMatchObject({ ...user, userAccountHash: { [own._id]: { name: own.name } } })
    expectRefusal(await send('GET', `user/${unknownId}`, bare), 404)
    expect(bodyOf(await account().get('account'), accountSchema)).toMatchObject(own)
    const { data } = bodyOf(await send('GET', 'vars', bare), vars)
    expect(data.userAccountHash[own._id]).toMatchObject({ name: own.name })
  })

  test('settings are kept', async () => {
    const { _id: accountId } = account().account
    const settings = { theme: unique('dark') }
    const saved = await account().put('accountSettings/save', { accountId, ...settings })
    expect(bodyOf(saved, settingsBody)).toMatchObject(settings)
    const { data } = bodyOf(await account().get('vars'), vars)
    expect(data.oneflowAccountSettings[accountId]).toMatchObject(settings)
    expectRefusal(await account().put('accountSettings/save', { accountId: unknownId, ...settings }), 404)
  })
})

test("a user's own settings are kept in part, and a wrong one is refused with its field", async () => {
  const { status, body } = await account().get('capabilities')
  const known = z.object({ features: z.array(z.string()) })
  if (status !== 200 || !known.parse(body).features.includes('profile')) return
  const path = 'users/me/settings'
  const before = bodyOf(await account().get(path), userSettings)
  const attentionSeenAt = new Date().toISOString()
  const saved = bodyOf(await account().put(path, { attentionSeenAt }), userSettings)
  expect(saved).toEqual({ ...before, attentionSeenAt })
  expect(bodyOf(await account().get(path), userSettings)).toEqual(saved)
  const refused = await account().put(path, { timeZone: 'Mars/Olympus' })
  expectRefusal(refused, 400)
  expect(JSON.stringify(refused.body).toLowerCase()).toMatch(/time ?zone/)
})

everyCallIsMade('account')
