import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createGitBed, createRemote, type GitBed, type Remote } from '#tests/support/gitops.ts'
import { createDatabase } from '../db/database.ts'
import { createGitopsOutbox } from './outbox.ts'

/** Every change of a deployment as a commit, with a real repository. */

const SECRET = 'marked-secret-value'
let remote: Remote
let bed: GitBed

beforeAll(async () => {
  remote = await createRemote()
  bed = await createGitBed(remote)
})
afterAll(() => bed.close())

test('every change of a deployment is a commit of its author, and several go in one push', async () => {
  const { _id, gitops } = await bed.create({ environment: { DB_PASSWORD: SECRET, LOG: 'info' } })
  expect(gitops).toMatchObject({ state: 'pending', changes: 1, commit: null })
  await bed.send('put', `deployments/${_id}`, { dockerTag: '2.14.1' })
  await bed.send('put', `deployments/${_id}`, {
    replicaCount: 4,
    environment: { DB_PASSWORD: SECRET, NEW: 'x' },
  })
  await bed.send('put', `deployments/${_id}`, { alias: 'billing' })
  const { fluxConfig } = await bed.send('get', `deployments/${_id}?withConfig=true`)
  await bed.send('put', `deployments/${_id}/flux`, {
    fluxConfig: fluxConfig.replace('interval: 5m', 'interval: 7m'),
  })
  await bed.send('put', `deployments?where=${encodeURIComponent(JSON.stringify({ alias: 'billing' }))}`, {
    replicaCount: 2,
  })
  expect(await bed.settle()).toBeNull()
  expect(remote.log().reverse()).toEqual([
    'alice@example.test | Quay/pay-1: Created',
    'alice@example.test | Quay/pay-1: Docker Tag latest → 2.14.1',
    'alice@example.test | Quay/pay-1: 3 changes',
    'alice@example.test | Quay/billing: Alias pay-1 → billing',
    'alice@example.test | Quay/billing: spec.interval changed',
    'alice@example.test | Quay/billing: Replica Count 4 → 2',
  ])
  const told = await bed.told(_id)
  expect(told).toMatchObject({ state: 'published', commit: remote.head(), path: gitops.path, reason: null })
  expect(gitops.path).toBe(`clusters/${bed.clusterId}/${_id}.yaml`)
  expect(remote.files()).toEqual([gitops.path])
  const release = parse(remote.file(gitops.path), { version: '1.1' })
  expect(release).toMatchObject({ kind: 'HelmRelease', metadata: { name: 'billing' } })
  expect(remote.everything()).not.toContain(SECRET)
})

test('what the repository refuses waits, unless a change was recorded meanwhile: it may be what was asked for', async () => {
  const { _id: deploymentId } = await bed.create()
  const outbox = createGitopsOutbox(createDatabase(bed.platform.pool), bed.gitops.repository)
  const due = async () => (await outbox.due(bed.platform.clock.now())).changes.map(({ id }) => id)
  const pushed = await due()
  expect(pushed).toHaveLength(1)
  await bed.send('put', `deployments/${deploymentId}`, { dockerTag: '2.14.1' })
  await outbox.refused({ deploymentId, changes: pushed }, 'Not now', bed.platform.clock.now())
  expect(await bed.told(deploymentId)).toMatchObject({ state: 'refused', reason: 'Not now', nextTry: null })
  const both = await due()
  expect(both).toHaveLength(2)
  await outbox.refused({ deploymentId, changes: both }, 'Not now', bed.platform.clock.now())
  expect(await due()).toEqual([])
})
