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
