import { asksFor } from './asks-for.ts'
import { expect, test } from './operator.ts'
import { ClustersPage } from './pages/clusters-page.ts'
import { unique } from './unique.ts'

test('New Cluster requires a name, accepts a team, opens the cluster and adds it to the list', async ({
  page,
  api,
}) => {
  const clusters = new ClustersPage(page)
  const [team, name] = [unique('Quays'), unique('North hall')]
  await api.create('teams', { name: team })
  await clusters.goto()
  const dialog = await clusters.openNew()
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill('   ')
  await expect(create).toBeDisabled()
  await clusters.chooseTeam(team, dialog)
  await dialog.getByLabel('Name').fill(`  ${name} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Created cluster: ${name}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(clusters.team()).toHaveValue(team)
  await page.getByRole('link', { name: 'All Clusters' }).click()
  await expect(clusters.row(name)).toContainText('now')
})

test('the list is paged in the address, and Refresh Clusters reads it again', async ({ page, api }) => {
  const clusters = new ClustersPage(page)
  for (let count = 0; count < 11; count++) await api.create('clusters', { name: unique('Depot') })
  await clusters.goto()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/clusters?page=2')
  const readFirst = () =>
    page.waitForResponse((response) => asksFor('ClusterList', { page: 1 })(response.request()))
  const first = readFirst()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
  await expect(page).toHaveURL('/clusters?perPage=25')
  await first
  await page.goBack()
  await expect(page).toHaveURL('/clusters?page=2')
  // The first page is read again, before the cluster is made.
  const reread = readFirst()
  await page.goBack()
  await reread
  const name = unique('Made elsewhere')
  await api.create('clusters', { name })
  await expect(clusters.row(name)).toHaveCount(0)
  await clusters.button('Refresh Clusters').click()
  await expect(page.getByText('Clusters refreshed', { exact: true })).toBeVisible()
  await clusters.row(name).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('name, team and tags of a cluster are changed and are the same after a reload', async ({
  page,
  api,
}) => {
  const clusters = new ClustersPage(page)
  const [team, name] = [unique('Harbour'), unique('East')]
  await api.create('teams', { name: team })
  const id = await api.create('clusters', { name, tags: ['eu', 'old'] })
  await clusters.gotoCluster(id)
  const update = clusters.button('Update Cluster')
  await clusters.field('Name').fill('  ')
  await expect(update).toBeDisabled()
  await expect(page.getByText('A cluster needs a name.')).toBeVisible()
  await clusters.field('Name').fill(`${name} wing`)
  await clusters.chooseTeam(team)
  const tags = clusters.field('Tags')
  await tags.press('Backspace')
  await clusters.expectTags('eu')
  await tags.pressSequentially('hall-2,')
  await tags.pressSequentially('prod')
  await tags.press('Enter')
  await tags.pressSequentially('typed')
  await clusters.button('Remove eu').click()
  await clusters.expectTags('hall-2', 'prod', 'typed')
  await update.click()
  await expect(page.getByText(`Cluster updated: ${name} wing`, { exact: true })).toBeVisible()
  await page.reload()
  await expect(clusters.field('Name')).toHaveValue(`${name} wing`)
  await expect(clusters.team()).toHaveValue(team)
  await clusters.expectTags('hall-2', 'prod', 'typed')
  await clusters.button('Clear Team').click()
  await expect(clusters.team()).toHaveValue('')
  await update.click()
  await expect.poll(() => api.read(`clusters/${id}`)).toMatchObject({ teamId: null })
})

test('an unsaved change asks for confirmation, and Delete Cluster leads to the list', async ({
  page,
  api,
}) => {
  const clusters = new ClustersPage(page)
  const name = unique('South')
  await clusters.gotoCluster(await api.create('clusters', { name }))
  await clusters.field('Name').fill('Something else')
  await page.getByRole('link', { name: 'All Clusters' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await clusters.button('Delete Cluster').click()
  await expect(page.getByText('Are you sure you want to delete this cluster?')).toBeVisible()
  await page.keyboard.press('Escape')
  // While the dialog closes it still has a button with that name.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(clusters.button('Delete Cluster')).toBeFocused()
  await clusters.button('Delete Cluster').click()
  await clusters.confirm('Delete Cluster')
  await expect(page.getByText(`Deleted cluster: ${name}`, { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/clusters')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(clusters.row(name)).toHaveCount(0)
})

test('an unknown cluster leads back to the list with the reason', async ({ page }) => {
  await page.goto('/clusters/ffffffffffffffffffffffff')
  await expect(page).toHaveURL('/clusters')
  await expect(page.getByText('Error loading cluster: Cluster not found')).toBeVisible()
})

test('the deployments of a cluster by alias, worker and tag; an empty one offers the first', async ({
  page,
  api,
}) => {
  const clusters = new ClustersPage(page)
  const name = unique('Sorter')
  const teamId = await api.create('teams', { name: unique('Rail') })
  const workerId = await api.create('workers', { name, teamId })
  const clusterId = await api.create('clusters', { name: unique('Hall') })
  await clusters.gotoCluster(clusterId)
  await expect(page.getByText('No deployments yet')).toBeVisible()
  await page.getByRole('link', { name: 'New Deployment' }).click()
  await expect(page).toHaveURL(`/clusters/${clusterId}/deployment/new`)
  await api.create('deployments', { clusterId, workerId, alias: 'sorter', dockerTag: 'v7' })
  await clusters.gotoCluster(clusterId)
  await expect(clusters.row('sorter')).toContainText(name)
  await expect(clusters.row('sorter')).toContainText('v7')
  await clusters.row('sorter').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'sorter' })).toBeVisible()
})
