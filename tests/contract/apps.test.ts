import { expect, test } from 'vitest'
import {
  collaboratorList,
  app,
  appToken,
  appVariable,
  appWithSecrets,
} from '#shared/domains/apps/contract.ts'
import { workqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { everyCallIsMade, unknownId, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus, send } from './client.ts'
import { genericCalls, pageOf } from './generic.ts'
import { memberCalls } from './member-calls.ts'
import { makeApp } from './samples.ts'

const account = useAccount()

genericCalls(account, {
  plural: 'apps',
  entity: appWithSecrets,
  row: app,
  changed: app,
  make: makeApp,
  only: ({ name }) => ({ name }),
  change: { name: 'Renamed', description: 'Changed' },
  changeMany: { description: 'Changed with others' },
  refused: [{}, { name: 'App' }, { name: ' ', description: 'Blank' }, { name: 'App', description: '' }],
})

memberCalls(account, {
  make: async (client) => `apps/${(await makeApp(client))._id}/collaborators`,
  list: collaboratorList,
  membersOf: ({ collaborators }) => collaborators,
})

const read = async (id: string) => bodyOf(await account().get(`apps/${id}`), appWithSecrets)

test('adding a collaborator returns all of them', async () => {
  const { _id } = await makeApp(account())
  const at = `apps/${_id}/collaborators`
  for (const one of bodyOf(await account().get(at), collaboratorList).collaborators)
    await account().remove(`${at}/${one._id}`)
  const added = bodyOf(await account().post(at, { email: account().user.email }), collaboratorList, 201)
  expect(added).toEqual(bodyOf(await account().get(at), collaboratorList))
})

test('a token is added and removed, and the last one is kept', async () => {
  const { _id } = await makeApp(account())
  const token = bodyOf(await account().post(`apps/${_id}/token`), appToken, 201)
  const { tokens } = await read(_id)
  expect(tokens).toContainEqual(token)
  for (const { _id: other } of tokens.filter((one) => one._id !== token._id))
    expectStatus(await account().remove(`apps/${_id}/token/${other}`), 204)
  expectRefusal(await account().remove(`apps/${_id}/token/${unknownId}`), 404)
  const last = await account().remove(`apps/${_id}/token/${token._id}`)
  expectRefusal(last, 409)
  expect(last.body).toMatchObject({ message: 'App must have at least one token' })
})

test('a program with a token reaches its account, and another account is 404', async () => {
  const { _id } = await makeApp(account())
  const { key, secret } = bodyOf(await account().post(`apps/${_id}/token`), appToken, 201)
  const basic = (word: string) => `Basic ${Buffer.from(`${key}:${word}`).toString('base64')}`
  const authorization = basic(secret)
  const list = await send('GET', `workqueues?appId=${_id}`, { authorization })
  expect(bodyOf(list, pageOf(workqueueSummary))).toEqual({ data: [], total: 0 })
  expectRefusal(await send('GET', `apps/${_id}`, { authorization, 'account-id': unknownId }), 404)
  expectRefusal(await send('GET', `apps/${_id}`, { authorization: basic('wrong') }), 401)
})

test('a variable is added, trimmed, and removed', async () => {
  const { _id } = await makeApp(account())
  const body = { name: ' DB_URL ', value: ' postgres://db ' }
  const variable = bodyOf(await account().post(`apps/${_id}/variables`, body), appVariable, 201)
  expect(variable).toMatchObject({ name: 'DB_URL', value: 'postgres://db' })
  expect((await read(_id)).variables).toEqual([variable])
  const at = `apps/${_id}/variables/${variable._id}`
  expectStatus(await account().remove(at), 204)
  expectRefusal(await account().remove(at), 404)
})

test.each([{}, { name: 'A', value: ' ' }, { name: ' ', value: 'a' }])(
  'the variable %j is refused',
  async (body) => {
    const { _id } = await makeApp(account())
    expectRefusal(await account().post(`apps/${_id}/variables`, body), 400)
  },
)

test('tokens and variables of an unknown app are 404', async () => {
  expectRefusal(await account().post(`apps/${unknownId}/token`), 404)
  expectRefusal(await account().post(`apps/${unknownId}/variables`, { name: 'A', value: 'a' }), 404)
  expectRefusal(await account().remove(`apps/${unknownId}/variables/${unknownId}`), 404)
})

everyCallIsMade('apps')
