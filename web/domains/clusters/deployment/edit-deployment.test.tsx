import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange } from 'urql'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import type { DeploymentDetail } from './deployment-form-values.ts'
import { EditDeployment } from './edit-deployment.tsx'

const stored: DeploymentDetail = {
  id: 'd1',
  clusterId: 'c1',
  workerId: 'w2',
  workerName: null,
  gitops: null,
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

const at = '2026-03-01T12:00:00.000Z'
const work = {
  __typename: 'DeploymentWork',
  queued: 118,
  started: 1,
  retry: 0,
  failing: 16,
  failures: [
    {
      __typename: 'FailedWork',
      id: 't1',
      name: 'shoot',
      status: 'failed',
      appId: 'a1',
      workqueueId: 'r1',
      workqueueName: 'Nightly',
      failureId: 'f1',
      title: 'no light at #',
      tasks: 11,
      at,
      reason: 'no light at 12',
      version: '1.0',
      hostName: 'h1',
    },
  ],
}
work.failures.push({ ...work.failures[0]!, id: 't2', failureId: 'f2', title: 'no film', tasks: 2 })
const secret = { field: 'environment.SECRET', kind: 'changed', before: null, after: null }
const save = {
  __typename: 'DeploymentSave',
  id: 's1',
  version: 2,
  at,
  by: 'ana@example.test',
  changes: [secret],
}

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

it('asks for its publication only on a platform that publishes deployments', async () => {
  const capabilities = (features: string[]) => ({
    Capabilities: { capabilities: { __typename: 'Capabilities', version: '1', features } },
  })
  const without = open(stored, capabilities(['deployments']))
  await waitFor(() => expect(without.names()).toContain('Capabilities'))
  cleanup()
  const publishing = open(stored, capabilities(['gitops']))
  await waitFor(() => expect(publishing.names()).toContain('DeploymentPublication'))
  expect(without.names()).not.toContain('DeploymentPublication')
})

it('on a phone the button that deletes stands below all that is read', async () => {
  const follows = async () => {
    const button = await screen.findByRole('button', { name: 'Delete Deployment' })
    return (field().compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }
  open(stored, {})
  expect(await follows()).toBe(false)
  cleanup()
  const phone = (query: string) => Object.assign(new EventTarget(), { matches: query.includes('max-width') })
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => phone(query) as MediaQueryList)
  open(stored, {})
  expect(await follows()).toBe(true)
  vi.restoreAllMocks()
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

it('what a save changes is shown before it is applied; the button says how much it applies', async () => {
  const { asked } = open(stored, {
    Capabilities: { capabilities: { __typename: 'Capabilities', version: '1', features: ['deployments'] } },
    DeployableWorkers: { deployableWorkers: workers },
    DeploymentWork: { deploymentWork: work },
    DeploymentChanges: { deploymentChanges: { __typename: 'DeploymentSavePage', rows: [save], total: 1 } },
    UpdateDeployment: { updateDeployment: { ...stored, dockerTag: 'v2' } },
  })
  const update = screen.getByRole<HTMLButtonElement>('button', { name: 'Update Deployment' })
  expect([update.disabled, update.title]).toEqual([true, 'Nothing has changed'])
  expect(screen.queryByRole('region', { name: 'Changes that are not applied yet' })).toBeNull()

  await userEvent.type(screen.getByRole('textbox', { name: 'Docker Tag' }), '2')
  await userEvent.type(screen.getByRole('textbox', { name: 'Replica Count' }), '0')
  const preview = within(await screen.findByRole('region', { name: 'Changes that are not applied yet' }))
  expect(preview.getByText('Docker Tag').parentElement?.textContent).toBe('Docker Tagv1 → v12')
  expect(preview.getByText('Replica Count').parentElement?.textContent).toBe('Replica Count1 → 10')
  expect(preview.getByText('The replica restarts; 10 run after that')).toBeTruthy()
  await userEvent.click(preview.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('region', { name: 'Changes that are not applied yet' })).toBeNull()

  await userEvent.type(screen.getByRole('textbox', { name: 'Docker Tag' }), '2')
  await userEvent.click(await screen.findByRole('button', { name: 'Apply 1 change' }))
  await screen.findByText('Deployment updated: webcam')
  expect(asked.find(({ name }) => name === 'UpdateDeployment')?.variables).toMatchObject({
    deployment: { dockerTag: 'v12', replicaCount: 1 },
  })
})

it('a deployment tells the tasks of its alias that fail, and what was changed by whom', async () => {
  open(stored, {
    Capabilities: {
      capabilities: { __typename: 'Capabilities', version: '1', features: ['deployments', 'failures'] },
    },
    DeployableWorkers: { deployableWorkers: workers },
    DeploymentWork: { deploymentWork: work },
    FailureTasks: { failureTasks: { __typename: 'FailedTaskPage', total: 11, rows: [] } },
    FailureFix: {
      failure: { __typename: 'Failure', id: 'f1', suggestedAlias: null },
      failureTasks: { __typename: 'FailedTaskPage', total: 11, rows: [] },
    },
    DeploymentChanges: { deploymentChanges: { __typename: 'DeploymentSavePage', rows: [save], total: 1 } },
  })
  const tasks = within(await screen.findByRole('region', { name: 'Tasks of webcam' }))
  await tasks.findByText('16 tasks failed and are not repaired yet')
  expect(tasks.getByText('· 118 wait, 1 runs')).toBeTruthy()
  // Fails when a cause is a line for each of its tasks, or its restart is another one than that of the failure.
  const [light, film, ...more] = await tasks.findAllByRole('listitem')
  expect(more).toEqual([])
  const hrefOf = (name: string) => within(light!).getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('shoot')).toBe('/apps/a1/workqueues/r1?task=t1')
  expect(hrefOf('Nightly')).toBe('/apps/a1/workqueues/r1')
  expect(hrefOf('no light at #')).toBe('/dashboard/failures/f1')
  expect(within(light!).getByText('11 tasks')).toBeTruthy()
  // Fails when the sentence and the button beside it say different numbers without a reason.
  expect(await within(film!).findByText('2 tasks of this alias, 11 with those of others')).toBeTruthy()
  expect(await within(film!).findByRole('button', { name: 'Restart 11' })).toBeTruthy()
  expect(tasks.getByText('and 3 tasks of other causes')).toBeTruthy()
  await userEvent.click(await within(light!).findByRole('button', { name: 'Restart 11' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart 11 failed tasks?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  const changes = within(await screen.findByRole('region', { name: 'Changes' }))
  expect(await changes.findByText('by ana')).toBeTruthy()
  expect(changes.getByText('Variable SECRET').parentElement?.textContent).toBe('Variable SECRETchanged')
})

it('the tag before the present one is set again after a question; nothing else is sent', async () => {
  const tag = { field: 'dockerTag', kind: 'changed', before: 'v0', after: 'v1' }
  const { asked, names } = open(stored, {
    Capabilities: { capabilities: { __typename: 'Capabilities', version: '1', features: ['deployments'] } },
    DeployableWorkers: { deployableWorkers: workers },
    DeploymentWork: { deploymentWork: work },
    DeploymentChanges: {
      deploymentChanges: {
        __typename: 'DeploymentSavePage',
        rows: [save, { ...save, id: 's0', changes: [tag] }],
        total: 2,
      },
    },
    UpdateDeployment: { updateDeployment: { ...stored, dockerTag: 'v0' } },
  })
  const back = await screen.findByRole<HTMLButtonElement>('button', { name: 'Back to v0' })
  await userEvent.type(screen.getByRole('textbox', { name: 'Docker Tag' }), '2')
  expect(back.disabled).toBe(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await userEvent.click(back)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Back to v0' }))
  expect(names()).not.toContain('UpdateDeployment')
  await userEvent.click(dialog.getByRole('button', { name: 'Back to v0' }))
  await screen.findByText('Deployment updated: webcam')
  expect(asked.find(({ name }) => name === 'UpdateDeployment')?.variables).toMatchObject({
    deployment: { dockerTag: 'v0', replicaCount: 1 },
  })
})
