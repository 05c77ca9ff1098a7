import { expect, test } from './operator.ts'
import { TeamsPage } from './pages/teams-page.ts'
import { unique } from './unique.ts'

test('New Team opens the team; its card counts its members', async ({ page }) => {
  const screen = new TeamsPage(page)
  const name = unique('Crew')
  await screen.gotoList()
  const dialog = await screen.open('New Team')
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill('   ')
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill(` ${name} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Created team', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/teams\/[^/]+$/)
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Teams' }).click()
  await expect(screen.card(name)).toContainText('1 Member')
  await screen.card(name).getByRole('link').click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test('Edit Team shows the current values, and its change is shown in the list too', async ({ page, api }) => {
  const screen = new TeamsPage(page)
  const [name, renamed] = [unique('Before'), unique('After')]
  const id = await api.create('teams', { name })
  await screen.gotoList()
  await screen.card(name).getByRole('link').click()
  const dialog = await screen.open('Edit Team')
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await dialog.getByLabel('Name').fill('')
  await expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled()
  await dialog.getByLabel('Name').fill(renamed)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Updated team', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/teams/${id}`)
  await expect(page.getByRole('heading', { name: renamed, exact: true })).toBeVisible()
  await page.goBack()
  await expect(screen.card(renamed)).toBeVisible()
})

test('a member is removed from a team and added again; an unknown address is invited', async ({
  page,
  api,
  stack,
}) => {
  const screen = new TeamsPage(page)
  const name = unique('Harbour')
  const { email } = stack.admin
  await screen.goto(await api.create('teams', { name }))
  await expect(screen.member(email)).toContainText('owner')
  await screen.delete(email)
  await expect(page.getByText('Removed member', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
  await expect(page.getByText('No members yet')).toBeVisible()

  const dialog = await screen.open('Add Team Member', 'New Member')
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await expect(add).toBeDisabled()
  await dialog.getByLabel('Name').fill(` ${email} `)
  await add.click()
  await expect(page.getByText('Added member', { exact: true })).toBeVisible()
  await expect(screen.member(email)).toBeVisible()

  await screen.open('Add Team Member', 'New Member')
  await dialog.getByLabel('Name').fill(email)
  await add.click()
  await expect(page.getByText(/^Error inviting member: .*already/)).toBeVisible()
  await dialog.getByLabel('Name').fill('somebody@northwind.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invited member', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Teams' }).click()
  await expect(screen.card(name)).toContainText('1 Member')
})

test('an unknown team leads back to the list with the reason', async ({ page }) => {
  await page.goto('/teams/ffffffffffffffffffffffff')
  await expect(page).toHaveURL('/teams')
  await expect(page.getByText('Error loading team: Team not found')).toBeVisible()
})
