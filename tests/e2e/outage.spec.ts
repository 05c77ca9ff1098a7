import { pageMessages } from '#shared/lib/page-messages.ts'
import { childrenOf, killRepeatedly } from '../support/kill-repeatedly.ts'
import { endless, instant } from './definitions.ts'
import { expect, test } from './operator.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'

test('a platform that dies while the page is open is reported in words, and the page recovers without user input', async ({
  page,
  api,
  stack,
}) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  await api.start(appId, endless('Goes on'))
  await list.goto(appId)
  await list.expectStatus('Goes on', 'started')
  await list.expectLive('live')
  let loads = 0
  page.on('load', () => loads++)

  const stopKilling = await killRepeatedly(() => childrenOf(stack.pid()))
  // Loaded data stays; a failed read shows its reason.
  await list.filterStatus('completed')
  await expect(page.getByText(/^Error loading workqueues: The platform /).first()).toBeVisible()
  await stopKilling()
  const allowed = Date.now()
  const ready = async () => (await page.request.get(`${stack.url}/readyz`)).status()
  await expect.poll(ready, { timeout: 10_000, intervals: [100] }).toBe(200)
  expect(Date.now() - allowed).toBeLessThan(10_000)

  await page.goBack()
  await list.expectStatus('Goes on', 'started')
  await api.start(appId, instant('After the outage'))
  await list.expectStatus('After the outage', 'completed')
  await list.expectLive('live')
  expect(loads, 'the page was never reloaded').toBe(0)
})

test('without a connection a page that is not loaded says so and stays, and opens without user input', async ({
  page,
  context,
}) => {
  await page.goto('/apps')
  await expect(page.getByRole('heading', { level: 1, name: 'Apps' })).toBeVisible()
  let loads = 0
  page.on('load', () => loads++)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  await expect(page.getByText(pageMessages.away)).toBeVisible()
  await expect(page.getByText(/dynamically imported|preload CSS/)).toHaveCount(0)
  await expect(page).toHaveURL('/teams')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
  expect(loads, 'the page was never reloaded').toBe(0)
})

test('rows with much text are cards at 200 % zoom, and a phone pages with room for fingers', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const name = 'Charges every card of the month '.repeat(3).trim()
  for (let run = 0; run < 11; run++) await api.start(appId, instant(name))
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(`/apps/${appId}/workqueues`)
  const link = page.getByRole('link', { name }).first()
  await expect(link).toBeVisible()
  expect(
    await link.evaluate((element) => element.scrollWidth - element.clientWidth),
    'cut off',
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const next = page.getByRole('button', { name: 'Next page' })
  const box = await next.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40)
  await next.click()
  await expect(page.getByText('of 2', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
})
