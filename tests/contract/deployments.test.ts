import { expect, test } from 'vitest'
import { deploymentDefaults } from '#shared/domains/clusters/defaults.ts'
import { deployment, deploymentSummary } from '#shared/domains/clusters/deployment.ts'
import { everyCallIsMade, unknownId, useAccount, type AccountClient } from './account-client.ts'
import { bodyOf, expectRefusal, query } from './client.ts'
import { genericCalls, pageOf } from './generic.ts'
import { makeCluster, makeWorker } from './samples.ts'

const account = useAccount()

/** As the console creates one. */
async function makeDeployment(client: AccountClient) {
  const [{ _id: clusterId }, { _id: workerId }] = [await makeCluster(client), await makeWorker(client)]
  const body = { clusterId, workerId, ...deploymentDefaults, environment: { REGION: 'eu' } }
  return bodyOf(await client.post('deployments', body), deployment, 201)
}

genericCalls(account, {
  plural: 'deployments',
  entity: deployment,
  row: deploymentSummary,
  found: deploymentSummary,
  make: makeDeployment,
  only: ({ clusterId }) => ({ clusterId }),
  change: { dockerTag: '2.1.0', replicaCount: 3, environment: { REGION: 'us', TOKEN: 'x' } },
  masked: { environment: { REGION: '**', TOKEN: '*' } },
  changeMany: { dockerTag: 'stable' },
  refused: [{}, { clusterId: unknownId }],
})

test('the deployments of a cluster are listed with the query of its screen', async () => {
  const { _id, clusterId } = await makeDeployment(account())
  const page = `deployments${query({ page: 1, pagesize: 999, clusterId })}`
  expect(bodyOf(await account().get(page), pageOf(deploymentSummary)).data).toMatchObject([{ _id }])
})

test('an unknown cluster and an unknown worker are 404', async () => {
  const { clusterId, workerId } = await makeDeployment(account())
  expectRefusal(await account().post('deployments', { clusterId: unknownId, workerId }), 404)
  expectRefusal(await account().post('deployments', { clusterId, workerId: unknownId }), 404)
})

test('a mask that comes back means the stored value, in the form and in the configuration', async () => {
  const { _id, environment: masked } = await makeDeployment(account())
  expect(masked).toEqual({ REGION: '**' })
  const read = async () => bodyOf(await account().get(`deployments/${_id}?withConfig=true`), deployment)
  const { fluxConfig = '' } = await read()
  const change = { environment: { ...masked, EMPTY: '' } }
  expect(bodyOf(await account().put(`deployments/${_id}`, change), deployment).environment).toEqual({
    REGION: '**',
    EMPTY: '',
  })
  expect((await read()).environment).toEqual({ REGION: 'eu', EMPTY: '' })
  const edited = fluxConfig.replace('"eu"', '"**"')
  await account().put(`deployments/${_id}/flux`, { fluxConfig: edited })
  expect((await read()).environment).toEqual({ REGION: 'eu' })
})

test('the configuration is returned on request, and accepts an edit that the form shows', async () => {
  const { _id } = await makeDeployment(account())
  const read = async () => bodyOf(await account().get(`deployments/${_id}?withConfig=true`), deployment)
  expect(bodyOf(await account().get(`deployments/${_id}`), deployment).fluxConfig).toBeUndefined()
  const { fluxConfig = '' } = await read()
  expect(fluxConfig).toContain('latest')
  const edited = fluxConfig.replaceAll('latest', '3.0.1')
  const answer = await account().put(`deployments/${_id}/flux`, { fluxConfig: edited })
  expect(bodyOf(answer, deployment)._id).toBe(_id)
  expect(await read()).toMatchObject({ dockerTag: '3.0.1', fluxConfig: edited })
})

test('a faulty configuration is refused', async () => {
  const { _id } = await makeDeployment(account())
  expectRefusal(await account().put(`deployments/${_id}/flux`, { fluxConfig: 'a: [' }), 422)
  expectRefusal(await account().put(`deployments/${_id}/flux`, {}), 400)
  expectRefusal(await account().put(`deployments/${unknownId}/flux`, { fluxConfig: 'a: 1' }), 404)
})

everyCallIsMade('deployments')
