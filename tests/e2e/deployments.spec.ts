import type { Response } from 'playwright/test'
import { expect, test, type Api } from './operator.ts'
import { DeploymentPage } from './pages/deployment-page.ts'
import { unique } from './unique.ts'

/** A worker and a cluster of one test. */
async function createWorkerAndCluster(api: Api) {
  const [workerName, clusterName] = [unique('Scale'), unique('Hall')]
  const teamId = await api.create('teams', { name: unique('Rail') })
  const workerId = await api.create('workers', { name: workerName, teamId })
  const clusterId = await api.create('clusters', { name: clusterName })
  const deploy = (more: object = {}) =>
    api.create('deployments', { clusterId, workerId, alias: 'scale', ...more })
  return { workerName, clusterId, clusterName, deploy }
}

test('a deployment is created from the defaults, with variables', async ({ page, api }) => {
  const form = new DeploymentPage(page)
  const { clusterId, clusterName, workerName } = await createWorkerAndCluster(api)
  await form.goto(clusterId, 'new')
  await form.expectTitle('New Deployment')
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(form.field('Cluster')).toHaveValue(clusterName)
  await expect(form.field('Cluster')).toBeDisabled()
  const defaults = {
    'Docker Tag': 'latest',
    'Replica Count': '1',
    'CPU Limit': '1000m',
    'Memory Limit': '128Mi',
    'CPU Request': '10m',
    'Memory Request': '64Mi',
  }
  for (const [name, value] of Object.entries(defaults)) await expect(form.field(name)).toHaveValue(value)
  await expect(page.getByText('No environment variables defined for this worker.')).toBeVisible()
  const create = form.button('Create')
  await expect(create).toBeDisabled()
  await form.chooseWorker(workerName)
  await expect(create).toBeEnabled()
  for (const name of Object.keys(defaults)) {
    const value = await form.field(name).inputValue()
    await form.field(name).fill(' ')
    await expect(create).toBeDisabled()
    await form.field(name).fill(value)
  }
  await form.addVariable(1, 'LOG_LEVEL', 'info')
  await form.button('Add Variable').click()
  await expect(create).toBeDisabled()
  await form.button('Remove variable 2').click()
  await expect(form.field('Key 2')).toHaveCount(0)
  await form.field('Memory Request').fill('a lot')
  await create.click()
  await expect(page.getByText(/^Error updating deployment: Resources requests memory must be/)).toBeVisible()
  await expect(form.field('Memory Request')).toHaveAttribute('aria-invalid', 'true')
  await form.field('Memory Request').fill('32Mi')
  await expect(form.field('Memory Request')).not.toHaveAttribute('aria-invalid', 'true')
  await form.field('Replica Count').fill('some')
  await create.click()
  await expect(page.getByText('must be a whole number')).toBeVisible()
  await form.field('Replica Count').fill('3')
  await form.field('Replica Count').press('Enter')
  await form.expectToast(`Created deployment: ${workerName}`)
  await expect(page).toHaveURL(new RegExp(`/clusters/${clusterId}/deployment/(?!new)[^/]+$`))
  await expect(form.field('Worker')).toHaveValue(workerName)
  await expect(form.field('Worker')).toBeDisabled()
  await expect(form.field('Replica Count')).toHaveValue('3')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/scale-[\da-f]+$/)
})

