import { describe, expect, test } from 'vitest'
import { deploymentDefaults } from './defaults.ts'
import { deploymentBody, deploymentPatch } from './deployment.ts'
import { cpuQuantity, memoryBytes, memoryQuantity, millicores } from './quantity.ts'

const faultsOf = (body: object, schema: typeof deploymentBody | typeof deploymentPatch = deploymentBody) =>
  schema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
const body = { clusterId: 'c', workerId: 'w' }

test('missing fields of a new deployment get their defaults', () => {
  const parsed = deploymentBody.parse({ ...body, resources: { limits: { cpu: ' 2 ' } } })
  const { limits, requests } = deploymentDefaults.resources
  expect(parsed).toEqual({
    ...body,
    ...deploymentDefaults,
    environment: {},
    resources: { limits: { ...limits, cpu: '2' }, requests },
  })
})

test.each([
  ['500m', 500],
  ['0.5', 500],
  ['2', 2000],
  ['1.5m', 1.5],
  ['1k', null],
  ['-1', null],
  ['1e3', null],
  ['.5', null],
  ['1 m', null],
  ['', null],
])('%s of CPU is %s', (text, amount) => {
  expect(millicores(text)).toBe(amount)
  expect(cpuQuantity.safeParse(text).success).toBe(amount !== null)
})

test.each([
  ['1', 1],
  ['64Mi', 67_108_864],
  ['1.5Gi', 1_610_612_736],
  ['2k', 2000],
  ['3M', 3_000_000],
  ['1Ti', 2 ** 40],
  ['1K', null],
  ['1mi', null],
  ['1constructor', null],
  ['64 Mi', null],
])('%s of memory is %s', (text, amount) => {
  expect(memoryBytes(text)).toBe(amount)
  expect(memoryQuantity.safeParse(text).success).toBe(amount !== null)
})

describe('a new deployment is refused', () => {
  test.each([
    [{ dockerTag: '.x' }, 'dockerTag: must be a Docker tag'],
    [{ dockerTag: 'a'.repeat(129) }, 'dockerTag: must be a Docker tag'],
    [{ dockerTag: 'v1/x' }, 'dockerTag: must be a Docker tag'],
    [{ replicaCount: -1 }, 'replicaCount: must be at least 0'],
    [{ replicaCount: 1001 }, 'replicaCount: must be at most 1000'],
    [{ replicaCount: 1.5 }, 'replicaCount: must be a whole number'],
    [{ replicaCount: '1' }, 'replicaCount: must be a whole number'],
    [{ alias: 'Meta' }, 'alias: must be lower case'],
    [{ alias: '-a' }, 'alias: must be lower case'],
    [{ alias: 'a'.repeat(54) }, 'alias: must have at most 53'],
    [
      { resources: { requests: { cpu: '1001m' } } },
      'resources.requests.cpu: must not be more than the limit of 1000m',
    ],
    [
      { resources: { limits: { memory: '32Mi' } } },
      'resources.requests.memory: must not be more than the limit of 32Mi',
    ],
    [{ environment: { '': 'x' } }, 'environment.: the name must not be empty'],
    [{ environment: { '1A': 'x' } }, 'environment.1A: the name may have letters'],
    [{ environment: { 'A B': 'x' } }, 'environment.A B: the name may have letters'],
    [{ environment: { A: 7 } }, 'environment.A: must be text'],
    [{ environment: { A: 'é'.repeat(16_385) } }, 'environment.A: must have at most 32768 bytes'],
    [{ environment: { A: 'x\u0007' } }, 'environment.A: must not hold control characters'],
    [
      { environment: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`K${index}`, ''])) },
      'environment: must have at most 200 variables',
    ],
  ])('%j', (change, fault) => {
    expect(faultsOf({ ...body, ...change })).toEqual([expect.stringContaining(fault)])
  })

  test('every fault is reported at its field', () => {
    const faults = faultsOf({ dockerTag: '', replicaCount: 'x', resources: { limits: { cpu: 'x' } } })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'clusterId',
      'workerId',
      'dockerTag',
      'replicaCount',
      'resources.limits.cpu',
    ])
  })

  test('an empty change is refused', () => {
    expect(faultsOf({ ...body, version: 1 }, deploymentPatch)).toEqual([expect.stringContaining('must set')])
  })
})

test('names of object prototypes are ordinary names', () => {
  const environment = { constructor: 'a', toString: 'b', hasOwnProperty: 'c' }
  expect(deploymentBody.parse({ ...body, environment }).environment).toEqual(environment)
})
