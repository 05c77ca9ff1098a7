import { instant } from './definitions.ts'
import { expect, test } from './operator.ts'
import { SchedulesPage } from './pages/schedules-page.ts'
import { unique } from './unique.ts'

test('a schedule is written with its next times in sight, starts runs by itself, is paused with a reason and deleted', async ({
  page,
  api,
}) => {
  const schedules = new SchedulesPage(page)
  const [plan, name] = [unique('Invoice'), unique('Often')]
  const planId = await api.savePlan(instant(plan))
  const appId = await api.createApp()
  await page.goto(`/apps/${appId}`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Schedules', exact: true }).click()
  await page.getByRole('button', { name: 'New Schedule' }).first().click()
  const form = schedules.editor()
  await form.getByRole('combobox', { name: /^Plan/ }).click()
  await page.getByRole('option', { name: plan }).click()
  await expect(form.getByLabel(/^Name/)).toHaveValue(plan)
  await form.getByLabel(/^Name/).fill(name)
  const cron = form.getByRole('textbox', { name: /^Cron/ })
  await cron.fill('0 25 * * *')
  await expect(form.getByText('hour 25 is over 23')).toBeVisible()
  await form.getByRole('combobox', { name: 'Common times' }).selectOption('Every weekday at seven')
  await expect(form.getByText('On weekdays at 07:00')).toBeVisible()
  const next = form.getByRole('table', { name: 'Next ten' }).getByRole('row')
  await expect(next).toHaveCount(6)
  await form.getByRole('button', { name: 'Show all ten' }).click()
  await expect(next).toHaveCount(11)
  await cron.fill('* * * * * *')
  await expect(form.getByText('Every second')).toBeVisible()
  await cron.press('Control+Enter')

  await expect(schedules.editor(name)).toBeVisible()
  await schedules.editor(name).getByRole('button', { name: 'Close' }).click()
  const results = schedules.row(name).getByRole('list', { name: 'Results, oldest first' })
  await expect(results.getByRole('link', { name: /completed/ }).first()).toBeVisible()
  await schedules.turn(name)
  const question = page.getByRole('dialog', { name: 'Pause schedule' })
  await question.getByLabel(/^Reason/).fill('Audit of the books')
  await question.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(schedules.onSwitch(name)).not.toBeChecked()
  await expect(schedules.row(name).getByTitle('Audit of the books')).toBeVisible()

  await results
    .getByRole('link', { name: /completed/ })
    .first()
    .click()
  // The list, whose row has a link of that name too, is shown until the run is loaded.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plan)
  await page.getByRole('link', { name, exact: true }).click()
  const saved = schedules.editor(name)
  await saved.getByRole('button', { name: 'All times' }).click()
  const times = page.getByRole('dialog', { name: `Times of ${name}` })
  // Every second that passes adds a row.
  await times.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await expect(times.getByRole('row').filter({ hasText: 'completed' }).first()).toBeVisible()
  await times.getByRole('button', { name: 'Close' }).last().click()
  await saved.getByRole('button', { name: 'Delete Schedule' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('Nothing runs by itself yet')).toBeVisible()
  await page.goto(`/plans/${planId}`)
  await expect(page.getByText('No schedule runs this plan.')).toBeVisible()
})

test('times of the past are listed, started in order, and followed as one action', async ({ page, api }) => {
  const schedules = new SchedulesPage(page)
  const [name, planId] = [unique('Daily'), await api.savePlan(instant(unique('Report')))]
  const appId = await api.createApp()
  const id = await api.create('schedules', { appId, planId, name, cron: '30 2 * * *', timeZone: 'UTC' })
  await page.goto(`/plans/${planId}`)
  const panel = page.getByRole('region', { name: 'Schedules', exact: true })
  await panel.getByRole('link', { name, exact: true }).click()
  await schedules.editor(name).getByRole('button', { name: 'Backfill…' }).click()
  const dialog = page.getByRole('dialog', { name: `Backfill: ${name}` })
  await dialog.getByRole('button', { name: 'List its times' }).click()
  await expect(dialog.getByText('1 time', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Start 1' }).click()
  await expect(page).toHaveURL(/\/workqueues\?receipt=/)
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt.getByText('Backfilled 1 of 1 time')).toBeVisible()
  await expect(receipt.getByRole('link')).toHaveCount(1)
  await api.remove(`schedules/${id}`)
})
