import axe from 'axe-core'
import { failing } from './definitions.ts'
import { expect, test } from './operator.ts'
import { ComparePage } from './pages/compare-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'

test('two selected runs are compared: what diverged first, each difference by its key, and the way back to the task', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const bad = failing('Weighing')
  const good = { ...bad, initialState: { lot: 1 }, tasks: bad.tasks.map((task) => ({ ...task, inputs: {} })) }
  const goodId = await api.start(appId, good)
  await api.reaches(goodId, 'completed')
  const badId = await api.start(appId, { ...bad, initialState: { lot: 2 } })
  await api.reaches(badId, 'failed')
  await new WorkqueuesPage(page).goto(appId)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('link', { name: 'Compare', exact: true }).click()

  const compare = new ComparePage(page)
  await expect(compare.banner).toContainText('First that diverged: settle, no checksum')
  expect(new URL(page.url()).pathname).toBe(`/apps/${appId}/workqueues/${badId}/compare/${goodId}`)
  await expect(compare.summary).toHaveText('2: 1 the same, 1 failed')
  await expect(compare.tab('Plan the definition differs')).toHaveAttribute('aria-selected', 'true')
  await expect(compare.planDiff).toContainText('checksum')
  await compare.tab('Initial state 1 differs').click()
  await expect(page.getByText('"lot": 2')).toBeVisible()
  await page.evaluate(axe.source)
  const faults = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  })
  expect(faults).toEqual([])

  await compare.swap()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues/${goodId}/compare/${badId}?tab=state&swap=1`)
  await page.goBack()
  await expect(compare.row('settle')).toContainText('ended→failed')
  await compare.row('settle').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/workqueues/${badId}\\?task=`))
})
