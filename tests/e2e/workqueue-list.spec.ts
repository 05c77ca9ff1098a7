import { endless, failing, instant } from './definitions.ts'
import { expect, test } from './operator.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'

test('filters live in the address: Back and reload bring them back', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, failing('Broken')), 'failed')
  await api.reaches(await api.start(appId, instant('Red one', ['red'])), 'completed')
  await list.goto(appId)
  await list.expectRows('Red one', 'Broken')

  await list.filterStatus('failed')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?status=failed`)
  await list.expectRows('Broken')
  await page.goBack()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
  await list.expectRows('Red one', 'Broken')
  await list.filterTag('red')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?tags=red`)
  await list.expectRows('Red one')
  await page.reload()
  await list.expectRows('Red one')
  await list.filterStatus('failed')
  await expect(page).toHaveURL(`/apps/${appId}/workqueues?status=failed&tags=red`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`/apps/${appId}/workqueues`)
  await list.expectRows('Red one', 'Broken')
})

test('a new workqueue on a full page drops the last row', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  for (const name of ['First', 'Second'])
    await api.reaches(await api.start(appId, instant(name)), 'completed')
  await list.gotoLive(appId, '?perPage=2')
  await list.expectRows('Second', 'First')
  await api.start(appId, instant('Third'))
  await list.expectRows('Third', 'Second')
  await list.expectStatus('Third', 'completed')
  await expect(page.getByText('1-2 of 3')).toBeVisible()
})

test('live events pass the filters to be listed, and patch what is listed', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  const listed = await api.start(appId, endless('Listed'))
  await api.reaches(listed, 'started')
  await list.gotoLive(appId, '?status=started')
  await list.expectRows('Listed')
  // Cancelled, it does not pass the filter any more: it stays, and shows no old status.
  await api.cancel(listed)
  await list.expectStatus('Listed', 'cancelled')
  await api.reaches(await api.start(appId, instant('Filtered out')), 'completed')
  const next = await api.start(appId, endless('Let in'))
  await list.expectRows('Let in', 'Listed')
  await api.cancel(next)
})

test('one or several are cancelled together', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  for (const name of ['One', 'Two', 'Three']) await api.start(appId, endless(name))
  await list.goto(appId)
  await list.expectRows('Three', 'Two', 'One')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await list.select('One')
  await list.cancelSelected('Cancel workqueue')
  await expect(page.getByText('Cancelled workqueue', { exact: true })).toBeVisible()
  await list.expectStatus('One', 'cancelled')
  await list.select('Two')
  await list.select('Three')
  await list.cancelSelected('Cancel 2 workqueues')
  await expect(page.getByText('Cancelled 2 workqueues', { exact: true })).toBeVisible()
  for (const name of ['Two', 'Three']) await list.expectStatus(name, 'cancelled')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
})

test('live updates rest while the user is away and are made up for on return', async ({
  page,
  api,
  browser,
  signedIn,
  baseURL,
}) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  await api.reaches(await api.start(appId, instant('Before')), 'completed')
  await page.clock.install()
  await list.gotoLive(appId)
  await list.expectRows('Before')
  // Somebody else who stays awake: what has arrived there would have arrived here too.
  const context = await browser.newContext({ storageState: signedIn, ...(baseURL && { baseURL }) })
  const awake = new WorkqueuesPage(await context.newPage())
  await awake.gotoLive(appId)

  await page.clock.runFor(300_000)
  await expect(page.getByText('Inactivity detected: disabling live updates')).toBeVisible()
  await list.expectLive('paused')
  const missed = await api.start(appId, endless('Missed'))
  await awake.expectStatus('Missed', 'started')
  await list.expectRows('Before')

  await page.mouse.move(200, 200)
  await expect(page.getByText('Activity detected: enabling live updates')).toBeVisible()
  await list.expectRows('Missed', 'Before')
  await list.expectLive('live')
  await api.cancel(missed)
  await list.expectStatus('Missed', 'cancelled')
  await context.close()
})

test('off page 1 nothing is listened to once all that is listed has ended', async ({ page, api }) => {
  const list = new WorkqueuesPage(page)
  const appId = await api.createApp()
  const running = await api.start(appId, endless('Running'))
  for (const name of ['Second', 'Third'])
    await api.reaches(await api.start(appId, instant(name)), 'completed')
  await list.gotoLive(appId, '?perPage=2&page=2')
  await list.expectRows('Running')
  await api.cancel(running)
  await list.expectStatus('Running', 'cancelled')
  await list.expectLive('paused')
  await page.getByRole('button', { name: 'Page 1', exact: true }).click()
  await list.expectLive('live')
})
