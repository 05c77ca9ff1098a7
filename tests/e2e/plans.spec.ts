import { asksFor } from './asks-for.ts'
import { fannedOut } from './definitions.ts'
import { expect, test } from './operator.ts'
import { PlansPage } from './pages/plans-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { unique } from './unique.ts'

const noop = 'task.workforce.noop'
const chain = (name: string) => ({
  name,
  description: 'Two in a row',
  initialState: { greeting: 'hello' },
  tasks: [
    { name: 'first', type: noop },
    { name: 'second', type: noop, depends: ['first'] },
  ],
})

test('New Plan creates a plan that runs unchanged, is in the list and leads back', async ({ page }) => {
  const screen = new PlansPage(page)
  const name = unique('Fresh')
  await screen.gotoList()
  await expect(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible()
  const dialog = await screen.openNew()
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill(`  ${name} `)
  await dialog.getByLabel('Description').fill('Made here')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Tab')
  await create.click()
  await expect(page.getByText(`Created plan: ${name}`, { exact: true })).toBeVisible()
  const id = await screen.openedId()
  await expect(screen.node('greet')).toBeVisible()
  await page.getByRole('link', { name: 'All Plans' }).click()
  await expect(screen.row(name)).toContainText('Made here')
  await screen.row(name).getByText('Made here').click()
  await expect(page).toHaveURL(`/plans/${id}`)
  await page.goBack()
  await screen.link(name).click()
  await expect(page).toHaveURL(`/plans/${id}`)
})

test('the page number is in the address; a page beyond the last links back', async ({ page, api }) => {
  const screen = new PlansPage(page)
  const names = [unique('Older'), unique('Newer')]
  for (const name of names) await api.savePlan(chain(name))
  await screen.gotoList('?perPage=1')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL('/plans?page=2&perPage=1')
  await expect(screen.link(names[0]!)).toBeVisible()
  await page.goBack()
  await expect(screen.link(names[1]!)).toBeVisible()
  await screen.gotoList('?page=9999')
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL('/plans')
  await expect(screen.link(names[1]!)).toBeVisible()
})

test('the graph follows the editor while its text is JSON, and a node shows its position in the text', async ({
  page,
  api,
}) => {
  const screen = new PlansPage(page)
  const plan = chain(unique('Drawn'))
  // What finds the tasks in the text comes after the graph.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/check.worker*', (route) => held.then(() => route.continue()))
  await screen.goto(await api.savePlan(plan))
  await expect(screen.node('second')).toBeVisible()
  await expect(page.locator('.task-edge')).toHaveCount(1)
  await expect(page.locator('.task-edge[data-dashed]')).toHaveCount(0)
  await screen.node('second').click()
  release()
  await expect(page.locator('.monaco-editor.focused')).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await expect(screen.unsaved).toBeVisible()

  await screen.write(
    plan.name,
    JSON.stringify({ ...plan, tasks: [...plan.tasks, { name: 'third', type: noop }] }),
  )
  await expect(screen.node('third')).toBeVisible()
  await screen.write(plan.name, '{ "tasks": [')
  await expect(page.getByText('as of the last valid text')).toBeVisible()
  await expect(screen.node('third')).toBeVisible()
  await screen.button('Save Plan').click()
  await expect(page.getByText(/^Error updating plan: .*JSON/)).toBeVisible()
  await expect(screen.faults).toContainText('Not saved: 1 fault')
  await screen.write(plan.name, JSON.stringify({ ...plan, tasks: [] }))
  await expect(page.getByText('No tasks found...')).toBeVisible()
})

test('many equal tasks of a plan are one node, which leads to its first task in the text', async ({
  page,
  api,
}) => {
  const screen = new PlansPage(page)
  await screen.goto(await api.savePlan(fannedOut(unique('Fanned'))))
  const node = page.getByRole('button', { name: 'shards, 12 tasks', exact: true })
  await expect(node).toBeVisible()
  await expect(screen.node('merge')).toBeVisible()
  await expect(screen.node('shard 3')).toHaveCount(0)
  await node.click()
  await expect(page.locator('.monaco-editor.focused')).toBeVisible()
  await expect(page.locator('.monaco-editor .view-line', { hasText: '"shard 1"' }).first()).toBeInViewport()
})

test('saving lists every fault, then stores the plan and reports what was removed', async ({ page, api }) => {
  const screen = new PlansPage(page)
  const plan = { ...chain(unique('Saved')), errorTasks: ['second'] }
  const id = await api.savePlan(plan)
  await screen.goto(id)
  const faulty = { ...plan, tasks: [...plan.tasks, { name: 'first', type: 'nonsense', depends: ['nobody'] }] }
  await screen.write(plan.name, JSON.stringify(faulty))
  await screen.save()
  await expect(screen.faults.getByRole('listitem')).toHaveCount(3)
  await expect(
    page.getByText('Error updating plan: the definition has 3 faults', { exact: true }),
  ).toBeVisible()
  await expect(screen.unsaved).toBeVisible()

  const renamed = unique('Renamed')
  const { errorTasks: _taken, ...rest } = plan
  await screen.write(plan.name, JSON.stringify({ ...rest, name: renamed }))
  await screen.save()
  await expect(page.getByText(`Updated plan: ${renamed}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: renamed })).toBeVisible()
  await expect(screen.unsaved).toHaveCount(0)
  await expect(page.getByText('Version 2')).toBeVisible()
  await expect(page.getByText('On failure')).toHaveCount(0)
  await page.getByRole('link', { name: 'All Plans' }).click()
  await expect(screen.link(renamed)).toBeVisible()
})

test('a newer version of another user is not overwritten and can be loaded', async ({ page, api, stack }) => {
  const screen = new PlansPage(page)
  const plan = chain(unique('Shared'))
  const id = await api.savePlan(plan)
  await screen.goto(id)
  await screen.write(plan.name, JSON.stringify({ ...plan, description: 'Mine' }))
  const headers = { 'x-csrf': '1', origin: stack.url }
  const theirs = await page.request.put(`/api/plans/${id}`, { data: { description: 'Theirs' }, headers })
  expect(theirs.ok()).toBe(true)
  await screen.save()
  const dialog = page.getByRole('alertdialog', { name: 'Changed by somebody else' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(screen.unsaved).toBeVisible()
  await screen.save()
  await dialog.getByRole('button', { name: 'Load theirs' }).click()
  await expect(screen.unsaved).toHaveCount(0)
  await expect(page.locator('.view-lines')).toContainText('Theirs')
  await expect(page.getByText('Version 2')).toBeVisible()
})

test('leaving unsaved changes asks for confirmation', async ({ page, api }) => {
  const screen = new PlansPage(page)
  const plan = chain(unique('Guarded'))
  const id = await api.savePlan(plan)
  await screen.goto(id)
  await screen.write(plan.name, '{}')
  await page.getByRole('link', { name: 'All Plans' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/plans/${id}`)
  await screen.button('Delete Plan').click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Plan' })
  await expect(dialog).toContainText('Are you sure you want to delete this plan?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await screen.button('Delete Plan').click()
  await dialog.getByRole('button', { name: 'Delete Plan' }).click()
  await expect(page.getByText(`Deleted plan: ${plan.name}`, { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/plans')
  await expect(page.getByRole('table', { name: 'Plans' })).toBeVisible()
  await expect(screen.link(plan.name)).toHaveCount(0)
})

test('Run Plan asks for the application and the state, and opens the run', async ({ page, api }) => {
  const screen = new PlansPage(page)
  const run = new RunWorkqueuePage(page)
  const detail = new WorkqueuePage(page)
  const appName = unique('Depot to run in')
  const appId = await api.createApp(appName)
  const plan = chain(unique('Run'))
  const id = await api.savePlan(plan)
  await screen.goto(id)
  await screen.button('Run Plan').click()
  const dialog = page.getByRole('dialog', { name: 'Run Plan' })
  await expect(dialog.getByText('"hello"')).toBeVisible()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Select an application', { exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Application' }).fill(appName.slice(0, 12).toUpperCase())
  await page.getByRole('option', { name: appName }).click()
  await run.write('Initial state', '{ "greeting": ')
  await expect(dialog.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  await run.write('Initial state', '{ "greeting": "good evening" }')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText(`Plan: [${plan.name}] started...`, { exact: true })).toBeVisible()
  await run.startedId()
  expect(page.url()).toContain(`/apps/${appId}/`)
  await expect(detail.state('Initial State')).toContainText('good evening')
  await detail.expectStatus('completed')
  // The next time it begins with the app that it ran in last.
  await screen.goto(id)
  await screen.button('Run Plan').click()
  await expect(dialog.getByRole('combobox', { name: 'Application' })).toHaveValue(appName)
})

test('a missing plan leads to the list with the reason; a failed list of apps shows its reason', async ({
  page,
  api,
}) => {
  const screen = new PlansPage(page)
  await page.goto('/plans/ffffffffffffffffffffffff')
  await expect(page).toHaveURL('/plans')
  await expect(page.getByText('Error loading plan: Plan not found', { exact: true })).toBeVisible()
  await screen.goto(await api.savePlan(chain(unique('Alone'))))
  await page.route('**/graphql', (route) =>
    asksFor('PlanApps')(route.request())
      ? route.fulfill({
          status: 503,
          json: { errors: [{ message: 'away', extensions: { code: 'UNAVAILABLE' } }] },
        })
      : route.continue(),
  )
  await screen.button('Run Plan').click()
  await expect(page.getByText("Couldn't load application list... away", { exact: true })).toBeVisible()
})

test('History shows what differs between versions, takes one into the editor, and restores one', async ({
  page,
  api,
}) => {
  const screen = new PlansPage(page)
  const plan = chain(unique('Kept'))
  const id = await api.savePlan(plan)
  await api.change(`plans/${id}`, { description: 'Changed since' })
  await screen.goto(id)
  let dialog = await screen.openHistory()
  const restore = dialog.getByRole('button', { name: 'Restore', exact: true })
  await expect(dialog.getByRole('button', { name: /^Version 2 \(current\)/, pressed: true })).toBeVisible()
  await expect(dialog.locator('.modified-in-monaco-diff-editor')).toContainText('"Changed since"')
  await expect(dialog.locator('.original-in-monaco-diff-editor')).toContainText('"Two in a row"')
  await expect(restore).toBeDisabled()
  await dialog.getByRole('button', { name: /^Version 1/ }).click()
  await dialog.getByRole('button', { name: 'Into the editor' }).click()
  await expect(screen.unsaved).toBeVisible()
  expect(await api.read(`plans/${id}`)).toMatchObject({ description: 'Changed since', version: 2 })

  dialog = await screen.openHistory()
  await dialog.getByRole('button', { name: /^Version 1/ }).click()
  await restore.click()
  const question = page.getByRole('alertdialog', { name: 'Restore version 1' })
  await expect(question).toContainText('is saved as the newest version')
  await expect(question).toContainText('Your unsaved changes in the editor are discarded.')
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Version 3, saved', { exact: false })).toBeVisible()
  await expect(screen.unsaved).toHaveCount(0)
  expect(await api.read(`plans/${id}`)).toMatchObject({ description: plan.description, version: 3 })
})

test('the editor proposes tasks, marks faults while typing, follows the graph, and saves by a key', async ({
  page,
  api,
}) => {
  const screen = new PlansPage(page)
  const plan = chain(unique('Written'))
  const id = await api.savePlan(plan)
  await screen.goto(id)
  await expect(screen.status).toHaveText('No faults')
  await expect(screen.button('Save Plan')).toBeDisabled()

  const tasks = [...plan.tasks, { name: 'third', type: 'task.absent.worker', depends: ['gone'] }]
  await screen.write(plan.name, JSON.stringify({ ...plan, tasks }, null, 4))
  await expect(screen.status).toHaveText('1 fault, 1 warning')
  await expect(page.locator('.squiggly-error')).toHaveCount(1)
  await expect(screen.problems).toContainText([
    'no worker of the account runs task.absent.worker',
    'no task named "gone"',
  ])
  await screen.problems.filter({ hasText: 'gone' }).getByRole('button').click()
  // What is wrong is selected: behind its first quote.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  for (let count = 0; count < 'gone'.length; count++) await page.keyboard.press('Delete')
  await page.keyboard.press('ControlOrMeta+Space')
  await page.getByRole('option', { name: /^second/ }).click()
  await expect(screen.status).toHaveText('1 warning')
  await expect(screen.node('third')).toHaveAttribute('data-selected')

  await screen.node('first').click()
  await expect(page.locator('.monaco-editor.focused')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  const question = page.getByRole('alertdialog', { name: 'Update Plan' })
  await expect(question).toContainText('Are you sure you want to update this plan?')
  await question.getByRole('button', { name: 'Update Plan' }).click()
  await expect(page.getByText(`Updated plan: ${plan.name}`, { exact: true })).toBeVisible()
  expect(await api.read(`plans/${id}`)).toMatchObject({ version: 2, tasks: { length: 3 } })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Nothing has changed', { exact: true })).toBeVisible()
})
