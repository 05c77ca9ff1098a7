import { expect, test } from 'vitest'
import { cluster } from '#shared/domains/clusters/contract.ts'
import { everyCallIsMade, unknownId, unique, useAccount } from './account-client.ts'
import { bodyOf, expectRefusal, query } from './client.ts'
import { genericCalls, pageOf } from './generic.ts'
import { makeCluster, makeTeam } from './samples.ts'

const account = useAccount()

genericCalls(account, {
  plural: 'clusters',
  entity: cluster,
  make: makeCluster,
  only: ({ name }) => ({ name }),
  change: { name: 'Renamed', tags: ['eu', 'large'] },
  changeMany: { tags: ['small'] },
  refused: [{}, { name: ' ' }, { name: 'Cluster', tags: ['with, comma'] }],
})

test('an edited cluster is written back whole, with a team', async () => {
  const made = await makeCluster(account())
  const { _id: teamId } = await makeTeam(account())
  const saved = bodyOf(await account().put(`clusters/${made._id}`, { ...made, teamId }), cluster)
  expect(saved).toMatchObject({ name: made.name, teamId })
  const page = bodyOf(await account().get(`clusters${query({ teamId })}`), pageOf(cluster))
  expect(page.data.map(({ _id }) => _id)).toEqual([made._id])
})

test('an unknown team is 404', async () => {
  const { _id } = await makeCluster(account())
  expectRefusal(await account().put(`clusters/${_id}`, { teamId: unknownId }), 404)
  expectRefusal(await account().post('clusters', { name: unique('Cluster'), teamId: unknownId }), 404)
})

everyCallIsMade('clusters')
