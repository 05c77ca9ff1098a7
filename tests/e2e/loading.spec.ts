import type { Page } from 'playwright/test'
import { failing } from './definitions.ts'
import { recordShifts, shiftsOf } from './layout-shift.ts'
import { expect, test } from './operator.ts'
import { SideMenu } from './pages/side-menu.ts'
import { unique } from './unique.ts'

/** Of the window: a tenth of what is usually called good. */
const MOST = 0.01
/** What is usually called good: texts that are read later wrap there. */
const MOST_ON_PHONE = 0.1

async function expectSteady(page: Page, most: number): Promise<void> {
  const shifts = await shiftsOf(page)
  const score = shifts.reduce((sum, shift) => sum + shift.score, 0)
  expect(score, `${page.url()} ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(most)
}

test('run list, run and worker load without jumps, on the first visit of a browser and later', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const name = unique('Loads')
  const runId = await api.start(appId, failing(name))
  await api.reaches(runId, 'failed')
  const teamId = await api.create('teams', { name })
  const workerId = await api.create('workers', { name, teamId })
  await page.setViewportSize({ width: 1440, height: 900 })
  await recordShifts(page)
  const list = `/apps/${appId}/workqueues`
  for (const [address, shown] of [
    [list, page.getByRole('link', { name })],
    [list, page.getByRole('link', { name })],
    [`${list}/${runId}`, page.getByRole('button', { name: 'Re Run' })],
    [`/workers/${workerId}`, page.getByRole('region', { name: 'Who polls' })],
  ] as const) {
    await page.goto(address)
    await expect(shown.first()).toBeVisible()
    await expectSteady(page, MOST)
  }
})

test('on a phone a button in the head of a page has its place before the page is read', async ({
  page,
  api,
}) => {
  const [appId, name] = [await api.createApp(), unique('Loads')]
  const planId = await api.savePlan({ name, tasks: [] })
  await api.create('schedules', { appId, planId, name, cron: '0 7 * * *' })
  const clusterId = await api.create('clusters', { name })
  const workerId = await api.create('workers', { name, teamId: await api.create('teams', { name }) })
  const deploymentId = await api.create('deployments', { clusterId, workerId, alias: 'default' })
  await page.setViewportSize({ width: 390, height: 844 })
  await recordShifts(page)
  for (const [address, button] of [
    [`/apps/${appId}/schedules`, 'New Schedule'],
    ['/workers', 'New Worker'],
    ['/clusters', 'New Cluster'],
    [`/clusters/${clusterId}`, 'Update Cluster'],
    [`/clusters/${clusterId}/deployment/${deploymentId}`, 'Update Deployment'],
    ['/plans', 'New Plan'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expectSteady(page, MOST_ON_PHONE)
  }
})

test('a page asks for its session, once, and for the files of its screen before it has run any of its scripts', async ({
  page,
  api,
}) => {
  const appId = await api.createApp()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/assets/index-*.js', (route) => route.abort())
  const early = page.waitForRequest(/workqueue-list-page-.*\.js$/)
  await page.goto(`/apps/${appId}/workqueues`)
  await early
  expect(asked.filter((path) => path === '/session')).toHaveLength(1)
  await page.unroute('**/assets/index-*.js')
  asked.length = 0
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Workqueues' })).toBeVisible()
  expect(asked.filter((path) => path === '/session')).toHaveLength(1)
})

test('the menu keeps its entries while the features of the platform are read, and where they cannot be', async ({
  page,
}) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  const sideMenu = new SideMenu(page)
  await page.goto('/dashboard')
  await expect(menu.getByRole('link', { name: 'Activity' })).toBeVisible()
  const before = await sideMenu.entries()
  let isAnswered = () => {}
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('Capabilities')) return route.continue()
    await new Promise<void>((resolve) => (isAnswered = resolve))
    await route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Away' } })
  })
  await page.reload()
  await expect(menu.getByRole('link', { name: 'Clusters' })).toBeVisible()
  expect(await sideMenu.entries()).toEqual(before)
  isAnswered()
  await expect(page.getByRole('heading', { level: 1, name: 'Backlog' })).toBeVisible()
  expect(await sideMenu.entries()).toEqual(before)
})
