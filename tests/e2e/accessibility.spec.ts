import { asksFor } from './asks-for.ts'
import { branching, endless, failing, instant, verbose } from './definitions.ts'
import { expectAccessible, wide } from './expect-accessible.ts'
import { expect, test, type Api } from './operator.ts'
import { AccountPage } from './pages/account-page.ts'
import { AlertsPage } from './pages/alerts-page.ts'
import { AppSettingsPage } from './pages/app-settings-page.ts'
import { AppsPage } from './pages/apps-page.ts'
import { BacklogPage } from './pages/backlog-page.ts'
import { ClustersPage } from './pages/clusters-page.ts'
import { CollaboratorsPage } from './pages/collaborators-page.ts'
import { DeploymentPage } from './pages/deployment-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { PlansPage } from './pages/plans-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { SchedulesPage } from './pages/schedules-page.ts'
import { ScriptsPage } from './pages/scripts-page.ts'
import { TasksPage } from './pages/tasks-page.ts'
import { TasksSummaryPage } from './pages/tasks-summary-page.ts'
import { TeamsPage } from './pages/teams-page.ts'
import { WorkersPage } from './pages/workers-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'
import { unique } from './unique.ts'

test.use({ viewport: wide })

test.describe('before sign-in', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('login', async ({ page }) => {
    await page.goto('/login')
    await new LoginPage(page).expectShown()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
    await expectAccessible(page)
  })

  test('pages that links in mails open', async ({ page }) => {
    await page.goto('/login?invitation=a-link')
    await expect(page.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/login?reset=a-link')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
  })
})

test('the account with Invite, and Change password', async ({ page }) => {
  await page.goto('/')
  await new AccountPage(page).open()
  await expect(page.locator('.view-line').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog', { name: 'Invite to account' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^User:/ }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await expectAccessible(page)
})

test('alerts without a rule', async ({ page }) => {
  await new AlertsPage(page).goto()
  await expect(page.getByText('Nobody is told when something fails')).toBeVisible()
  await expectAccessible(page)
})

test('alerts with what did not arrive, and the editor', async ({ page, api }) => {
  const alerts = new AlertsPage(page)
  const url = 'https://pager.invalid/in'
  const name = unique('A name '.repeat(10))
  const tag = unique('axe').replace(' ', '-')
  const to = [{ kind: 'webhook', url }]
  const id = await api.create('alerts', { name, when: { kind: 'runFailed' }, scope: { tag }, to })
  await api.start(await api.createApp(), { ...failing('Failing'), tags: [tag] })
  await alerts.goto()
  await expect(alerts.deliveries().filter({ hasText: 'retrying at' })).toHaveCount(1)
  await expectAccessible(page)
  await alerts.goto(`&rule=${id}`)
  const form = alerts.editor(name)
  await form.getByText('Quiet hours', { exact: true }).click()
  await form.getByRole('button', { name: 'Add a chat' }).click()
  await form.getByLabel('Chat', { exact: true }).fill('nothing')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Chat', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await api.remove(`alerts/${id}`)
})

test('schedules: none, and a list with a pause', async ({ page, api }) => {
  const schedules = new SchedulesPage(page)
  const appId = await api.createApp()
  await schedules.goto(appId)
  await expect(page.getByText('Nothing runs by itself yet')).toBeVisible()
  await expectAccessible(page)
  const planId = await api.savePlan(instant(unique('Report')))
  const often = { appId, planId, name: unique('Often'), cron: '* * * * * *' }
  const id = await api.create('schedules', often)
  await schedules.goto(appId)
  await expect(
    schedules
      .row(often.name)
      .getByRole('link', { name: /completed/ })
      .first(),
  ).toBeVisible()
  await api.create(`schedules/${id}/pause`, { reason: 'Audit' })
  await schedules.goto(appId)
  await expect(schedules.row(often.name).getByTitle('Audit')).toBeVisible()
  await expectAccessible(page)
  await api.remove(`schedules/${id}`)
})

test('a schedule with a fault, and a backfill', async ({ page, api }) => {
  const schedules = new SchedulesPage(page)
  const appId = await api.createApp()
  const planId = await api.savePlan(instant(unique('Report')))
  const name = unique('A name '.repeat(10))
  const nightly = { appId, planId, name, cron: '30 2 * * *', timeZone: 'Europe/Berlin' }
  const id = await api.create('schedules', nightly)
  await schedules.goto(appId, `?schedule=${id}`)
  await schedules.editor(name).getByRole('textbox', { name: /^Cron/ }).fill('75 2 * * *')
  await expect(page.getByText('minute 75 is over 59')).toBeVisible()
  await expectAccessible(page)
  await schedules.editor(name).getByRole('button', { name: 'Backfill…' }).click()
  await page.getByRole('button', { name: 'List its times' }).click()
  await expect(page.getByRole('button', { name: 'Start 1' })).toBeVisible()
  await expectAccessible(page)
  await api.remove(`schedules/${id}`)
})

test('the reference of calls, with an open one', async ({ page }) => {
  await page.goto('/reference?search=workqueues')
  await page
    .getByRole('button', { name: /^POST \/api\/workqueues\b/ })
    .first()
    .click()
  await expect(page.getByText(/^curl/)).toBeVisible()
  await expectAccessible(page)
})

test('apps and the New App dialog', async ({ page }) => {
  const apps = new AppsPage(page)
  await page.goto('/apps')
  await expect(apps.card('Getting started')).toBeVisible()
  await expectAccessible(page)
  await expect(await apps.openNew()).toBeVisible()
  await expectAccessible(page)
})

test('the list, empty and with rows', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  await list.goto(appId)
  await expect(page.getByText('No workqueues yet')).toBeVisible()
  await expectAccessible(page)
  for (const definition of [branching('Running'), failing('Failing'), instant('A name '.repeat(20), ['tag'])])
    await api.start(appId, definition)
  await list.expectStatus('Failing', 'failed')
  await list.select('Running')
  await expectAccessible(page)
  await list.cancelSelected('Cancel workqueue')
})

