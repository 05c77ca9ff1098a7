import { expect, test } from './operator.ts'
import { choose } from './pages/choose.ts'
import { WorkersPage } from './pages/workers-page.ts'
import { unique } from './unique.ts'
import { setUpWorker, startIndependentRun } from '../support/worker-setup.ts'
import { askForTask, callOf } from './worker-task.ts'

test('New Worker derives the type of its tasks from name and team, and opens the worker', async ({
  page,
  api,
}) => {
  const screen = new WorkersPage(page)
  const [team, name] = [unique('Rail'), unique('Crane Watch')]
  await api.create('teams', { name: team })
  await screen.gotoList()
  const dialog = await screen.openNew()
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill(`  ${name} `)
  await expect(create).toBeDisabled()
  await choose(dialog, 'Team', team)
  const type = `task.${team.toLowerCase().replace(/\W/g, '')}.${name.toLowerCase().replace(/\W/g, '')}`
  await expect(dialog.getByLabel('Type')).toHaveValue(type)
  await expect(dialog.getByLabel('Type')).not.toBeEditable()
  await dialog.getByLabel('Name').fill(' -- ')
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill(`  ${name} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Created worker: ${name}`, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/workers\/[^/]+$/)
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByLabel('Task', { exact: true })).toHaveValue(type)
  await page.getByRole('link', { name: 'All Workers' }).click()
  await expect(screen.row(name)).toContainText(team)
  await expect(screen.row(name)).toContainText(type)
  await expect(screen.row(name)).toContainText('active')
  await screen.row(name).getByText(type).click()
  await expect(page).toHaveURL(/\/workers\/[^/]+$/)
  await page.goBack()
  await screen.link(name).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test('a worker with a taken type is refused with a message, and the dialog keeps the input', async ({
  page,
  api,
}) => {
  const screen = new WorkersPage(page)
  const [team, name] = [unique('Rail'), unique('Twice')]
  const teamId = await api.create('teams', { name: team })
  await api.create('workers', { name, teamId })
  await screen.gotoList()
  const dialog = await screen.openNew()
  await dialog.getByLabel('Name').fill(name)
  await choose(dialog, 'Team', team)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(/^Error creating worker: ./)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
})

test('a worker is changed; texts that are not JSON are reported, and leaving with changes asks for confirmation', async ({
  page,
  api,
}) => {
  const screen = new WorkersPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const [name, renamed] = [unique('Before'), unique('After')]
  await screen.goto(await api.create('workers', { name, teamId, inputs: { dpi: 300 } }))
  await expect(screen.button('Update Worker')).toBeDisabled()
  await page.getByLabel('Name').fill('')
  await expect(page.getByText('A worker needs a name.')).toBeVisible()
  await page.getByLabel('Name').fill(renamed)
  await page.getByLabel('Description').fill('Watches cranes')
  await screen.expectEditors()
  await screen.write('Outputs', '{ "labels": [ }')
  await expect(page.getByText(/^Not valid JSON: /)).toBeVisible()
  await screen.button('Update Worker').click()
  await expect(page.getByText(/^Error updating worker: .*JSON/)).toBeVisible()
  await page.getByRole('link', { name: 'All Workers' }).click()
  await screen.confirm('Leave without saving?', 'have not been saved', 'Cancel')
  await screen.write('Outputs', '{ "labels": 7 }')
  await screen.write('Inputs', '  ')
  await screen.button('Update Worker').click()
  await expect(page.getByText('Updated worker', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: renamed, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('Watches cranes')
  await expect(page.locator('.view-lines').first()).toHaveText('{}')
  await expect(page.locator('.view-lines').nth(1)).toContainText('"labels": 7')
  await page.getByRole('link', { name: 'All Workers' }).click()
  await expect(screen.link(renamed)).toBeVisible()
})

test('a newer version of another user is reported and can be loaded', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const id = await api.create('workers', { name: unique('Contested'), teamId })
  await screen.goto(id)
  await page.getByLabel('Description').fill('Mine')
  await api.change(`workers/${id}`, { description: 'Theirs' })
  await screen.button('Update Worker').click()
  await screen.confirm('Changed by somebody else', 'was not saved', 'Cancel')
  await expect(page.getByLabel('Description')).toHaveValue('Mine')
  await screen.button('Update Worker').click()
  await screen.confirm('Changed by somebody else', 'was not saved', 'Load theirs')
  await expect(page.getByLabel('Description')).toHaveValue('Theirs')
  await page.getByLabel('Description').fill('Mine after all')
  await screen.button('Update Worker').click()
  await expect(page.getByText('Updated worker', { exact: true })).toBeVisible()
})

test('a deleted worker is listed only with Show Deleted and is read-only', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const name = unique('Outworn')
  await screen.goto(await api.create('workers', { name, teamId }))
  await page.getByLabel('Description').fill('An edit that holds nobody back')
  await screen.button('Delete Worker').click()
  await screen.confirm('Delete Worker', 'Are you sure you want to delete this worker?', 'Delete Worker')
  await expect(page.getByText('Deleted worker', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/workers')
  await expect(screen.link(name)).toBeHidden()
  await screen.showDeleted.click()
  await expect(page).toHaveURL('/workers?showDeleted=true')
  await expect(screen.row(name)).toContainText('deleted')
  await page.reload()
  await expect(screen.showDeleted).toBeChecked()
  await screen.link(name).click()
  await expect(page.getByRole('heading', { name: `${name} [deleted]`, exact: true })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('Deleted today')
  for (const label of ['Name', 'Description', 'Team', 'Task'])
    await expect(page.getByLabel(label, { exact: true })).not.toBeEditable()
  await expect(screen.button('Update Worker')).toBeHidden()
  await expect(screen.button('Delete Worker')).toBeHidden()
  await screen.button('Show Aliases').click()
  await expect(screen.alias('default')).toBeVisible()
  await expect(screen.button('Add Alias')).toBeHidden()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/workers?showDeleted=true')
})

test('the page number of the list is in the address', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const team = unique('paged').replace(' ', '-')
  const [older, newer] = [`Older ${team}`, `Newer ${team}`]
  for (const name of [older, newer]) await api.create('workers', { name, teamId })
  // Without a search, workers of other tests that no host polls come first.
  const search = `search=${team}`
  await screen.gotoList(`?${search}&perPage=1`)
  await expect(screen.link(newer)).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(`/workers?${search}&page=2&perPage=1`)
  await expect(screen.link(older)).toBeVisible()
  await screen.showDeleted.click()
  await expect(page).toHaveURL(`/workers?showDeleted=true&${search}&perPage=1`)
})

test('Starter Kits shows a complete worker in each language', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const id = await api.create('workers', { name: unique('Fresh'), teamId })
  const dialog = page.getByRole('dialog', { name: 'Starter Kits' })
  // As "Start a worker…" of Attention does.
  await page.goto(`/workers/${id}?kits`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/workers/${id}`)
  await screen.button('Starter Kits').click()
  await expect(dialog.getByText("from 'node:crypto'")).toBeVisible()
  await dialog.getByRole('tab', { name: 'C# .NET' }).click()
  await expect(dialog.locator('.view-lines')).toContainText('using System.Text.Json;')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(screen.button('Starter Kits')).toBeFocused()
})

test('a worker that no process polls is counted and marked, and its page has the steps', async ({
  page,
  stack,
}) => {
  const screen = new WorkersPage(page)
  const name = unique('Mail').replace(/\W/g, '')
  const call = callOf(page, stack.url)
  const worker = await setUpWorker(call, name, ['bigbatch'])
  await startIndependentRun(call, worker, 4)
  await askForTask(worker.aliases['default']!)
  await screen.gotoList()
  await page.getByRole('button', { name: /needs? attention$/ }).click()
  await expect(page).toHaveURL('/workers?need=true')
  await expect(screen.row(name).getByRole('img', { name: 'not polled' })).toBeVisible()
  await screen.link(name).click()
  await expect(page.getByText('nobody polls bigbatch, ')).toBeVisible()
  const unpolled = page.getByRole('region', { name: 'Pollers of bigbatch' })
  await unpolled.getByRole('button', { name: 'Move 2…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await unpolled.getByRole('link', { name: 'Start a worker…' }).click()
  await expect(page.getByRole('dialog', { name: 'Starter Kits' })).toBeVisible()
})

test('an unknown worker leads back to the list with the reason', async ({ page }) => {
  await page.goto('/workers/ffffffffffffffffffffffff')
  await expect(page).toHaveURL('/workers')
  await expect(page.getByText('Error loading worker: Worker not found')).toBeVisible()
})
