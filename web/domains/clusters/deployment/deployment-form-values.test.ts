import { expect, it } from 'vitest'
import { deploymentVariables, newDeploymentFormValues } from './deployment-form-values.ts'

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
