import { expect, test } from 'vitest'
import { z } from 'zod'
import { membership } from '#shared/domains/account/contract.ts'
import { capabilities } from '#shared/lib/features.ts'
import { invitation, invitationSent } from '#shared/lib/people.ts'
import { everyCallIsMade, unknownId, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus, send } from './client.ts'
import { joined, newAddress } from './mails.ts'
import { target } from './target.ts'

const account = useAccount()
const members = () => `accounts/${account().account._id}/memberships`
const invitations = z.object({ data: z.array(invitation), total: z.int() })
const page = z.object({ docs: z.array(membership), total: z.int() })

test('the members of the account are listed', async () => {
  const { user } = account()
  const { docs, total } = bodyOf(await account().get(`${members()}?page=1&pagesize=9999`), page)
  expect(docs).toHaveLength(total)
  const own = docs.find(({ userId }) => userId === user._id)
  expect(own).toMatchObject({ user, role: 'owner' })
  expect(bodyOf(await account().get(`${members()}/${user._id}`), membership)).toEqual(own)
})

test('an owner may be made owner again, and the role must be a known one', async () => {
  const at = `${members()}/${account().user._id}`
  expect(bodyOf(await account().put(at, { role: 'owner' }), membership).role).toBe('owner')
  expectRefusal(await account().put(at, { role: 'king' }), 400)
})

test('an unknown membership and one of another account are 404', async () => {
  for (const at of [`${members()}/${unknownId}`, `accounts/${unknownId}/memberships/${account().user._id}`]) {
    expectRefusal(await account().get(at), 404)
    expectRefusal(await account().put(at, { role: 'member' }), 404)
    expectRefusal(await account().remove(at), 404)
  }
  expectRefusal(await account().get(`accounts/${unknownId}/memberships`), 404)
})

test('an invited owner is listed as an owner', async () => {
  const { _id: accountId, name } = account().account
  const email = newAddress()
  const invitation = { email, redirectUrl: target.base }
  const sent = await account().post('invitation/toAccount', { accountId, invitation })
  expect(bodyOf(sent, invitationSent)).toMatchObject({
    email,
    role: 'owner',
    domain: `account:${name}:owner`,
    accountName: name,
  })
  expectRefusal(await account().post('invitation/toAccount', { accountId: unknownId, invitation }), 404)
})

test('the connect service accepts the invitation as the console sends it', async () => {
  const { user, account: own } = account()
  const body = {
    name: 'Somebody',
    email: newAddress(),
    role: 'owner',
    domain: `account:${own.name}:owner`,
    from: user.email,
    redirectUrl: target.base,
    accountName: own.name,
  }
  expect(bodyOf(await account().post('user/invite', body), invitationSent).email).toBe(body.email)
  expectRefusal(await account().post('user/invite', { ...body, email: 'no address' }), 400)
})

test('a pending invitation is listed, sent again and withdrawn, where the platform can', async () => {
  const told = capabilities.safeParse((await account().get('capabilities')).body)
  if (!told.data?.features.includes('invitations')) return
  const email = newAddress()
  const { name: accountName } = account().account
  expectStatus(await account().post('user/invite', { email, role: 'member', accountName }), 200)
  const pending = async () =>
    bodyOf(await account().get('invitations?pagesize=9999'), invitations).data.find(
      (one) => one.email === email,
    )
  const found = await pending()
  expect(found).toMatchObject({ role: 'member', by: account().user.email })
  const at = `invitations/${found?._id}`
  expect(bodyOf(await account().post(`${at}/resend`), invitation).email).toBe(email)
  expectStatus(await account().remove(at), 204)
  expectRefusal(await account().remove(at), 404)
  expectRefusal(await account().post(`${at}/resend`), 404)
  expect(await pending()).toBeUndefined()
})

test('a member joins, becomes an owner and leaves', async () => {
  const { token, user } = await joined(account())
  const at = `${members()}/${user._id}`
  const caller = { authorization: `Bearer ${token}`, 'account-id': account().account._id }
  expect(bodyOf(await account().get(at), membership).role).toBe('member')
  expectRefusal(await send('PUT', at, caller, { role: 'owner' }), 403)
  expect(bodyOf(await account().put(at, { role: 'owner' }), membership).role).toBe('owner')
  expectStatus(await account().remove(at), 204)
  expectRefusal(await account().get(at), 404)
  expectRefusal(await send('GET', 'account', caller), 404)
})

everyCallIsMade('memberships')
