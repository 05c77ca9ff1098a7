import { expect, test } from 'vitest'
import { changeText } from '#shared/domains/clusters/change-words.ts'
import { createFluxConfig } from '#shared/domains/clusters/flux.ts'
import {
  deploymentFormValues,
  newEnvironmentRow,
  type DeploymentFormValues,
} from '../deployment-form-values.ts'
import { editedChanges, hiddenManifest, manifestOf } from './config-changes.ts'
import { draftChanges } from './draft-changes.ts'

const SECRET = 'marked-secret-value'
const resources = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } }
const form = {
  alias: 'pay',
  dockerTag: 'v1',
  replicaCount: 2,
  resources,
  environment: { DB: SECRET, LOG: 'info' },
}
const stored = deploymentFormValues(
  {
    ...form,
    id: 'd1',
    clusterId: 'c1',
    workerId: 'w1',
    workerName: null,
    gitops: null,
    environment: [
      { name: 'DB', value: '****' },
      { name: 'LOG', value: '****' },
    ],
    unreadable: null,
    version: 1,
  },
  'c1',
)
const config = createFluxConfig(form, { gitUrl: null, workerType: 'task.shop.pay' })
const [db, log] = stored.environment
const wordsOf = (over: Partial<DeploymentFormValues>) =>
  draftChanges(stored, { ...stored, ...over }).map(changeText)

test.each<[string, Partial<DeploymentFormValues>, string[]]>([
  ['nothing', {}, []],
  ['only spaces', { dockerTag: ' v1 ', replicaCount: '2 ' }, []],
  ['tag and replicas', { dockerTag: 'v2', replicaCount: '6' }, ['Docker Tag v1 → v2', 'Replica Count 2 → 6']],
  ['a value that is emptied', { environment: [db!, { ...log!, value: '' }] }, ['Variable LOG changed']],
  [
    'a new variable',
    { environment: [db!, log!, { ...newEnvironmentRow(), key: 'NEW' }] },
    ['Variable NEW added'],
  ],
  ['a row without a name', { environment: [db!, log!, newEnvironmentRow()] }, []],
  [
    'a renamed variable',
    { environment: [{ ...db!, key: 'DATABASE' }, log!] },
    ['Variable DATABASE added', 'Variable DB removed'],
  ],
  ['another worker', { workerId: 'w2' }, ['Worker changed']],
])('the form tells %s', (_name, over, words) => expect(wordsOf(over)).toEqual(words))

test('an edited configuration tells its fields, its places, and that only its text changes', () => {
  const told = (edited: string) => editedChanges(config, edited)?.changes.map(changeText)
  expect(told(config.replace('replicaCount: 2', 'replicaCount: 0').replace('5m', '9m'))).toEqual([
    'Replica Count 2 → 0',
    'spec.interval changed',
  ])
  expect(editedChanges(config, config.replace('replicaCount: 2', 'replicaCount: 0'))?.replicas).toEqual({
    before: 2,
    after: 0,
  })
  expect(told(`# by hand\n${config}`)).toEqual(['Text of the configuration changed'])
  expect(told('spec: [')).toBeUndefined()
})

test('a manifest shows no values of variables, and which of them are new', () => {
  const shown = manifestOf(config, {
    ...stored,
    dockerTag: 'v2',
    environment: [{ ...db!, value: `${SECRET}-2` }, log!],
  })
  expect(shown?.before).toContain('"DB": "(hidden)"')
  expect(shown?.after).toContain('"DB": "(new value)"')
  expect(shown?.after).toContain('"LOG": "(hidden)"')
  expect(shown?.after).toContain('tag: "v2"')
  const repeated = config.replace('interval: 5m', `interval: 5m # ${SECRET}`)
  expect(JSON.stringify([shown, hiddenManifest(config, repeated)])).not.toContain(SECRET)
  expect(manifestOf(config, { ...stored, replicaCount: 'many' })).toBeNull()
})
