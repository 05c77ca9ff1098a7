import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import type { DeploymentDetail } from './deployment-form-values.ts'
import { EditDeployment } from './edit-deployment.tsx'

const stored: DeploymentDetail = {
  id: 'd1',
  clusterId: 'c1',
  workerId: 'w2',
  workerName: null,
  alias: 'webcam',
  dockerTag: 'v1',
  replicaCount: 1,
  resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
  environment: [],
  version: null,
  unreadable: null,
}
const workers = [
  { __typename: 'Worker', id: 'w1', name: 'Dummy' },
  { __typename: 'Worker', id: 'w2', name: 'Webcam' },
]

/** The page of a deployment. `answers` are by operation name; a text is the message of an error. */
function open(deployment: DeploymentDetail, answers: Record<string, object | string>) {
  const asked: { name: string; variables: unknown }[] = []
  const { fetch } = fakeGateway((_method, _path, body) => {
    const { operationName: name, variables } = body as { operationName: string; variables: unknown }
    asked.push({ name, variables })
    const answer = answers[name] ?? 'unanswered'
    const data = typeof answer === 'string' ? { errors: [{ message: answer }] } : { data: answer }
    return { body: data }
  })
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  const cluster = { id: 'c1', name: 'Quay' }
  const page = <EditDeployment cluster={cluster} deployment={deployment} reread={() => undefined} />
  renderRoutes([{ path: '/', element: page }], { client })
  return { asked, names: () => asked.map(({ name }) => name) }
}

const field = () => screen.getByLabelText<HTMLInputElement>('Worker')

it('a deployment without a worker can be given one', async () => {
  const { asked } = open(
    { ...stored, workerId: null },
    { DeployableWorkers: { deployableWorkers: workers }, UpdateDeployment: { updateDeployment: stored } },
  )
  const update = screen.getByRole<HTMLButtonElement>('button', { name: 'Update Deployment' })
  expect(update.disabled).toBe(true)
  await userEvent.type(await screen.findByRole('combobox', { name: 'Worker' }), 'Web')
  await userEvent.click(await screen.findByRole('option', { name: 'Webcam' }))
  expect(update.disabled).toBe(false)
  await userEvent.click(update)
  await screen.findByText('Deployment updated: webcam')
  const sent = asked.find(({ name }) => name === 'UpdateDeployment')
  expect(sent?.variables).toMatchObject({ deployment: { workerId: 'w2' } })
})

it('shows the name of the worker from the list of deployable workers', async () => {
  const { names } = open(stored, { DeployableWorkers: { deployableWorkers: workers } })
  await waitFor(() => expect(field().value).toBe('Webcam'))
  expect(field().disabled).toBe(true)
  expect(names().filter((name) => name !== 'Capabilities')).toEqual(['DeployableWorkers'])
})

it('reads a worker that is not in the list, and shows an error when that fails', async () => {
  const deployableWorkers = workers.slice(0, 1)
  const gone = { DeployableWorkers: { deployableWorkers }, DeploymentWorker: 'No such worker' }
  const { names } = open(stored, gone)
  expect(await screen.findByText('Error loading worker: No such worker')).toBeTruthy()
  await waitFor(() => expect(field().value).toBe('w2'))
  const read = names().filter((name) => name !== 'Capabilities')
  expect(read).toEqual(['DeployableWorkers', 'DeploymentWorker'])
})

it('shows an error when the workers cannot be read', async () => {
  open(stored, { DeployableWorkers: 'The platform is away' })
  expect(await screen.findByText('Error loading workers: The platform is away')).toBeTruthy()
  await waitFor(() => expect(field().value).toBe('w2'))
})
