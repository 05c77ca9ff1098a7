import { expect, test } from './operator.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

test('a plan is run with a changed initial state', async ({ page, api }) => {
  const run = new RunWorkqueuePage(page)
  const appId = await api.createApp()
  const name = `Greeting ${appId.slice(-6)}`
  await api.savePlan({ name, description: 'Says it', initialState: { greeting: 'hello' }, tasks: [] })
  await run.goto(appId)
  const dialog = await run.choosePlan(name)
  const confirm = dialog.getByRole('button', { name: 'Run', exact: true })
  await expect(dialog.getByText('"hello"')).toBeVisible()
  await run.write('Initial state', '{ "greeting": ')
  await expect(confirm).toBeDisabled()
  await expect(dialog.getByText(/^Not valid JSON/)).toBeVisible()
  await run.write('Initial state', '{ "greeting": "good evening" }')
  await confirm.click()
  await expect(page.getByText(`Plan: [${name}] started...`, { exact: true })).toBeVisible()
  await run.startedId()
  const detail = new WorkqueuePage(page)
  await expect(detail.state('Initial State')).toContainText('good evening')
  await expect(detail.state('Initial State')).not.toContainText('hello')
  await detail.expectStatus('completed')
})

test('a plan is found and run by a few keys; what refuses it stays in the form', async ({ page, api }) => {
  const run = new RunWorkqueuePage(page)
  const appId = await api.createApp()
  const name = `Rare bird ${appId.slice(-6)}`
  await api.savePlan({ name, description: 'Sings', initialState: {}, tasks: [] })
  // Before the page is opened: requests are surely held back by the time a key starts something.
  let starts = 0
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('"initialState"')) return route.fallback()
    starts++
    return route.abort()
  })
  await run.goto(appId)
  await run.search(`bird ${appId.slice(-6)}`)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('textbox', { name: 'Initial state' })).toBeVisible()
  // The focus comes a frame after the dialog, on a busy machine later; keys before that go to the search.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  expect(starts).toBe(0)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Not started' })).toBeVisible()
  await page.unroute('**/graphql')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await run.startedId()
  await run.goto(appId)
  await expect(page.getByRole('group', { name: 'Run lately in this app' })).toContainText(name)
  expect(await api.read(`workqueues/count?appId=${appId}`)).toEqual({ count: 1 })
})

test('a definition that is not JSON or has faults is refused; the corrected one runs', async ({
  page,
  api,
}) => {
  const run = new RunWorkqueuePage(page)
  const appId = await api.createApp()
  await run.goto(appId)
  await expect(page.getByRole('tab').first()).toHaveText('From Plan')
  await run.openApi()
  await expect(run.editor('Workqueue definition')).toBeVisible()
  await run.write('Workqueue definition', '{ "name": oops }')
  await run.clickSubmit()
  await expect(page.getByText(/^Couldn't parse workqueue\.\.\. .*JSON/)).toBeVisible()

  const task = { name: 'twice', type: 'task.workforce.noop' }
  const faulty = {
    name: 'Faulty',
    tasks: [task, task, { name: 'late', type: 'nonsense', depends: ['nobody'] }],
  }
  await run.write('Workqueue definition', JSON.stringify(faulty))
  await run.clickSubmit()
  const faults = page.getByRole('alert', { name: 'Faults of the definition' })
  await expect(faults.getByRole('listitem')).toHaveCount(3)
  for (const fault of ['"twice" is the name of', 'tasks[2].type', 'no task named "nobody"'])
    await expect(faults).toContainText(fault)
  await expect(page).toHaveURL(/\/create/)

  await run.write('Workqueue definition', JSON.stringify({ name: 'Sound', tasks: [task] }))
  await run.clickSubmit()
  await expect(page.getByText('Workqueue: [Sound] started.', { exact: true })).toBeVisible()
  await run.startedId()
  await new WorkqueuePage(page).expectStatus('completed')
})

test('a definition in the address opens its tab first, formatted', async ({ page, api }) => {
  const run = new RunWorkqueuePage(page)
  const appId = await api.createApp()
  await run.goto(appId, { name: 'From an address', tasks: [] })
  await expect(page.getByRole('tab').first()).toHaveText('via API')
  await expect(page.getByRole('tab', { name: 'via API' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.view-line').nth(1)).toHaveText(/^\s{4}"name":\s"From\san\saddress",/)
  await run.submit()
  await expect(page.getByRole('heading', { name: 'From an address' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Workqueue List' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
})
