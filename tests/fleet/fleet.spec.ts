import { expect, test as base, type BrowserContext } from 'playwright/test'
import { AppsPage } from '../e2e/pages/apps-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { RunWorkqueuePage } from '../e2e/pages/run-workqueue-page.ts'
import { WorkqueuePage } from '../e2e/pages/workqueue-page.ts'
import { WorkqueuesPage } from '../e2e/pages/workqueues-page.ts'
import { startInstallation, type Installation, type Part } from './installation.ts'
import { longestLiveGap, watchLiveMark } from './live-gap.ts'
import { callsOf, RUN_SECONDS } from './preparations.ts'
import { startProgram } from './program.ts'

const test = base.extend<{ installation: Installation }>({
  installation: [
    async ({}, use) => {
      const installation = await startInstallation()
      await use(installation)
      await installation.stop()
    },
    { timeout: 60_000 },
  ],
  ignoreHTTPSErrors: true,
  baseURL: ({ installation }, use) => use(installation.url),
})

/**
 * The main job continues in one browser while every process is killed in turn. A process with a second
 * instance stays stopped until the job is done; the others are restarted at once. A program starts runs
 * meanwhile.
 */
test('each process is killed in turn: no run is lost, no user reloads or signs in again', async ({
  context,
  page,
  installation,
}) => {
  test.setTimeout(600_000)
  const { url, admin, parts } = installation
  await page.goto('/')
  await new LoginPage(page).signIn(admin.email, admin.password)
  const apps = new AppsPage(page)
  await apps.expectShown()
  const appId = await apps.create('Parcel depot', 'Everything about parcels')
  const second = await context.newPage()
  const tabs = [page, second]
  for (const tab of tabs) {
    await new WorkqueuesPage(tab).gotoLive(appId)
    await watchLiveMark(tab)
  }
  const [list, watched] = [new WorkqueuesPage(page), new WorkqueuesPage(second)]
  const [detail, other] = [new WorkqueuePage(page), new WorkqueuePage(second)]
  let loads = 0
  for (const tab of tabs) tab.on('load', () => loads++)

  const calls = callsOf(context.request, url)
  const programsApp = await calls.create('apps', { name: 'Program', description: 'Runs without a pause' })
  const program = startProgram(context.request, url, programsApp)

  // Both tabs may use the same gateway at first. After its kill both use the other one, so both notice the
  // second kill.
  const [one, two, ...others] = parts as [Part, Part, ...Part[]]
  const turns = [one, two, { ...one, name: `${one.name} again` }, ...others]
  for (const part of turns) {
    const names = await calls.prepare(appId, part.name)
    await list.expectStatus(names.failed, 'failed')
    await watched.expectStatus(names.endless, 'started')
    await list.runNew()
    await new RunWorkqueuePage(page).runPlan(names.slow)
    await detail.expectTask('fetch', 'started')
    program.longestGap()
    for (const tab of tabs) await longestLiveGap(tab)

    const killed = performance.now()
    await part.kill()
    if (!part.replicated) await part.start()
    await watched.open(names.endless)
    await other.cancel()
    await other.expectStatus('cancelled')
    await second.goBack()
    await detail.expectStatus('completed')
    const ended = performance.now()
    await page.goBack()
    await page.goBack()
    await list.open(names.failed)
    await detail.restart('settle')
    await detail.expectStatus('completed')
    await page.goBack()
    for (const view of [list, watched])
      for (const name of [names.slow, names.failed]) await view.expectStatus(name, 'completed')
    await watched.expectStatus(names.endless, 'cancelled')
    if (part.replicated) await part.start()
    expect(
      parts.filter((one) => !one.isRunning()).map(({ name }) => name),
      'took harm beside',
    ).toEqual([])
    for (const gateway of installation.gateways)
      expect(await signedIn(context, gateway), `signed in at ${gateway}`).toBe(true)

    const live = Math.max(...(await Promise.all(tabs.map(longestLiveGap))))
    say(
      `${part.name} killed: ${program.longestGap().toFixed(1)} s without a start, ${live.toFixed(1)} s without ` +
        `live updates, the run of ${RUN_SECONDS} s ended ${((ended - killed) / 1000).toFixed(1)} s later`,
    )
  }

  expect(loads, 'reloaded pages').toBe(0)
  await program.stop()
  expect((await calls.statuses(appId)).size, 'runs of the operator').toBe(3 * turns.length)
  const unfinished = async () => {
    const statuses = await calls.statuses(programsApp)
    return program.acknowledged.filter((id) => statuses.get(id) !== 'completed')
  }
  await expect.poll(unfinished, { timeout: 30_000 }).toEqual([])
  say(`runs whose start was confirmed to the program: ${program.acknowledged.length}, lost: 0`)
})

/** Whether the browser's session is valid at a gateway that is called directly. */
async function signedIn(context: BrowserContext, gateway: string): Promise<boolean> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${gateway}/session`, { headers: { cookie } })
  return ((await answer.json()) as { authenticated: boolean }).authenticated
}

const say = (line: string) => process.stdout.write(`${line}\n`)
