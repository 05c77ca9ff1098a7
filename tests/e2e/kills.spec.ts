import type { Page } from 'playwright/test'
import { evidence } from '../support/evidence.ts'
import { childrenOf, killRepeatedly, postmasterOf } from '../support/kill-repeatedly.ts'
import { setUpWorker } from '../support/worker-setup.ts'
import { expect, test, testWithService } from './own-stack.ts'
import type { Api } from './operator.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'
import { askForTask, callOf, reportEnd } from './worker-task.ts'

/**
 * SIGKILL of each part while a run is shown on its detail screen and in a list: what the user sees meanwhile,
 * and that both screens are correct within ten seconds after the part is available again, without a reload
 * and without a sign-in.
 */

const WITHIN_MS = 10_000

interface Watched {
  id: string
  name: string
  detail: WorkqueuePage
  list: WorkqueuesPage
  listPage: Page
  /** The worker ends the first task. */
  finish(): Promise<void>
  /** Pages loaded since both were opened. */
  loads(): number
}

let setups = 0

/**
 * A run whose first task is executed by a worker, its detail screen in one page and the list of its app in
 * another, both live.
 */
async function watch(page: Page, api: Api, url: string, name: string): Promise<Watched> {
  const { appId, type, aliases } = await setUpWorker(callOf(page, url), `Killed ${++setups}`)
  const alias = aliases['default']
  if (!alias) throw new Error('The worker has no alias')
  const listPage = await page.context().newPage()
  const list = new WorkqueuesPage(listPage)
  const detail = new WorkqueuePage(page)
  await list.gotoLive(appId)
  const tasks = [
    { name: 'fetch', type },
    { name: 'sort', type: 'task.workforce.delay', depends: ['fetch'], inputs: { ms: 1000 } },
    { name: 'report', type: 'task.workforce.noop', depends: ['sort'] },
  ]
  const id = await api.start(appId, { name, tasks })
  const held = await askForTask(alias, 10)
  if (!held) throw new Error('The worker got no task')
  await list.expectStatus(name, 'started')
  await detail.goto(appId, id)
  await detail.expectNode('fetch', 'started')
  await detail.expectTask('fetch', 'started')
  await detail.expectLive('live')
  let loads = 0
  for (const each of [page, listPage]) each.on('load', () => loads++)
  return { id, name, detail, list, listPage, finish: () => reportEnd(url, alias, held), loads: () => loads }
}

/** Both screens say that they may be outdated, and still show the last known data. */
async function expectStale({ detail, list, name }: Watched): Promise<void> {
  await detail.expectLive('stale')
  await list.expectLive('stale')
  await detail.expectStatus('started')
  await detail.expectTask('fetch', 'started')
  await detail.expectNode('fetch', 'started')
  await list.expectStatus(name, 'started')
}

/** Another read is refused with its reason; going back shows the previous rows. */
async function expectRefused({ list, listPage, name }: Watched, reason: string): Promise<void> {
  await list.filterStatus('completed')
  // A failure that the gateway has answered names the request.
  const text = new RegExp(`^Error loading workqueues: ${reason}( \\(request \\S+\\))?$`)
  await expect(listPage.getByText(text).first()).toBeVisible()
  await listPage.goBack()
  await list.expectStatus(name, 'started')
}

/**
 * After the part is available again the worker's task ends, which both screens show until the run ends.
 * Records the time until they are correct.
 */
async function expectRight(watched: Watched, api: Api, part: string, finish = watched.finish): Promise<void> {
  const back = performance.now()
  const { id, name, detail, list } = watched
  await finish()
  const truth = async () => {
    const { status, tasks } = (await api.read(`workqueues/${id}`)) as {
      status: string
      tasks: { name: string; status: string }[]
    }
    const ofTasks = Object.fromEntries(tasks.map((task) => [task.name, task.status]))
    return { run: status, graph: ofTasks, table: ofTasks }
  }
  await expect(async () => {
    const [told, shown] = [await truth(), await detail.statuses()]
    expect(told.graph['fetch']).toBe('ended')
    expect(shown).toEqual(told)
    expect(await list.row(name).first().textContent()).toContain(told.run)
  }).toPass({ timeout: WITHIN_MS, intervals: [50] })
  await list.expectLive('live')
  await detail.expectCurrent()
  const seconds = (performance.now() - back) / 1000
  expect(seconds).toBeLessThan(WITHIN_MS / 1000)

  await detail.expectStatus('completed')
  for (const task of ['fetch', 'sort', 'report']) {
    await detail.expectNode(task, 'ended')
    await detail.expectTask(task, 'ended')
  }
  await list.expectStatus(name, 'completed')
  expect(watched.loads(), 'no page was reloaded').toBe(0)
  test.info().annotations.push({ type: part, description: `right ${seconds.toFixed(1)} s after its return` })
  evidence({
    check: 29,
    figures: {
      'killed while a browser is open': part,
      'correct again after s': seconds,
      'pages reloaded': 0,
    },
    breaks: 'the client does not read again when its connection is back',
  })
}

const readyAgain = (page: Page) =>
  expect
    .poll(async () => (await page.request.get('/readyz')).status(), { timeout: 30_000, intervals: [50] })
    .toBe(200)

test('PostgreSQL is killed', async ({ page, api, stack }) => {
  const watched = await watch(page, api, stack.url, 'Over the database')
  const stopKilling = await killRepeatedly(() => postmasterOf(stack.pid()))
  await expectStale(watched)
  await expectRefused(watched, 'The platform cannot be reached')
  await stopKilling()
  await readyAgain(page)
  await expectRight(watched, api, 'PostgreSQL')
})

test('the gateway is killed, and started as by an operator', async ({ page, api, stack }) => {
  const watched = await watch(page, api, stack.url, 'Over the gateway')
  await stack.kill('SIGKILL')
  await expectStale(watched)
  await expectRefused(watched, 'the console cannot be reached')
  await stack.restart()
  await expectRight(watched, api, 'gateway')
})

test('the platform is killed', async ({ page, api, stack }) => {
  const watched = await watch(page, api, stack.url, 'Over the platform')
  const stopKilling = await killRepeatedly(() => childrenOf(stack.pid()))
  await expectStale(watched)
  await expectRefused(watched, 'The platform cannot be reached')
  await stopKilling()
  await readyAgain(page)
  await expectRight(watched, api, 'platform')
})

testWithService(
  'the realtime service is killed: the run continues without live updates, and reads work',
  async ({ page, api, stack, service }) => {
    const watched = await watch(page, api, stack.url, 'Over the service')
    await service.kill()
    await expectStale(watched)
    await watched.finish()
    await api.reaches(watched.id, 'completed')
    await expectStale(watched)
    await watched.list.filterStatus('completed')
    await watched.list.expectRows(watched.name)
    await watched.listPage.goBack()
    await service.start()
    await expectRight(watched, api, 'realtime service', async () => {})
  },
)
