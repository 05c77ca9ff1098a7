import type { Page } from 'playwright/test'
import { failing } from './definitions.ts'
import { expect, test } from './operator.ts'
import { AccountPage } from './pages/account-page.ts'
import { AppSettingsPage } from './pages/app-settings-page.ts'
import { AppsPage } from './pages/apps-page.ts'
import { BacklogPage } from './pages/backlog-page.ts'
import { ClustersPage } from './pages/clusters-page.ts'
import { CollaboratorsPage } from './pages/collaborators-page.ts'
import { DeploymentPage } from './pages/deployment-page.ts'
import { PlansPage } from './pages/plans-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { ScriptsPage } from './pages/scripts-page.ts'
import { TasksPage } from './pages/tasks-page.ts'
import { TasksSummaryPage } from './pages/tasks-summary-page.ts'
import { TeamsPage } from './pages/teams-page.ts'
import { WorkersPage } from './pages/workers-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'
import { unique } from './unique.ts'

// With animations, as most users see the screens.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/**
 * Records everything that a page must never do. Chromium reports violations of the policy as console errors.
 */
function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const own = [`${origin}/`, `blob:${origin}/`, 'data:'].some((start) => request.url().startsWith(start))
    if (!own) complaints.push(`foreign request: ${request.url()}`)
  })
  page.on('websocket', (socket) => {
    if (socket.url() !== `${origin.replace('http', 'ws')}/graphql`)
      complaints.push(`foreign socket: ${socket.url()}`)
  })
  return complaints
}

