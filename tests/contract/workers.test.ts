import { expect, test } from 'vitest'
import {
  alias,
  aliasesOfType,
  newPrivateKey,
  worker,
  workerWithSecrets,
} from '#shared/domains/workers/contract.ts'
import { everyCallIsMade, unknownId, unique, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus, query } from './client.ts'
import { genericCalls, pageOf } from './generic.ts'
import { makeTeam, makeWorker } from './samples.ts'

const account = useAccount()
const read = async (id: string) => bodyOf(await account().get(`workers/${id}`), workerWithSecrets)

genericCalls(account, {
  plural: 'workers',
  entity: workerWithSecrets,
  row: worker,
  changed: worker,
  make: makeWorker,
  only: ({ type }) => ({ type }),
  change: { description: 'Changed', inputs: { file: 'string' }, outputs: {} },
  changeMany: { description: 'Changed with others' },
  refused: [{}, { name: 'No team' }],
  staysReadable: true,
})

test('the type is derived from the team and the name', async () => {
  const { _id: teamId, namespace } = await makeTeam(account())
  const name = `PDF-Renderer ${unique('')}`
  const made = bodyOf(await account().post('workers', { name, teamId }), worker, 201)
  expect(made.type).toBe(`task.${namespace}.${name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()}`)
  expectRefusal(await account().post('workers', { name: unique('Worker'), teamId: unknownId }), 404)
})

test('a deleted worker is listed on request and read-only', async () => {
  const { _id, type } = await makeWorker(account())
  expectStatus(await account().remove(`workers/${_id}`), 204)
  expect((await read(_id)).status).toBe('deleted')
  const list = async (more: object) =>
    bodyOf(await account().get(`workers${query({ type, ...more })}`), pageOf(worker)).total
  expect([await list({}), await list({ showDeleted: 'false' }), await list({ showDeleted: 'true' })]).toEqual(
    [0, 0, 1],
  )
  expectRefusal(await account().put(`workers/${_id}`, { description: 'Changed' }), 409)
  expectRefusal(await account().post(`workers/${_id}/aliases`, { aliasName: 'beta', _id }), 409)
})

test('the team is an id, or has its name on request', async () => {
  const { type, teamId } = await makeWorker(account())
  const list = async (more: object) =>
    bodyOf(await account().get(`workers${query({ type, ...more })}`), pageOf(worker)).data[0]?.teamId
  const id = typeof teamId === 'string' ? teamId : teamId._id
  expect(await list({})).toBe(id)
  expect(await list({ populateTeamId: 'true' })).toMatchObject({ _id: id, name: expect.any(String) })
})

test('an alias is added, found by type and removed', async () => {
  const { _id, type } = await makeWorker(account())
  const added = bodyOf(await account().post(`workers/${_id}/aliases`, { aliasName: 'beta', _id }), alias, 201)
  expect(added).toMatchObject({ name: 'beta', privateKeys: [] })
  expect((await read(_id)).aliases).toContainEqual(added)
  const { data } = bodyOf(await account().get(`workers/bytype/${type}`), aliasesOfType)
  expect(data.aliases).toEqual([{ name: 'default' }, { name: 'beta' }])
  expectRefusal(await account().post(`workers/${_id}/aliases`, { aliasName: 'beta', _id }), 409)
  expectStatus(await account().remove(`workers/${_id}/aliases/beta`), 204)
  expectRefusal(await account().remove(`workers/${_id}/aliases/beta`), 404)
})

test('the alias default cannot be deleted, and an invalid name or an unknown worker is refused', async () => {
  const { _id } = await makeWorker(account())
  expectRefusal(await account().remove(`workers/${_id}/aliases/default`), 409)
  expectRefusal(await account().post(`workers/${_id}/aliases`, { aliasName: ' ' }), 400)
  expectRefusal(await account().post(`workers/${unknownId}/aliases`, { aliasName: 'beta' }), 404)
  expectRefusal(await account().get('workers/bytype/task.nobody.nothing'), 404)
})

test('a private key is shown once and removed', async () => {
  const { _id } = await makeWorker(account())
  const at = `workers/${_id}/aliases/default/jwt`
  const made = bodyOf(await account().put(at, { name: 'Laptop' }), newPrivateKey)
  expect(made.privateKey).toContain('PRIVATE KEY')
  const { privateKey: _shown, ...kept } = made
  expect((await read(_id)).aliases[0]?.privateKeys).toEqual([kept])
  expectStatus(await account().remove(`${at}/${made._id}`), 204)
  expect((await read(_id)).aliases[0]?.privateKeys).toEqual([])
  expectRefusal(await account().remove(`${at}/${made._id}`), 404)
  expectRefusal(await account().put(at, { name: ' ' }), 400)
  expectRefusal(await account().put(`workers/${_id}/aliases/beta/jwt`, { name: 'Laptop' }), 404)
})

everyCallIsMade('workers')
