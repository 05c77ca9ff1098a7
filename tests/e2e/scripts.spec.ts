import { expect, test } from './operator.ts'
import { choose } from './pages/choose.ts'
import { ScriptsPage } from './pages/scripts-page.ts'
import { unique } from './unique.ts'

test('New Script requires name and team, and opens the script, which is in the list', async ({
  page,
  api,
}) => {
  const screen = new ScriptsPage(page)
  const [team, name] = [unique('Rail'), unique('Import orders')]
  await api.create('teams', { name: team })
  await screen.gotoList()
  const dialog = await screen.openNew()
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await choose(dialog, 'Team', team)
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill(` ${name} `)
  await create.click()
  await expect(page.getByText('Created script', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/scripts\/[^/]+$/)
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByLabel('Team', { exact: true })).toHaveValue(team)
  await expect(page.getByLabel('Team', { exact: true })).not.toBeEditable()
  await page.getByRole('link', { name: 'All Scripts' }).click()
  await screen.row(name).getByText(team).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await page.goBack()
  await screen.link(name).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test('a script is tested with inputs, and runs as a task', async ({ page, api }) => {
  const screen = new ScriptsPage(page)
  const [teamId, appId] = [await api.create('teams', { name: unique('Rail') }), await api.createApp()]
  const name = unique('sum')
  const code = `export default ({ inputs, log }) => {
    log('adds ' + inputs.a)
    return { sum: inputs.a + 1 }
  }`
  await screen.goto(await api.create('scripts', { name, teamId, code }))
  await screen.test({ a: 41 })
  await expect(screen.result('Outputs')).toContainText('"sum": 42')
  await expect(screen.result('Log')).toHaveText('adds 41')
  const type = await page.locator('code', { hasText: 'task.script.' }).textContent()
  const tasks = [{ name: 'Sum', type, inputs: { a: 1 }, outputs: { sum: '$state.sum' } }]
  await api.reaches(await api.start(appId, { name: 'Sums', tasks }), 'completed')
})

test('a script is changed and deleted; its code is kept as written', async ({ page, api }) => {
  const screen = new ScriptsPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const [name, renamed] = [unique('Before'), unique('After')]
  await screen.goto(await api.create('scripts', { name, teamId, code: 'run()' }))
  await expect(screen.code).toContainText('run()')
  await page.getByLabel('Name').fill(' ')
  await expect(screen.button('Update Script')).toBeDisabled()
  await expect(page.getByText('A script needs a name.')).toBeVisible()
  await page.getByLabel('Name').fill(renamed)
  await page.getByLabel('Description').fill('Reads orders')
  await screen.write('  const rows = await read()\n')
  await page.getByRole('link', { name: 'All Scripts' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await screen.button('Update Script').click()
  await expect(page.getByText('Script updated', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: renamed, exact: true })).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Reads orders')
  await expect(screen.code).toHaveText('  const rows = await read()', { useInnerText: true })

  await screen.button('Delete Script').click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Script' })
  await expect(dialog).toContainText('Are you sure you want to delete this script?')
  await dialog.getByRole('button', { name: 'Delete Script' }).click()
  await expect(page.getByText('Deleted script', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/scripts')
  await expect(screen.link(renamed)).toBeHidden()
})

test('a newer version of another user is reported and can be loaded', async ({ page, api }) => {
  const screen = new ScriptsPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const id = await api.create('scripts', { name: unique('Contested'), teamId })
  await screen.goto(id)
  await screen.write('mine()')
  await api.change(`scripts/${id}`, { code: 'theirs()' })
  await screen.button('Update Script').click()
  const conflict = page.getByRole('alertdialog', { name: 'Changed by somebody else' })
  await conflict.getByRole('button', { name: 'Load theirs' }).click()
  await expect(screen.code).toHaveText('theirs()')
})

test('the page number of the list is in the address', async ({ page, api }) => {
  const screen = new ScriptsPage(page)
  const teamId = await api.create('teams', { name: unique('Rail') })
  const [older, newer] = [unique('Older'), unique('Newer')]
  for (const name of [older, newer]) await api.create('scripts', { name, teamId })
  await screen.gotoList('?perPage=1')
  await expect(screen.link(newer)).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL('/scripts?page=2&perPage=1')
  await expect(screen.link(older)).toBeVisible()
  await page.goBack()
  await expect(screen.link(newer)).toBeVisible()
})

test('an unknown script leads back to the list with the reason', async ({ page }) => {
  await page.goto('/scripts/ffffffffffffffffffffffff')
  await expect(page).toHaveURL('/scripts')
  await expect(page.getByText('Error loading script: Script not found')).toBeVisible()
})
