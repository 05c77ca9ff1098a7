import { expect, test } from 'vitest'
import { z } from 'zod'
import { appToken } from '#shared/domains/apps/contract.ts'
import { keyRow } from '#shared/domains/keys/contract.ts'
import { usage } from '#shared/domains/usage/contract.ts'
import { alias, newPrivateKey } from '#shared/domains/workers/contract.ts'
import { unknownId, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus } from './client.ts'
import { pageOf } from './generic.ts'
import { makeApp, makePlan, makeWorker } from './samples.ts'

/** Calls of the features `keys` and `usage`; on a platform without them nothing is checked. */
const account = useAccount()
const keys = pageOf(keyRow)
const known = z.object({ features: z.array(z.string()) })

async function has(feature: string): Promise<boolean> {
  const { status, body } = await account().get('capabilities')
  return status === 200 && known.parse(body).features.includes(feature)
}

test('keys are replaced by new ones beside them, which are listed with what they replace', async () => {
  if (!(await has('keys'))) return
  const { _id: app } = await makeApp(account())
  const { _id: worker } = await makeWorker(account())
  const listed = async (query: string) => bodyOf(await account().get(`keys?${query}`), keys).data
  const old = bodyOf(await account().post(`apps/${app}/token`), appToken, 201)
  const token = bodyOf(await account().post(`apps/${app}/token`, { replaces: old._id }), appToken, 201)
  const rows = await listed(`appId=${app}`)
  expect(rows.find(({ _id }) => _id === old._id)?.replacedBy).toMatchObject({ name: token.key })

  const at = `workers/${worker}/aliases/default`
  const first = bodyOf(await account().put(`${at}/jwt`, { name: 'first' }), newPrivateKey)
  const oldEnds = new Date(Date.now() + 3_600_000).toISOString()
  const next = { name: 'next', replaces: first._id, oldEnds }
  bodyOf(await account().put(`${at}/jwt`, next), newPrivateKey)
  const [ending] = await listed(`workerId=${worker}&kind=privateKey`)
  expect(ending).toMatchObject({ name: 'first', expires: oldEnds, replacedBy: { name: 'next' } })

  const { accessKeyId } = bodyOf(await account().post(`${at}/accessKey`), alias)
  const replaced = (await listed(`workerId=${worker}&kind=accessKey`)).find(({ replacedBy }) => replacedBy)
  expect(replaced?.replacedBy).toMatchObject({ name: accessKeyId })
  expectStatus(await account().remove(`${at}/accessKey/${replaced?._id}`), 204)
  expectRefusal(await account().remove(`${at}/accessKey/${replaced?._id}`), 404)
  expectRefusal(await account().post(`apps/${app}/token`, { replaces: unknownId }), 404)
})

test('what uses an entity is answered in one form for every kind', async () => {
  if (!(await has('usage'))) return
  const [worker, plan] = [await makeWorker(account()), await makePlan(account())]
  const uses = async (path: string) => bodyOf(await account().get(`${path}/usage`), usage).uses
  expect(await uses(`plans/${plan._id}`)).toEqual([])
  expect(await uses(`workers/${worker._id}`)).toEqual([])
  expect(await uses(`workers/${worker._id}/aliases/default`)).toEqual([])
  expectRefusal(await account().get(`workers/${worker._id}/aliases/absent/usage`), 404)
  expectRefusal(await account().get(`clusters/${unknownId}/usage`), 404)
})