test('apps, workqueues and sign-in cause no error, no foreign request and no violation of the content policy', async ({
  page,
  api,
  stack,
}) => {
  const complaints = complaintsOf(page, stack.url)
  const apps = new AppsPage(page)
  const list = new WorkqueuesPage(page)
  const run = new RunWorkqueuePage(page)
  const detail = new WorkqueuePage(page)

  await page.goto('/')
  await apps.expectShown()
  const appId = await apps.create('Quiet', 'Every screen is opened')
  await list.expectLive('live')
  await page.getByRole('button', { name: 'Edit App' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit App' })).toBeVisible()
  await page.keyboard.press('Escape')
  const plan = unique('Quiet plan')
  await api.savePlan(failing(plan))
  await list.runNew()
  await (await run.choosePlan(plan)).getByRole('button', { name: 'Cancel' }).click()
  await run.openApi()
  await run.write('Workqueue definition', JSON.stringify(failing('Quiet run')))
  await run.clickSubmit()
  await run.startedId()
  await detail.expectStatus('failed')
  await detail.expectNode('settle', 'failed')
  await detail.showLogs('settle')
  await page.getByRole('button', { name: 'View Source', exact: true }).click()
  await expect(page.getByRole('dialog').locator('.view-line').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/apps/${appId}/workqueues?status=failed&tags=none`)
  await expect(page.getByText('No workqueue matches these filters')).toBeVisible()
  expect(complaints).toEqual([])
})

test('nor do tasks, their summary, collaborators and settings, with their dialogs', async ({
  page,
  api,
  stack,
}) => {
  const complaints = complaintsOf(page, stack.url)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Quiet run')), 'failed')
  const tasks = new TasksPage(page)
  const summary = new TasksSummaryPage(page)
  const settings = new AppSettingsPage(page)
  await tasks.goto(appId)
  await tasks.expectTasks('weigh', 'settle')
  await tasks.created.open()
  await tasks.created.press('Today')
  await tasks.created.press('Apply')
  await tasks.expectTasks('weigh', 'settle')
  await tasks.filterType('task.workforce.noop')
  await summary.goto(appId)
  await summary.tab('Failed').click()
  await expect(summary.row('settle')).toBeVisible()
  await new CollaboratorsPage(page).goto(appId)
  await expect(page.getByRole('button', { name: /^Delete: / })).toBeVisible()
  await settings.goto(appId)
  await settings.addToken()
  await expect(settings.rows('Access Tokens')).toHaveCount(2)
  await expect(await settings.openNewVariable()).toBeVisible()
  expect(complaints).toEqual([])
})

test('nor do plans and actions on many workqueues', async ({ page, api, stack }) => {
  const complaints = complaintsOf(page, stack.url)
  const [plans, list] = [new PlansPage(page), new WorkqueuesPage(page)]
  const name = unique('Quiet')
  const id = await api.savePlan(failing(name))
  await plans.gotoList()
  await expect(plans.link(name)).toBeVisible()
  await plans.goto(id)
  await plans.node('settle').click()
  await plans.write(name, JSON.stringify({ ...failing(name), description: 'Quietly' }))
  await plans.save()
  await expect(plans.unsaved).toHaveCount(0)
  await plans.button('Run Plan').click()
  await expect(page.getByRole('dialog', { name: 'Run Plan' }).locator('.view-line').first()).toBeVisible()
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Failing')), 'failed')
  await list.goto(appId)
  await list.select('Failing')
  await page.getByRole('button', { name: 'Restart failed tasks' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restart failed tasks' }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('Restarted 1 of 1')
  expect(complaints).toEqual([])
})

test('nor do workers, scripts and teams, with their dialogs', async ({ page, api, stack }) => {
  const complaints = complaintsOf(page, stack.url)
  const [workers, scripts, teams] = [new WorkersPage(page), new ScriptsPage(page), new TeamsPage(page)]
  const teamId = await api.create('teams', { name: unique('Quiet') })
  const name = unique('Quiet')
  const worker = await api.create('workers', { name, teamId })
  await workers.gotoList('?showDeleted=true')
  await expect(workers.link(name)).toBeVisible()
  await (await workers.openNew()).getByRole('combobox', { name: 'Team' }).click()
  await workers.goto(worker, '?aliases=true')
  await workers.expectEditors()
  await (await workers.generateKey('default', 'quiet')).getByRole('button', { name: 'Done' }).click()
  await workers.button('Show Secret Key: default').click()
  await expect(workers.button('Hide Secret Key: default')).toBeVisible()
  await workers.button('Starter Kits').click()
  await expect(page.getByRole('dialog').getByText("from 'node:crypto'")).toBeVisible()
  await scripts.goto(await api.create('scripts', { name, teamId, code: 'run()' }))
  await scripts.write('run(7)')
  await teams.gotoList()
  await teams.goto(teamId)
  await expect(await teams.open('Edit Team')).toBeVisible()
  expect(complaints).toEqual([])
})

test('nor do clusters, deployments and the backlog, with their dialogs', async ({ page, api, stack }) => {
  const complaints = complaintsOf(page, stack.url)
  const [clusters, deployment] = [new ClustersPage(page), new DeploymentPage(page)]
  const backlog = new BacklogPage(page)
  const name = unique('Quiet')
  const workerId = await api.create('workers', { name, teamId: await api.create('teams', { name }) })
  const clusterId = await api.create('clusters', { name })
  const environment = { LEVEL: 'info' }
  const id = await api.create('deployments', { clusterId, workerId, alias: 'quiet', environment })
  await clusters.goto()
  await expect(await clusters.openNew()).toBeVisible()
  await clusters.gotoCluster(clusterId)
  await expect(clusters.row('quiet')).toBeVisible()
  await deployment.goto(clusterId, 'new')
  await deployment.chooseWorker(name)
  await deployment.goto(clusterId, id)
  await deployment.button('Show the value of LEVEL').click()
  await expect(deployment.value(1)).toHaveValue('info')
  await deployment.switchView()
  await deployment.expectYaml('name: quiet')
  // The schema's worker completes the valid members.
  await deployment.writeYaml('kind: HelmRelease\n')
  await expect(deployment.faults()).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Space')
  await expect(page.locator('.suggest-widget').getByText('metadata').first()).toBeVisible()
  await backlog.goto()
  await backlog.search().fill('[')
  await expect(page.getByText(/^Not a pattern/)).toBeVisible()
  expect(complaints).toEqual([])
})

test("nor do the account's screen, its dialogs and the pages that links in mails open", async ({
  page,
  stack,
}) => {
  const complaints = complaintsOf(page, stack.url)
  await page.goto('/')
  await new AccountPage(page).open()
  await expect(page.locator('.view-line').first()).toBeVisible()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog', { name: 'Invite to account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^User:/ }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await page.goto('/login?invitation=a-link')
  await expect(page.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
  await page.goto('/login?reset=a-link')
  await expect(page.getByRole('button', { name: 'Save password' })).toBeVisible()
  expect(complaints).toEqual([])
})
