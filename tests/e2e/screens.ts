import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright/test'
import { startStack, type Stack } from '../support/stack.ts'
import { launchOptions } from './playwright.config.ts'

/**
 * Takes the screenshots in `docs/screens` from the built product on a new data folder: `npm run build && node
 * --import tsx tests/e2e/screens.ts`
 */

const folder = path.join(import.meta.dirname, '../../docs/screens')
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const HOUR = 3_600_000

interface Seeded {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  /** Path of the app. */
  app: string
  /** Path of the app's workqueues. */
  list: string
  /** Path of the run that shows most states. */
  running: string
  /** Path of a plan. */
  plan: string
  /** Paths of a worker, a script and a team. */
  worker: string
  script: string
  team: string
  /** Paths of a cluster, and of a deployment there. */
  cluster: string
  deployment: string
}

const apps = [
  ['Customs export', 'Declarations for every parcel that leaves the union.'],
  ['Rate import', 'Carrier tables, every night at three.'],
  ['Image refresh', 'Pictures of the catalogue, resized and published.'],
] as const
const finished = [
  ['Nightly settlement', 'nightly'],
  ['Parcel intake', 'hall-2'],
  ['Parcel intake', 'hall-2'],
  ['Customs export', 'eu'],
  ['Nightly settlement', 'nightly'],
  ['Parcel intake', 'hall-1'],
] as const
const parcelIntake = {
  name: 'Parcel intake',
  description: 'lot 4411, hall north',
  tags: ['nightly', 'hall-2'],
  initialState: { lot: 4411, hall: 'north', parcels: 214, customs: false },
  tasks: [
    wait('load manifest', [], 400),
    wait('weigh parcels', ['load manifest'], 1200),
    noop('read labels', ['load manifest'], {
      inputs: { fail: 'label 77: no checksum', failAttempts: 2 },
      retry: { max: 3, delayMs: HOUR },
    }),
    noop('check customs', ['load manifest'], { condition: { var: 'customs' } }),
    wait('route', ['weigh parcels']),
    noop('notify desk', ['check customs']),
    noop('settle', ['route', 'read labels', 'notify desk']),
  ],
}

const workers = ['Loader', 'Scale', 'Label reader', 'Router', 'Customs desk', 'Image resizer']
/** Tasks without a worker, for the backlog. */
const waiting = [
  ['ocr', 184],
  ['scale', 37],
  ['crane', 9],
].flatMap(([type, count]) =>
  Array.from({ length: Number(count) }, (_, index) => ({
    name: `${type} ${index}`,
    type: `task.harbour.${type}`,
  })),
)
const code = `// Carrier tables, every night at three.
for (const carrier of await read('carriers')) {
    const rates = await fetchRates(carrier, { currency: 'EUR' })
    if (rates.length > 0) await write('rates', rates)
}
`