test('Cancel leads back to the cluster, after a confirmation if there are changes', async ({ page, api }) => {
  const form = new DeploymentPage(page)
  const { clusterId } = await createWorkerAndCluster(api)
  await form.goto(clusterId, 'new')
  await form.field('Docker Tag').fill('v9')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await form.dialog('Leave without saving?').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/clusters/${clusterId}`)
})

test('the form is changed; values stay masked until they are revealed, and unchanged ones are kept', async ({
  page,
  api,
}) => {
  const form = new DeploymentPage(page)
  const { clusterId, deploy } = await createWorkerAndCluster(api)
  const environment = { SECRET_URL: 'postgres://marked-secret', LEVEL: 'info', GONE: 'x' }
  const id = await deploy({ environment })
  const answers: Response[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/graphql')) answers.push(response)
  })
  await form.goto(clusterId, id)
  await expect(form.value(1)).toHaveAttribute('type', 'password')
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts.join()).toContain('SECRET_URL')
  expect(texts.join()).not.toContain('marked-secret')
  await form.button('Show the value of SECRET_URL').click()
  await expect(form.value(1)).toHaveValue('postgres://marked-secret')
  await form.button('Hide the value of SECRET_URL').click()
  await expect(form.value(1)).toHaveValue('')
  await form.field('Key 1').fill('DATABASE_URL')
  await form.value(2).fill('debug')
  await form.button('Remove GONE').click()
  await form.addVariable(3, 'LEVEL', 'twice')
  await expect(page.getByText('Another row below has this key: only that one would count.')).toBeVisible()
  await form.button('Remove LEVEL').last().click()
  await form.field('Docker Tag').fill('v2')
  await expect(form.preview()).toContainText('The replica restarts')
  await expect(form.preview().getByRole('term')).toHaveText([
    'Docker Tag',
    'Variable DATABASE_URL',
    'Variable GONE',
    'Variable LEVEL',
    'Variable SECRET_URL',
  ])
  await form.button('Apply 5 changes').click()
  await form.expectToast('Deployment updated: scale')
  await expect(form.preview()).toHaveCount(0)
  await expect(form.changes()).toContainText('latest → v2')
  await page.reload()
  await expect(form.field('Docker Tag')).toHaveValue('v2')
  const stored = (await api.read(`deployments/${id}`)) as { environment: object }
  expect(stored.environment).toEqual({ DATABASE_URL: 'postgres://marked-secret', LEVEL: 'debug' })
})

test('the Advanced View has the changes of the form, and the form those of the Advanced View', async ({
  page,
  api,
}) => {
  const form = new DeploymentPage(page)
  const { clusterId, deploy } = await createWorkerAndCluster(api)
  const id = await deploy({ environment: { LEVEL: 'info' } })
  await form.goto(clusterId, id)
  await form.field('Docker Tag').fill('v3')
  await form.switchView()
  await expect(page).toHaveURL(/\?view=advanced$/)
  await form.expectYaml('tag: "v3"')
  await form.switchView()
  await expect(form.field('Docker Tag')).toHaveValue('v3')
  await expect(form.value(1)).toHaveValue('')
  await form.switchView()
  await form.expectYaml('tag: "v3"')
  await form.button('Update Configuration').click()
  await form.expectToast('Configuration updated: scale')
  await page.reload()
  await form.expectYaml('tag: "v3"')
  await form.switchView()
  await expect(form.field('Docker Tag')).toHaveValue('v3')
  await expect(page).not.toHaveURL(/view/)
})

test('faults of a configuration are listed during typing, link to their position, and the platform refuses them', async ({
  page,
  api,
}) => {
  const form = new DeploymentPage(page)
  const { clusterId, deploy } = await createWorkerAndCluster(api)
  const id = await deploy()
  const { fluxConfig } = (await api.read(`deployments/${id}?withConfig=true`)) as { fluxConfig: string }
  await form.goto(clusterId, id, '?view=advanced')
  await expect(form.yaml()).toBeVisible()
  await form.writeYaml(fluxConfig.replace('replicaCount: 1', 'replicaCount: many').replace('5m', 'soon'))
  await expect(form.faults().getByRole('listitem')).toHaveText([
    /spec\.interval.*must be a duration/,
    /spec\.values\.replicaCount.*must be a whole number/,
  ])
  await expect(page.locator('.squiggly-error').first()).toBeVisible()
  await form.faults().getByRole('button').last().click()
  await expect(page.locator('.line-numbers.active-line-number')).toHaveText('19')
  await form.button('Update Configuration').click()
  await form.expectToast(/^Error updating deployment: /)
  await form.switchView()
  const ask = form.dialog('Switch without saving?')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.faults()).toBeVisible()
  await form.writeYaml(`# kept by hand\n${fluxConfig.replace('replicaCount: 1', 'replicaCount: 4')}`)
  await expect(form.faults()).toHaveCount(0)
  await form.switchView()
  await expect(ask).toBeVisible()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await form.button('Update Configuration').click()
  await form.expectToast('Configuration updated: scale')
  await form.switchView()
  await expect(form.field('Replica Count')).toHaveValue('4')
})

test('an edit of an old version offers the newer one; a taken alias has its own message', async ({
  page,
  api,
}) => {
  const form = new DeploymentPage(page)
  const { clusterId, deploy } = await createWorkerAndCluster(api)
  const id = await deploy()
  await deploy({ alias: 'taken' })
  await form.goto(clusterId, id)
  await form.field('Docker Tag').fill('mine')
  await api.change(`deployments/${id}`, { dockerTag: 'theirs' })
  await form.button('Update Deployment').click()
  const conflict = form.dialog('Changed by somebody else')
  await conflict.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.field('Docker Tag')).toHaveValue('mine')
  await form.button('Update Deployment').click()
  await conflict.getByRole('button', { name: 'Load theirs' }).click()
  await expect(form.field('Docker Tag')).toHaveValue('theirs')

  await form.switchView()
  const { fluxConfig } = (await api.read(`deployments/${id}?withConfig=true`)) as { fluxConfig: string }
  await form.writeYaml(fluxConfig.replace('name: scale', 'name: taken'))
  await form.button('Update Configuration').click()
  await form.expectToast(/^Error updating deployment: Alias is taken: /)
  await api.change(`deployments/${id}`, { dockerTag: 'theirs-again' })
  await form.button('Update Configuration').click()
  await conflict.getByRole('button', { name: 'Load theirs' }).click()
  await form.expectYaml('tag: "theirs-again"')
})

test('Delete Deployment leads to the cluster, and so does an unknown deployment', async ({ page, api }) => {
  const form = new DeploymentPage(page)
  const { clusterId, deploy } = await createWorkerAndCluster(api)
  await form.goto(clusterId, await deploy())
  await form.field('Docker Tag').fill('never saved')
  await form.button('Delete Deployment').click()
  const dialog = form.dialog('Delete Deployment')
  await expect(dialog).toContainText('Are you sure you want to delete this deployment?')
  await dialog.getByRole('button', { name: 'Delete Deployment' }).click()
  await form.expectToast('Deleted Deployment: scale')
  await expect(page).toHaveURL(`/clusters/${clusterId}`)
  await expect(page.getByText('No deployments yet')).toBeVisible()
  await form.goto(clusterId, 'ffffffffffffffffffffffff')
  await expect(page).toHaveURL(`/clusters/${clusterId}`)
  await form.expectToast('Error loading deployment: Deployment not found')
})
