import { expect, test } from './operator.ts'
import { unique } from './unique.ts'

test('a key is rotated: the new one is shown once, the old one stays until it is revoked', async ({
  page,
  api,
}) => {
  const teamId = await api.create('teams', { name: unique('Locks') })
  const workerId = await api.create('workers', { name: unique('Gate'), teamId })
  await page.goto(`/dashboard/keys?worker=${workerId}&kind=accessKey`)
  const row = page
    .getByRole('table', { name: 'Keys and tokens' })
    .getByRole('row')
    .filter({ hasText: 'WFCA' })
  const old = ((await row.getByText(/^WFCA/).textContent()) ?? '').trim()
  await expect(row).toContainText('never')

  await page.getByRole('button', { name: `Rotate: ${old}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new one' }).click()
  const made = page.getByRole('dialog', { name: 'New: Access key' })
  await expect(made).toContainText(/Access Key ?WFCA/)
  await expect(made).not.toContainText(old)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(row).toHaveCount(2)
  await expect(row.filter({ hasText: old })).toContainText('not used since: it can be revoked')

  await page.getByRole('button', { name: `Revoke: ${old}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(`Revoked: ${old}`, { exact: true })).toBeVisible()
  await expect(row).toHaveCount(1)

  await page.getByRole('link', { name: /^Gate/ }).click()
  await page.getByRole('button', { name: 'Delete Worker' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Nothing uses it.')
})
