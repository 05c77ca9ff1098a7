import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { expect, test } from './operator.ts'
import { GridPage } from './pages/grid-page.ts'
import { unique } from './unique.ts'

const noop = 'task.workforce.noop'

/** weigh -> settle, which runs, and fails, only with a bad lot. */
const settling = (name: string) => ({
  name,
  initialState: { lots: [] },
  tasks: [
    { name: 'weigh', type: noop },
    {
      name: 'settle',
      type: noop,
      depends: ['weigh'],
      condition: { in: ['bad', { var: 'lots' }] },
      inputs: { fail: 'no checksum' },
    },
  ],
})

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  })
}

test('the grid of a plan: from the list, live, by the keyboard to the failure and what differs, on a phone', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const name = unique('Settling')
  const planId = await api.savePlan(settling(name))
  const run = (...lots: string[]) =>
    api.create(`plans/${planId}/run?appId=${appId}`, { initialState: { lots } })
  await api.reaches(await run(), 'completed')

  await page.goto(`/apps/${appId}/workqueues`)
  await page.getByRole('navigation', { name: 'View of the runs' }).getByRole('link', { name: 'Grid' }).click()
  const grid = new GridPage(page)
  await expect(grid.grid).toHaveAccessibleName(`Runs of ${name}`)
  await expect(grid.runs()).toHaveCount(1)
  await expect(page.locator('[data-live=live]')).toBeVisible()

  const badId = await run('bad')
  await api.reaches(badId, 'failed')
  await expect(grid.squares('settle', 'failed')).toHaveCount(1)
  await expect(grid.outcome).toHaveText('1 of 2 finished runs completed, 50 %')

  await grid.runs().last().focus()
  await page.keyboard.press('n')
  await expect(grid.squares('settle', 'failed')).toBeFocused()
  await expect(grid.card).toContainText('settle failed: no checksum')
  await expect(grid.card).toContainText('Differs from the last good run')
  await expect(grid.card.getByRole('button', { name: 'Re Run' })).toBeVisible()
  const [card, column] = [await grid.card.boundingBox(), await grid.squares('settle', 'failed').boundingBox()]
  const isBeside = card!.x + card!.width <= column!.x || card!.x >= column!.x + column!.width
  expect(isBeside, 'the card covers its column').toBe(true)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues/${badId}`)
  await page.goBack()

  await page.getByRole('switch', { name: 'Failed only' }).click()
  await expect(page).toHaveURL(/\?failed=true$/)
  await expect(grid.runs()).toHaveCount(1)
  await expect(grid.outcome).toHaveText('1 failed run')

  await page.setViewportSize({ width: 390, height: 844 })
  await grid.squares('settle', 'failed').click()
  await expect(grid.card).toContainText('Differs from the last good run')
  await expect(grid.card.getByRole('link', { name: 'Compare' })).toBeInViewport()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(390)
  expect(await faultsOf(page)).toEqual([])
  await grid.card.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(new RegExp(`/workqueues/${badId}/compare/`))
})

test('list and grid carry the plan, the tags and failed runs to each other; a changed view says so', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const [name, other] = [unique('Settling'), unique('Weighing')]
  for (const each of [name, other]) {
    const planId = await api.savePlan(settling(each))
    const run = { initialState: { lots: ['bad'] } }
    await api.reaches(await api.create(`plans/${planId}/run?appId=${appId}`, run), 'failed')
  }
  const views = page.getByRole('navigation', { name: 'View of the runs' })
  const all = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All' })

  await page.goto(`/apps/${appId}/workqueues`)
  await expect(all).not.toContainText('changed')
  const query = new URLSearchParams({ search: `plan:"${name}"`, status: 'failed' })
  await page.goto(`/apps/${appId}/workqueues?${query}`)
  await expect(all).toContainText('changed')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1)
  await views.getByRole('link', { name: 'Grid' }).click()
  const grid = new GridPage(page)
  await expect(grid.grid).toHaveAccessibleName(`Runs of ${name}`)
  await expect(page).toHaveURL(/plan=.+&failed=true/)

  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('menu').getByText(other).click()
  await expect(grid.grid).toHaveAccessibleName(`Runs of ${other}`)
  await views.getByRole('link', { name: 'List' }).click()
  await expect(page.getByRole('combobox', { name: /search/i })).toHaveValue(`plan:"${other}"`)
  await expect(page.getByRole('row', { name: new RegExp(other) })).toHaveCount(1)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1)
})
