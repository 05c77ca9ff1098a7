import { instant } from './definitions.ts'
import { expect, test } from './operator.ts'
import { HooksPage } from './pages/hooks-page.ts'
import { unique } from './unique.ts'

test('a start address is made, called with its secret, gets a new one and is switched off', async ({
  page,
  api,
  stack,
}) => {
  const hooks = new HooksPage(page)
  const name = unique('Shop')
  const planId = await api.savePlan(instant(unique('Order')))
  const appName = unique('Depot')
  await api.createApp(appName)
  await page.goto(`/plans/${planId}`)
  await page.getByRole('button', { name: 'New Start Address' }).click()
  const form = page.getByRole('dialog', { name: 'New Start Address' })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('combobox', { name: /^App/ }).click()
  await page.getByRole('option', { name: appName }).click()
  await form.getByRole('button', { name: 'Create' }).click()

  const region = hooks.secret().getByRole('region', { name: 'Secret of the start address' })
  const secret = await region.innerText()
  await hooks.secret().getByRole('button', { name: 'Done' }).click()
  const { data: listed } = (await api.read(`plans/${planId}/hooks`)) as { data: { _id: string }[] }
  // A program has no session: its calls are made without the browser's cookies.
  const call = async (withSecret: string) =>
    (
      await fetch(`${stack.url}/api/hooks/${listed[0]?._id}`, {
        method: 'POST',
        body: JSON.stringify({ order: 1042 }),
        headers: { authorization: `Bearer ${withSecret}`, 'content-type': 'application/json' },
      })
    ).status
  expect(await call(secret)).toBeLessThan(300)
  expect(await call('wrong')).toBe(401)
  await page.reload()
  await hooks.open(name)
  await expect(hooks.calls(name).getByText('started a run')).toBeVisible()
  await expect(hooks.calls(name).getByText('401')).toBeVisible()

  await page.getByRole('button', { name: 'New Secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New Secret' }).click()
  const second = await region.innerText()
  expect(second).not.toBe(secret)
  await hooks.secret().getByRole('button', { name: 'Done' }).click()
  expect(await call(second)).toBeLessThan(300)

  await hooks.turn(name)
  await expect(hooks.onSwitch(name)).not.toBeChecked()
  expect(await call(second)).toBe(403)
  await hooks.calls(name).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/workqueues\//)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})
