import type { Locator } from 'playwright/test'
import { failing } from './definitions.ts'
import { expect, test } from './operator.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

test('a failed run says why, shows the line that failed, and is restarted from its banner', async ({
  page,
  api,
}) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Explained'))
  await api.reaches(id, 'failed')
  await detail.goto(appId, id)
  await expect(detail.banner).toContainText('settle failed: no checksum')
  const drawer = detail.drawer('settle')
  await expect(drawer.locator('[data-failing]')).toContainText('no checksum')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues/${id}`)

  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.keyboard.press('n')
  await expect(drawer).toBeVisible()
  await expect(page).toHaveURL(/\?task=\w+$/)
  const chosen = drawer.getByRole('tab', { selected: true })
  for (const name of ['Inputs & result', /^Attempts/, 'Why', 'Log', 'Inputs & result']) {
    await page.keyboard.press(']')
    await expect(chosen).toHaveText(name)
  }
  await expect(drawer.getByRole('rowheader', { name: 'fail' })).toBeVisible()
  await page.goBack()
  await expect(chosen).toHaveText('Log')
  await drawer.getByRole('searchbox').fill(']')
  await expect(chosen).toHaveText('Log')

  await detail.banner.getByRole('button', { name: 'Re Run', exact: true }).click()
  await expect(page.getByText('Task: settle restarted.', { exact: true })).toBeVisible()
  await expect(page.getByText('restarted ×1')).toBeVisible()
  await api.reaches(id, 'failed')
  await drawer.getByRole('tab', { name: 'Attempts' }).click()
  await expect(drawer.getByRole('button', { name: /^Restarted by / })).toBeVisible()
  await drawer.locator('[data-attempt="1"]').click()
  await expect(page).toHaveURL(/attempt=1$/)
  await expect(drawer.getByRole('button', { name: /^Before the restart/, expanded: true })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const sheet = page.locator('[data-drawer=sheet]')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Show more' }).press('ArrowUp')
  await expect(sheet).toHaveAttribute('data-size', 'full')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await detail.goto(appId, id)
  await expect(detail.banner.getByRole('button', { name: 'Re Run', exact: true })).toBeVisible()
  // The banner has the reason: the sheet opens on request.
  await expect(detail.banner).toContainText('no checksum')
  await expect(sheet).toHaveCount(0)
  await detail.banner.getByRole('button', { name: 'Log and attempts of settle' }).click()
  await expect(sheet).toHaveAttribute('data-size', 'half')
})

test('the actions of a failed run stand in one line, beside its name and in its banner', async ({
  page,
  api,
}) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Nightly invoice run of all regions'))
  await api.reaches(id, 'failed')
  const heads = page.getByRole('button', { name: 'Modify and rerun', exact: true }).locator('..')
  const bannerRow = detail.banner.getByRole('button', { name: 'Re Run', exact: true }).locator('..')
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await detail.goto(appId, id)
    for (const row of [heads, bannerRow]) await expect.poll(() => lines(row), `${width} px`).toBe(1)
    await expect(heads.getByRole('button')).not.toHaveCount(1)
  }
})

test('opened from the list, a failed run has a strip as wide as its place and no page wider than the window', async ({
  page,
  api,
}) => {
  const detail = new WorkqueuePage(page)
  const appId = await api.createApp()
  const id = await api.start(appId, failing('Opened from the list'))
  await api.reaches(id, 'failed')
  await page.goto(`/apps/${appId}/workqueues`)
  await page.getByRole('link', { name: 'Opened from the list' }).click()
  await expect(detail.banner).toBeVisible()
  // The style sheet of the list stays: it must not style the run.
  const ends = () =>
    detail.strip.evaluate((strip) => {
      const { left, width } = strip.getBoundingClientRect()
      return ((strip.lastElementChild?.getBoundingClientRect().right ?? left) - left) / width
    })
  await expect.poll(ends).toBeCloseTo(1, 2)
  for (const width of [1190, 1110, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})

/** The lines that the buttons in a part of the page stand in. */
const lines = (part: Locator) =>
  part.getByRole('button').evaluateAll((buttons) => {
    const middles = buttons.map((button) => {
      const { top, height } = button.getBoundingClientRect()
      return Math.round((top + height / 2) / 4)
    })
    return new Set(middles).size
  })
