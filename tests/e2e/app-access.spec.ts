import { expect, test } from './operator.ts'
import { AppSettingsPage } from './pages/app-settings-page.ts'
import { CollaboratorsPage } from './pages/collaborators-page.ts'

test('collaborators are deleted after a confirmation, added, and invited', async ({ page, api, stack }) => {
  const collaborators = new CollaboratorsPage(page)
  const { email } = stack.admin
  await collaborators.goto(await api.createApp())
  await expect(collaborators.row(email)).toContainText('owner')

  const question = await collaborators.askToDelete(email)
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(collaborators.row(email)).toBeVisible()
  await (await collaborators.askToDelete(email)).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Removed collaborator: ${email}`, { exact: true })).toBeVisible()
  await expect(page.getByText('No collaborators yet')).toBeVisible()

  const dialog = await collaborators.openNew()
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await expect(add).toBeDisabled()
  await dialog.getByLabel('Email').fill('   ')
  await expect(add).toBeDisabled()
  await dialog.getByLabel('Email').fill(` ${email} `)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added collaborator', { exact: true })).toBeVisible()
  await expect(collaborators.row(email)).toBeVisible()

  await collaborators.add(`guest-${Date.now()}@example.test`)
  await expect(page.getByText('Invited collaborator', { exact: true })).toBeVisible()
  const again = await collaborators.openNew()
  await again.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Error inviting collaborator: /)).toBeVisible()
  await expect(again).toBeVisible()
})

test('access tokens: others are added and deleted, the last one cannot be, secrets are shown on demand', async ({
  page,
  api,
}) => {
  const settings = new AppSettingsPage(page)
  const appId = await api.createApp()
  await settings.goto(appId)
  const rows = settings.rows('Access Tokens')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Delete: / }).click()
  await expect(page.getByText('App must have at least one token', { exact: true })).toBeVisible()

  await settings.addToken()
  await expect(page.getByText('Token added', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)
  const { tokens } = (await api.read(`apps/${appId}`)) as { tokens: { key: string; secret: string }[] }
  const [first, second] = tokens
  const row = rows.filter({ hasText: second?.key ?? '' })
  await expect(row).toContainText(/\*{20,}\S{4}/)
  await expect(page.locator('body')).not.toContainText(second?.secret ?? '')
  await row.getByRole('button', { name: 'Show Secret of' }).click()
  await expect(row).toContainText(second?.secret ?? '')
  await row.getByRole('button', { name: 'Hide Secret of' }).click()
  await expect(row).not.toContainText(second?.secret ?? '')

  await page.getByRole('button', { name: `Delete: ${first?.key}` }).click()
  const question = settings.question('Delete Token')
  await expect(question).toContainText(first?.key ?? '')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Token removed', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(second?.key ?? '')
})

test('variables: both texts are required and trimmed, names are checked, values are shown on demand', async ({
  page,
  api,
}) => {
  const settings = new AppSettingsPage(page)
  await settings.goto(await api.createApp())
  await expect(page.getByText('No variables yet')).toBeVisible()
  const dialog = await settings.openNewVariable()
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await dialog.getByLabel('Name').fill('two words')
  await expect(dialog.getByText('Letters, digits, _ and - only')).toBeVisible()
  await dialog.getByLabel('Name').fill(' CARRIER ')
  await dialog.getByLabel('Value').fill('   ')
  await expect(add).toBeDisabled()
  await dialog.getByLabel('Value').fill(' correct horse\nbattery staple ')
  await add.click()
  await expect(page.getByText('Variable added', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  const row = settings.rows('Variables')
  await expect(row).toContainText('CARRIER')
  await expect(row).toContainText(/\*{20,}aple/)
  await row.getByRole('button', { name: 'Show Value of CARRIER' }).click()
  await expect(row).toContainText('correct horse')
  const second = await settings.openNewVariable()
  await second.getByLabel('Name').fill('CARRIER')
  await expect(second.getByText('The app has a variable of this name already')).toBeVisible()
  await second.getByLabel('Value').fill('other')
  await second.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^Error adding variable: /)).toBeVisible()
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: 'Delete: CARRIER' }).click()
  await settings.question('Delete Variable').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Variable removed', { exact: true })).toBeVisible()
  await expect(page.getByText('No variables yet')).toBeVisible()
})
