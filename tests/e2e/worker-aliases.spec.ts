import { expect, test } from './operator.ts'
import { WorkersPage } from './pages/workers-page.ts'
import { unique } from './unique.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function newWorker(api: { create(plural: string, data: object): Promise<string> }): Promise<string> {
  const teamId = await api.create('teams', { name: unique('Harbour') })
  return api.create('workers', { name: unique('Pilot'), teamId })
}

test('aliases show the credentials of their queues; each value can be copied, the secret only on demand', async ({
  page,
  api,
}) => {
  const screen = new WorkersPage(page)
  const id = await newWorker(api)
  await screen.goto(id)
  await expect(screen.aliases).toBeHidden()
  await screen.button('Show Aliases').click()
  await expect(page).toHaveURL(`/workers/${id}?aliases=true`)
  const alias = screen.alias('default')
  await expect(alias).toContainText('Never asked for tasks')
  const { aliases } = (await (await page.request.get(`/api/workers/${id}`)).json()) as {
    aliases: { accessKeyId: string; secretAccessKey: string; queueUrl: string }[]
  }
  const [stored] = aliases
  await expect(alias).toContainText(stored!.accessKeyId)
  await expect(alias).not.toContainText(stored!.secretAccessKey)

  await screen.button('Copy Secret Key: default').click()
  await expect.poll(() => screen.copied()).toBe(stored!.secretAccessKey)
  await expect(alias).not.toContainText(stored!.secretAccessKey)
  await screen.button('Copy Access Key: default').click()
  await expect.poll(() => screen.copied()).toBe(stored!.accessKeyId)
  await screen.button('Copy Queue URL: default').click()
  await expect.poll(() => screen.copied()).toBe(stored!.queueUrl)
  await screen.button('Show Secret Key: default').click()
  await expect(alias).toContainText(stored!.secretAccessKey)
  await screen.button('Hide Secret Key: default').click()
  await expect(alias).not.toContainText(stored!.secretAccessKey)

  await page.reload()
  await expect(alias).toBeVisible()
  await screen.button('Hide Aliases').click()
  await expect(screen.aliases).toBeHidden()
})

test('an alias is added and deleted; default cannot be deleted', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  await screen.goto(await newWorker(api), '?aliases=true')
  await screen.button('Add Alias').click()
  const dialog = page.getByRole('dialog', { name: 'Add Alias' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await expect(add).toBeDisabled()
  await dialog.getByLabel('Alias Name').fill('edge node')
  await expect(add).toBeDisabled()
  await expect(dialog.getByLabel('Alias Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Alias Name').fill(' edge ')
  await add.click()
  await expect(page.getByText('Created alias', { exact: true })).toBeVisible()
  await expect(screen.alias('edge')).toBeVisible()
  await expect(screen.alias('default').getByRole('button', { name: /^Delete Alias/ })).toHaveCount(0)

  await screen.button('Add Alias').click()
  await dialog.getByLabel('Alias Name').fill('edge')
  await add.click()
  await expect(page.getByText(/^Error creating alias: .*taken/)).toBeVisible()
  await page.keyboard.press('Escape')

  await screen.button('Delete Alias: edge').click()
  await screen.confirm('Delete Alias', 'Are you sure you want to delete this alias?', 'Delete')
  await expect(page.getByText('Removed alias', { exact: true })).toBeVisible()
  await expect(screen.alias('edge')).toHaveCount(0)
})

test('a private key is shown once, then listed by name and days left, and deleted', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  const id = await newWorker(api)
  await screen.goto(id, '?aliases=true')
  await expect(screen.keys('default')).toBeVisible()
  const once = await screen.generateKey('default', 'crane-07')
  await expect(page.getByText('Added Private Key to default', { exact: true })).toBeVisible()
  await expect(once).toContainText('it will not be saved in the database')
  await once.getByRole('button', { name: 'Copy private key' }).click()
  await expect.poll(() => screen.copied()).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  const keyId = ((await once.getByText(/^[0-9a-f]{24}$/).textContent()) ?? '').trim()
  await once.getByRole('button', { name: 'Done' }).click()
  await expect(once).toBeHidden()

  const key = screen.keys('default').getByRole('row').filter({ hasText: 'crane-07' })
  await expect(key).toContainText('365 days')
  await expect(key).toContainText(new Date().toISOString().slice(0, 8))
  await page.getByRole('button', { name: 'More Info: crane-07' }).click()
  const info = page.getByRole('dialog', { name: 'Private Key Info' })
  await expect(info).toContainText(keyId)
  await page.keyboard.press('Escape')

  await screen.button('Private Keys (1): default').click()
  await expect(screen.keys('default')).toBeHidden()
  await screen.button('Private Keys (1): default').click()
  await screen.button('Delete Private Key: crane-07').click()
  await screen.confirm('Delete Private Key', 'Are you sure you want to delete this private key?', 'Delete')
  await expect(page.getByText('Removed alias private key', { exact: true })).toBeVisible()
  await expect(key).toHaveCount(0)
})

test('unsaved changes of a worker are kept while its keys change', async ({ page, api }) => {
  const screen = new WorkersPage(page)
  await screen.goto(await newWorker(api), '?aliases=true')
  await page.getByLabel('Description').fill('Half an edit')
  await (await screen.generateKey('default', 'crane-08')).getByRole('button', { name: 'Done' }).click()
  await expect(screen.keys('default')).toContainText('crane-08')
  await expect(page.getByLabel('Description')).toHaveValue('Half an edit')
  await screen.button('Update Worker').click()
  await expect(page.getByText('Updated worker', { exact: true })).toBeVisible()
})
