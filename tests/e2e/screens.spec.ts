import { failing } from './definitions.ts'
import { expect, test } from './operator.ts'
import { AppsPage } from './pages/apps-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'
import { unique } from './unique.ts'

// With animations, as most users see the screens: the other tests have none.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('screens and dialogs that move cause no complaint', async ({ page, api }) => {
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
  await expect(page.getByText('No run matches these filters')).toBeVisible()
})