test('Run Workqueue, both tabs', async ({ page, api }) => {
  const run = new RunWorkqueuePage(page)
  const plan = unique('Shown plan')
  await api.savePlan(failing(plan))
  await run.goto(await api.createApp())
  await expect(page.getByText(plan, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await run.openApi()
  await expect(page.locator('.view-line').first()).toBeVisible()
  await expectAccessible(page)
})

test('a running workqueue, and one that failed', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const running = await api.start(appId, branching('Running'))
  await detail.goto(appId, running)
  await detail.expectNode('drive', 'started')
  await expectAccessible(page)
  await api.cancel(running)
  const failed = await api.start(appId, failing('Failing'))
  await api.reaches(failed, 'failed')
  await detail.goto(appId, failed)
  await detail.expectNode('settle', 'failed')
  await detail.showLogs('settle')
  await detail.showLogs('weigh')
  await expect(detail.logs('settle')).toBeVisible()
  await expectAccessible(page)
})

test('actions on many workqueues, and their receipt', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  for (const name of ['One', 'Two']) await api.start(appId, endless(name))
  await list.goto(appId, '?perPage=1')
  await list.expectRows('Two')
  await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true })
  await page.getByRole('button', { name: 'Select all 2 that match' }).click()
  await expectAccessible(page)
  await list.cancelSelected('Cancel 2 workqueues')
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('Cancelled 2 of 2')
  await expectAccessible(page)
})