const dataDir = await mkdtemp(path.join(tmpdir(), 'console-screens-'))
const stack = await startStack({ dataDir })
const browser = await chromium.launch(launchOptions)
try {
  await mkdir(folder, { recursive: true })
  const seeded = await seed(browser, stack)
  for (const colorScheme of ['light', 'dark'] as const) {
    await captureDesktop(seeded, colorScheme)
    await capturePhone(seeded, colorScheme)
  }
} finally {
  await browser.close()
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function captureDesktop(seeded: Seeded, colorScheme: 'light' | 'dark'): Promise<void> {
  const signedOut = await open({ viewport: desktop, colorScheme })
  await capture(signedOut, '/login', `login-${colorScheme}`)
  await capture(signedOut, '/login?reset=a-link', `login-reset-${colorScheme}`)
  await capture(signedOut, '/login?invitation=a-link', `login-invitation-${colorScheme}`)
  await signedOut.context().close()
  const page = await open({ viewport: desktop, colorScheme }, seeded)
  await capture(page, '/apps', `apps-${colorScheme}`)
  await capture(page, seeded.list, `workqueues-${colorScheme}`)
  await capture(page, `${seeded.list}/create`, `run-workqueue-${colorScheme}`)
  await capture(page, seeded.running, `workqueue-detail-${colorScheme}`)
  await capture(page, `${seeded.app}/tasks`, `tasks-${colorScheme}`)
  await capture(page, `${seeded.app}/tasks-summary?tab=failed`, `tasks-summary-${colorScheme}`)
  await capture(page, `${seeded.app}/collaborators`, `collaborators-${colorScheme}`)
  await capture(page, `${seeded.app}/settings`, `app-settings-${colorScheme}`)
  await capture(page, '/plans', `plans-${colorScheme}`)
  await capture(page, seeded.plan, `plan-detail-${colorScheme}`)
  await capture(page, '/workers', `workers-${colorScheme}`)
  await capture(page, `${seeded.worker}?aliases=true`, `worker-detail-${colorScheme}`)
  await capture(page, '/scripts', `scripts-${colorScheme}`)
  await capture(page, seeded.script, `script-detail-${colorScheme}`)
  await capture(page, '/teams', `teams-${colorScheme}`)
  await capture(page, seeded.team, `team-detail-${colorScheme}`)
  await capture(page, '/clusters', `clusters-${colorScheme}`)
  await capture(page, seeded.cluster, `cluster-detail-${colorScheme}`)
  await capture(page, seeded.deployment, `deployment-${colorScheme}`)
  await capture(page, `${seeded.deployment}?view=advanced`, `deployment-advanced-${colorScheme}`)
  await capture(page, '/dashboard', `backlog-${colorScheme}`)
  await capture(page, '/account', `account-${colorScheme}`)
  await page.context().close()
}

async function capturePhone(seeded: Seeded, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await open({ viewport: phone, colorScheme }, seeded)
  await capture(page, seeded.list, `workqueues-phone-${colorScheme}`)
  await capture(page, seeded.running, `workqueue-detail-phone-${colorScheme}`)
  await capture(page, `${seeded.worker}?aliases=true`, `worker-detail-phone-${colorScheme}`)
  await capture(page, '/dashboard', `backlog-phone-${colorScheme}`)
  await page.context().close()
}

async function open(
  appearance: { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' },
  seeded?: Seeded,
): Promise<Page> {
  const context = await browser.newContext({ ...appearance, locale: 'en-GB', timezoneId: 'UTC' })
  if (seeded) await context.addCookies(seeded.cookies)
  return context.newPage()
}

/** Opens an address, waits until nothing is loading, and takes the screenshot. */
async function capture(page: Page, address: string, name: string): Promise<void> {
  await page.goto(stack.url + address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [aria-label^="Loading"]'))
  const live = page.locator('[data-live]')
  if ((await live.count()) > 0) await page.locator('[data-live="live"]').waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
}

/** Apps, finished runs of every status and one that continues. */
async function seed(browser: Browser, stack: Stack): Promise<Seeded> {
  const context = await browser.newContext()
  const call = caller(context, stack.url)
  await call('session', { email: stack.admin.email, password: stack.admin.password })
  for (const [name, description] of apps) await call('api/apps', { name, description })
  const app = await call('api/apps', { name: 'Parcel depot', description: 'Everything about parcels' })
  await call(`api/apps/${app}/token`, {})
  await call(`api/apps/${app}/variables`, { name: 'CARRIER_PASSWORD', value: 'an example of a value' })
  const start = (run: object) => call(`api/workqueues?appId=${app}`, run)
  for (const [index, [name, tag]] of finished.entries())
    await start({ name, description: `lot ${4401 + index}`, tags: [tag], tasks: shortTasks(index) })
  const cancelled = await start({
    name: 'Image refresh',
    description: '12,400 pictures',
    tags: ['media'],
    tasks: [wait('resize')],
  })
  await call(`api/workqueues/${cancelled}/end`, { status: 'cancelled' })
  await start({
    name: 'Rate import',
    description: 'carrier tables',
    tags: ['rates'],
    tasks: [{ name: 'fetch', type: 'task.rail.rates' }],
  })
  await start({ name: 'Harbour intake', description: 'quay 4', tags: ['quay'], tasks: waiting })
  await start({ name: 'Customs export', description: 'lot 4410', tags: ['eu'], tasks: [wait('declare')] })
  const plan = await call('api/plans', parcelIntake)
  const owned = await seedTeam(call)
  const running = await start(parcelIntake)
  const cookies = await context.cookies()
  await settled(context, stack.url, running)
  await context.close()
  const list = `/apps/${app}/workqueues`
  const own = { app: `/apps/${app}`, list, running: `${list}/${running}`, plan: `/plans/${plan}` }
  return { cookies, ...own, ...owned }
}

/** A team with workers and a script. Returns the paths of one of each. */
async function seedTeam(call: ReturnType<typeof caller>) {
  for (const name of ['Customs', 'Media']) await call('api/teams', { name })
  const teamId = await call('api/teams', { name: 'Rail' })
  const ids = []
  for (const name of workers)
    ids.push(
      await call('api/workers', {
        name,
        teamId,
        description: 'Runs in hall 2, beside the scales.',
        inputs: { image: 'string', dpi: 300 },
        outputs: { text: 'string' },
      }),
    )
  await call(`api/workers/${ids[2]}/aliases`, { aliasName: 'edge' })
  const script = await call('api/scripts', {
    name: 'Rate import',
    teamId,
    description: 'Carrier tables',
    code,
  })
  const paths = { worker: `/workers/${ids[2]}`, script: `/scripts/${script}`, team: `/teams/${teamId}` }
  return { ...paths, ...(await seedCluster(call, teamId, ids)) }
}

/**
 * Clusters, one of them with a deployment of each worker. Returns the paths of that cluster and of a
 * deployment.
 */
async function seedCluster(call: ReturnType<typeof caller>, teamId: string, workerIds: string[]) {
  for (const name of ['Harbour', 'Test bench']) await call('api/clusters', { name, teamId })
  const cluster = await call('api/clusters', { name: 'Hall 2', teamId, tags: ['eu-west', 'production'] })
  const environment = { DATABASE_URL: 'postgres://parcels@db/parcels', LOG_LEVEL: 'info' }
  const ids = []
  for (const [index, workerId] of workerIds.entries())
    ids.push(
      await call('api/deployments', {
        clusterId: cluster,
        workerId,
        dockerTag: `v2.${index}.0`,
        environment,
      }),
    )
  return { cluster: `/clusters/${cluster}`, deployment: `/clusters/${cluster}/deployment/${ids[2]}` }
}

/** Returns a function that posts to the product and returns the new row's id. */
function caller(context: BrowserContext, url: string) {
  return async (address: string, data: object): Promise<string> => {
    const response = await context.request.post(`${url}/${address}`, {
      data,
      headers: { 'x-csrf': '1', origin: url },
    })
    if (!response.ok()) throw new Error(`${address} answered ${response.status()}: ${await response.text()}`)
    const body = (await response.json()) as { _id?: string; data?: { _id?: string } } | null
    return body?.data?._id ?? body?._id ?? ''
  }
}

/** Waits until the continuing run shows the states that the screenshots need. */
async function settled(context: BrowserContext, url: string, run: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/api/workqueues/${run}`)
  await page.waitForFunction(async () => {
    const answer = await fetch(location.href)
    return /"name":"route"[^}]*"status":"started"/.test(JSON.stringify(await answer.json()))
  })
  await page.close()
}

function wait(name: string, depends: string[] = [], ms = HOUR) {
  return { name, type: 'task.workforce.delay', depends, inputs: { ms } }
}

function noop(name: string, depends: string[] = [], more: object = {}) {
  return { name, type: 'task.workforce.noop', depends, ...more }
}

function shortTasks(index: number) {
  const check = index % 3 === 1 ? { inputs: { fail: 'no checksum' } } : {}
  return [noop('weigh'), noop('check', ['weigh'], check)]
}
