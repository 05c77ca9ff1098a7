import { describe, expect, test } from 'vitest'
import {
  clusterUpdate,
  deployableWorkers,
  deploymentDraft,
  environmentInput,
  freeAlias,
  maySubmitDeployment,
} from './rules.ts'

test('a cluster needs a name, which is trimmed; no team is null', () => {
  expect(clusterUpdate({ name: ' West ', teamId: '', tags: ['a'] })).toEqual({
    name: 'West',
    teamId: null,
    tags: ['a'],
  })
  expect(clusterUpdate({ name: '  ', teamId: 't', tags: [] })).toBeNull()
})

describe('the form of a deployment', () => {
  const blank = deploymentDraft({ clusterId: 'c1', environment: [] })
  const filled = { ...blank, workerId: 'w1' }

  test('starts with the defaults', () => {
    expect(blank).toEqual({
      clusterId: 'c1',
      workerId: '',
      dockerTag: 'latest',
      replicaCount: '1',
      resources: { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
      environment: [],
    })
  })

  test('shows the stored deployment', () => {
    const draft = deploymentDraft({
      clusterId: 'c1',
      workerId: 'w1',
      replicaCount: 0,
      environment: [{ key: 'A', value: null }],
    })
    expect(draft).toMatchObject({
      workerId: 'w1',
      replicaCount: '0',
      environment: [{ key: 'A', value: null }],
    })
  })

  test('can be submitted once a worker is selected', () => {
    expect([blank, filled].map(maySubmitDeployment)).toEqual([false, true])
  })

  test.each([
    ['docker tag', { dockerTag: ' ' }],
    ['replica count', { replicaCount: '' }],
    ['CPU limit', { resources: { ...filled.resources, limits: { cpu: '', memory: '1Gi' } } }],
    ['memory limit', { resources: { ...filled.resources, limits: { cpu: '1', memory: '' } } }],
    ['CPU request', { resources: { ...filled.resources, requests: { cpu: '', memory: '1Gi' } } }],
    ['memory request', { resources: { ...filled.resources, requests: { cpu: '1', memory: '' } } }],
    ['name of a variable', { environment: [{ key: ' ', value: 'x' }] }],
  ])('cannot be submitted without %s', (_what, change) => {
    expect(maySubmitDeployment({ ...filled, ...change })).toBe(false)
  })

  test('a variable may be empty; rows without a name are dropped', () => {
    const rows = [
      { key: ' A ', value: ' b ' },
      { key: '', value: 'lost' },
      { key: 'C', value: 'earlier' },
      { key: 'C', value: '' },
      { key: 'D', value: null },
    ]
    expect(maySubmitDeployment({ ...filled, environment: [{ key: 'C', value: '' }] })).toBe(true)
    expect(environmentInput(rows)).toEqual([
      { name: 'A', value: ' b ' },
      { name: 'C', value: '' },
      { name: 'D', value: null },
    ])
  })
})

test('workers are offered by name in any letter case, or all of them', () => {
  const workers = ['Meta Data', 'webcam', 'other'].map((name) => ({ name }))
  const offered = (names: string[]) => deployableWorkers(workers, names).map(({ name }) => name)
  expect(offered(['dummy', 'meta data', ' WebCam'])).toEqual(['Meta Data', 'webcam'])
  expect(offered(['*'])).toHaveLength(3)
  expect(offered([])).toEqual([])
})

test.each([
  ['Meta Data', [], 'meta-data'],
  ['Meta Data', ['meta-data'], 'meta-data-2'],
  ['Meta Data', ['meta-data', 'meta-data-2', 'meta-data-3'], 'meta-data-4'],
  [' --Größe (v2)! ', [], 'gro-e-v2'],
  ['日本', [], 'worker'],
  ['x'.repeat(60), ['x'.repeat(53)], `${'x'.repeat(51)}-2`],
])('the alias of %j next to %j is %s', (name, taken, alias) => {
  expect(freeAlias(name, new Set(taken))).toBe(alias)
})
