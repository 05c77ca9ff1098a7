import { expect, it } from 'vitest'
import {
  deploymentVariables,
  type DeploymentFormValues,
  newDeploymentFormValues,
  withoutSecrets,
  withStoredSecrets,
} from './deployment-form-values.ts'

it('trims every text that it sends', () => {
  const input = deploymentVariables(
    {
      ...newDeploymentFormValues('c1'),
      workerId: 'w1',
      dockerTag: ' v2 ',
      replicaCount: ' 3 ',
      resources: { limits: { cpu: ' 1', memory: '1Gi ' }, requests: { cpu: '10m ', memory: ' 64Mi' } },
      environment: [{ id: 'new 1', key: ' LEVEL ', value: ' as typed ', stored: null }],
    },
    null,
  )
  expect(input).toMatchObject({
    workerId: 'w1',
    dockerTag: 'v2',
    replicaCount: 3,
    resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '10m', memory: '64Mi' } },
    environment: [{ name: 'LEVEL', value: ' as typed ' }],
  })
})

it('a draft has the names of the environment without its values; stored ones come back unchanged', () => {
  const stored: DeploymentFormValues = {
    ...newDeploymentFormValues('c1'),
    environment: [
      { id: 'DB', key: 'DB', value: null, stored: { name: 'DB', masked: '********ret' } },
      { id: 'URL', key: 'URL', value: null, stored: { name: 'URL', masked: '****' } },
      { id: 'OLD', key: 'OLD', value: null, stored: { name: 'OLD', masked: '***' } },
    ],
  }
  const typed: DeploymentFormValues = {
    ...stored,
    dockerTag: '2.0.1',
    environment: [
      { ...stored.environment[0]!, value: 'a new secret' },
      { ...stored.environment[1]!, key: 'ADDRESS' },
      { ...stored.environment[2]!, value: '' },
      { id: 'new 1', key: 'TOKEN', value: 'another secret', stored: null },
    ],
  }
  const kept = withoutSecrets(typed)
  expect(JSON.stringify(kept)).not.toMatch(/secret|ret"|\*/)
  const { dockerTag, environment } = withStoredSecrets(kept, stored)
  expect(dockerTag).toBe('2.0.1')
  expect(environment).toMatchObject([
    { key: 'DB', value: null, stored: { name: 'DB', masked: '********ret' } },
    { key: 'ADDRESS', value: null, stored: { name: 'URL', masked: '****' } },
    { key: 'OLD', value: '', stored: { name: 'OLD', masked: '***' } },
    { key: 'TOKEN', value: '', stored: null },
  ])
})
