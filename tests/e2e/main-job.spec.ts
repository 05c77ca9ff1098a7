import type { Page } from 'playwright/test'
import { setUpWorker } from '../support/worker-setup.ts'
import { AppsPage } from './pages/apps-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'
import { expect, test } from './stack.ts'
import { askForTask, callOf, reportEnd } from './worker-task.ts'

/**
 * The main job in one test: sign in, create an app, start a plan, watch it live on graph, table and list,
 * cancel one run, restart a failed task of another, and find it all again after SIGKILL and start. Nothing is
 * reloaded while changes are awaited, so each of them must arrive live.
 */
test('an operator runs, watches, cancels and restarts, and finds it all again after a crash', async ({
  page,
  stack,
  context,
}) => {
  const login = new LoginPage(page)
  const apps = new AppsPage(page)
  const list = new WorkqueuesPage(page)
  const run = new RunWorkqueuePage(page)
  const detail = new WorkqueuePage(page)
  let navigations = 0
  page.on('load', () => navigations++)

  await page.goto(stack.url)
  await login.signIn(stack.admin.email, stack.admin.password)
  await apps.expectShown()
  const appName = `Parcel depot ${Date.now()}`
  const appId = await apps.create(appName, 'Everything about parcels')

  // A second tab stays on the list during the whole test and must show the changes of the first live.
  const listTab = await context.newPage()
  await listTab.goto(`${stack.url}/apps/${appId}/workqueues`)
  const watched = new WorkqueuesPage(listTab)

  // Its first task is held by a worker of its own, so that it is started for as long as the test looks at it.
  const worker = await setUpWorker(callOf(page, stack.url), `Parcels ${Date.now()}`)
  const alias = worker.aliases['default']!
  const watchable = watchablePlan(worker.type)
  await savePlan(page, stack.url, watchable)
  await list.runNew()
  const planRunId = await run.runPlan(watchable.name)
  const before = navigations
  const held = await askForTask(alias, 20)
  await detail.expectNode('fetch', 'started')
  await detail.expectTask('fetch', 'started')
  await watched.expectStatus(watchable.name, 'started')
  await reportEnd(stack.url, alias, held!)
  // Both are looked for at once, because this state ends by itself.
  await Promise.all([detail.expectNode('upload', 'retry'), detail.expectTask('upload', 'retry')])
  await detail.expectStatus('completed')
  await detail.expectNode('upload', 'ended')
  await watched.expectStatus(watchable.name, 'completed')

  // A run whose tasks fail only in their first attempts, so the restart succeeds.
  await page.goto(
    `${stack.url}/apps/${appId}/workqueues/create?workqueue=${encodeURIComponent(JSON.stringify(failingOnce))}`,
  )
  const failedId = await run.submit()
  await detail.expectStatus('failed')
  await watched.expectStatus(failingOnce.name, 'failed')
  await detail.restart('settle')
  await detail.expectStatus('completed')
  await watched.expectStatus(failingOnce.name, 'completed')

  await page.goto(
    `${stack.url}/apps/${appId}/workqueues/create?workqueue=${encodeURIComponent(JSON.stringify(endless))}`,
  )
  const endlessId = await run.submit()
  await detail.expectStatus('started')
  await watched.expectStatus(endless.name, 'started')
  await detail.cancel()
  await detail.expectStatus('cancelled')
  await watched.expectStatus(endless.name, 'cancelled')
  expect(navigations, 'changes arrived without a reload').toBe(before + 2)

  await stack.kill('SIGKILL')
  await stack.restart()
  await page.goto(`${stack.url}/apps/${appId}/workqueues`)
  for (const [name, status] of [
    [watchable.name, 'completed'],
    [failingOnce.name, 'completed'],
    [endless.name, 'cancelled'],
  ] as const)
    await list.expectStatus(name, status)
  for (const [id, status] of [
    [planRunId, 'completed'],
    [failedId, 'completed'],
    [endlessId, 'cancelled'],
  ] as const) {
    await page.goto(`${stack.url}/apps/${appId}/workqueues/${id}`)
    await detail.expectStatus(status)
  }
})

test('a run that was running when everything was killed continues after the start', async ({
  page,
  stack,
}) => {
  await page.goto(stack.url)
  await new LoginPage(page).signIn(stack.admin.email, stack.admin.password)
  const appId = await new AppsPage(page).create(`Crash depot ${Date.now()}`, 'Killed under way')
  const worker = await setUpWorker(callOf(page, stack.url), `Crash ${Date.now()}`)
  const alias = worker.aliases['default']!
  await page.goto(
    `${stack.url}/apps/${appId}/workqueues/create?workqueue=${encodeURIComponent(JSON.stringify(survivor(worker.type)))}`,
  )
  await new RunWorkqueuePage(page).submit()
  const detail = new WorkqueuePage(page)
  const held = await askForTask(alias, 20)
  await detail.expectTask('held', 'started')
  await stack.kill('SIGKILL')
  await stack.restart()
  await reportEnd(stack.url, alias, held!)
  // The page stayed open: its socket reconnects by itself, and the current state is read again.
  await detail.expectStatus('completed')
})

/** Saves a plan as a program does: through `/api` with the operator's session. */
async function savePlan(page: Page, url: string, plan: object): Promise<void> {
  const response = await page.request.post(`${url}/api/plans`, {
    data: plan,
    headers: { 'x-csrf': '1', origin: url },
  })
  expect(response.status()).toBe(201)
}

const watchablePlan = (type: string) => ({
  name: 'Slow chain',
  description: 'upload is refused once',
  initialState: { file: 'orders.csv' },
  tasks: [
    { name: 'fetch', type },
    {
      name: 'upload',
      type: 'task.workforce.noop',
      depends: ['fetch'],
      inputs: { fail: 'busy', failAttempts: 1 },
      retry: { max: 1, delayMs: 8000 },
    },
  ],
})
const failingOnce = {
  name: 'Fails once',
  description: 'settle fails in its first attempt',
  tasks: [
    { name: 'weigh', type: 'task.workforce.noop' },
    {
      name: 'settle',
      type: 'task.workforce.noop',
      depends: ['weigh'],
      inputs: { fail: 'no checksum', failAttempts: 1 },
    },
    { name: 'report', type: 'task.workforce.noop', depends: ['settle'] },
  ],
}
const endless = {
  name: 'Takes an hour',
  tasks: [{ name: 'wait', type: 'task.workforce.delay', inputs: { ms: 3_600_000 } }],
}
const survivor = (type: string) => ({
  name: 'Survives a crash',
  tasks: [
    { name: 'wait', type: 'task.workforce.delay', inputs: { ms: 3000 } },
    { name: 'held', type },
    { name: 'after', type: 'task.workforce.noop', depends: ['wait', 'held'] },
  ],
})