test('a log with its tools', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, verbose('Talkative'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  await detail.showLogs('settle')
  await page.getByRole('searchbox', { name: 'Find: settle' }).fill('busy')
  await expect(page.getByText('1 of 12', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('another alias for a task, and Save as Plan', async ({ page, api }) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Failing'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  await page.getByRole('button', { name: 'Save as Plan' }).click()
  await expect(page.getByRole('dialog', { name: 'Save as Plan' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.route('**/graphql', (route) =>
    asksFor('TaskAliases')(route.request())
      ? route.fulfill({ json: { data: { taskAliases: ['default', 'gpu'] } } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Re-run (new Alias): settle' }).click()
  await page.getByRole('radio', { name: 'gpu' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Please select an Alias!')).toBeVisible()
  await expectAccessible(page)
})

const longPlan = (name: string) => ({
  ...failing(name),
  errorTasks: [],
  description: 'Long words '.repeat(40),
})

test('plans, and New Plan', async ({ page, api }) => {
  const plans = new PlansPage(page)
  const name = unique('A name '.repeat(15))
  await api.savePlan(longPlan(name))
  await plans.gotoList()
  await expect(plans.link(name)).toBeVisible()
  await expectAccessible(page)
  await expect(await plans.openNew()).toBeVisible()
  await expectAccessible(page)
})

test('one plan, with faults, and running it', async ({ page, api }) => {
  const plans = new PlansPage(page)
  const name = unique('A name '.repeat(15))
  const id = await api.savePlan(longPlan(name))
  await plans.goto(id)
  await expect(plans.node('settle')).toBeVisible()
  await expectAccessible(page)
  await plans.write(name, '{ "name": ')
  await plans.button('Save Plan').click()
  await expect(plans.faults).toBeVisible()
  await expectAccessible(page)
  await plans.button('Run Plan').click()
  const dialog = page.getByRole('dialog', { name: 'Run Plan' })
  await dialog.getByRole('combobox', { name: 'Application' }).click()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})

test('tasks with their filters open, and their summary', async ({ page, api }) => {
  const tasks = new TasksPage(page)
  const summary = new TasksSummaryPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('A name '.repeat(20))), 'failed')
  await tasks.goto(appId)
  await tasks.expectTasks('weigh', 'settle')
  await tasks.created.open()
  await tasks.created.set('From', { date: '2026-03-02', hour: 0 })
  await tasks.created.set('To', { date: '2026-03-01', hour: 0 })
  await expect(tasks.created.panel.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await tasks.created.press('Cancel')
  await expect((await tasks.openTypes()).getByRole('checkbox').first()).toBeVisible()
  await expectAccessible(page)
  await summary.goto(appId, '?tab=failed')
  await expect(summary.row('settle')).toBeVisible()
  await expectAccessible(page)
})

test('collaborators and settings of an app, with their dialogs', async ({ page, api, stack }) => {
  const collaborators = new CollaboratorsPage(page)
  const settings = new AppSettingsPage(page)
  const appId = await api.createApp()
  await collaborators.goto(appId)
  await expect(collaborators.row(stack.admin.email)).toBeVisible()
  const invited = `guest-${appId}@example.test`
  await collaborators.add(invited)
  await page.getByRole('button', { name: `Copy link: ${invited}` }).click()
  const link = page.getByRole('dialog', { name: 'Link of the invitation' })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  await link.getByRole('button', { name: 'Done' }).click()
  await expectAccessible(page)
  await expect(await collaborators.askToDelete(stack.admin.email)).toBeVisible()
  await expectAccessible(page)
  await settings.goto(appId)
  await expect(settings.rows('Access Tokens')).toHaveCount(1)
  await expectAccessible(page)
  await (await settings.openNewVariable()).getByLabel('Name').fill('two words')
  await expectAccessible(page)
})

/** A worker with a long name and the team that it belongs to. */
async function longWorker(api: Api) {
  const teamId = await api.create('teams', { name: unique('Harbour') })
  const name = unique('A name '.repeat(15))
  return { name, id: await api.create('workers', { name, teamId, inputs: { dpi: 300 } }) }
}

test('workers, and New Worker', async ({ page, api }) => {
  const workers = new WorkersPage(page)
  const { name } = await longWorker(api)
  await workers.gotoList()
  await expect(workers.link(name)).toBeVisible()
  await expectAccessible(page)
  const dialog = await workers.openNew()
  await dialog.getByRole('combobox', { name: 'Team' }).click()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})

test('one worker with its aliases, its keys and the dialogs there', async ({ page, api }) => {
  const workers = new WorkersPage(page)
  const { id } = await longWorker(api)
  await workers.goto(id, '?aliases=true')
  await workers.expectEditors()
  const once = await workers.generateKey('default', 'crane-07')
  await expect(once).toBeVisible()
  await expectAccessible(page)
  await once.getByRole('button', { name: 'Done' }).click()
  await expect(workers.keys('default')).toContainText('crane-07')
  await expectAccessible(page)
  await api.remove(`workers/${id}`)
  await workers.goto(id)
  await expect(page.getByRole('note')).toBeVisible()
  await expectAccessible(page)
  await workers.button('Starter Kits').click()
  await expect(page.getByRole('dialog').locator('.view-line').first()).toBeVisible()
  await expectAccessible(page)
})

test('scripts and teams, their lists and one of each', async ({ page, api }) => {
  const [scripts, teams] = [new ScriptsPage(page), new TeamsPage(page)]
  const teamId = await api.create('teams', { name: unique('A name '.repeat(15)) })
  const script = unique('Import')
  const id = await api.create('scripts', { name: script, teamId, code: '// nothing\nrun(7)\n' })
  await scripts.gotoList()
  await expect(scripts.link(script)).toBeVisible()
  await expectAccessible(page)
  await scripts.goto(id)
  await page.getByLabel('Name').fill('')
  await expectAccessible(page)
  await teams.gotoList()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await teams.goto(teamId)
  await expectAccessible(page)
  await expect(await teams.open('Add Team Member', 'New Member')).toBeVisible()
  await expectAccessible(page)
})

test('clusters, one of them, a deployment in both views, and New Deployment', async ({ page, api }) => {
  const [clusters, deployment] = [new ClustersPage(page), new DeploymentPage(page)]
  const name = unique('A name '.repeat(15))
  const teamId = await api.create('teams', { name })
  const workerId = await api.create('workers', { name, teamId })
  const clusterId = await api.create('clusters', { name, teamId, tags: ['eu', 'hall-2'] })
  const environment = { DATABASE_URL: 'postgres://somewhere' }
  const id = await api.create('deployments', { clusterId, workerId, alias: 'scale', environment })
  await clusters.goto()
  await expect(clusters.row(name)).toBeVisible()
  await expectAccessible(page)
  await expect(await clusters.openNew()).toBeVisible()
  await expectAccessible(page)
  await clusters.gotoCluster(clusterId)
  await expect(clusters.row('scale')).toBeVisible()
  await expectAccessible(page)
  await deployment.goto(clusterId, id)
  await deployment.field('Key 1').fill('two words')
  await deployment.button('Update Deployment').click()
  await expect(deployment.field('Key 1')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.reload()
  await deployment.switchView()
  await deployment.expectYaml('name: scale')
  await deployment.writeYaml('kind: [')
  await expect(deployment.faults()).toBeVisible()
  await expectAccessible(page)
  await deployment.goto(clusterId, 'new')
  await deployment.addVariable(1, 'LEVEL', 'info')
  await expectAccessible(page)
})

test('the backlog, with ages of every level, and an invalid pattern', async ({ page, api }) => {
  const backlog = new BacklogPage(page)
  const type = `task.${unique('axe').replace(' ', '-')}.ocr`
  await api.start(await api.createApp(), { name: 'Waits', tasks: [{ name: 'read', type }] })
  await page.clock.setFixedTime(Date.now() + 11 * 60_000)
  await backlog.goto()
  await expect(backlog.row(type).locator('[data-age=danger]')).toBeVisible()
  await expectAccessible(page)
  await backlog.search().fill('[')
  await expect(page.getByText(/^Not a pattern/)).toBeVisible()
  await expectAccessible(page)
})
