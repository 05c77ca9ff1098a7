import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { environmentWith } from '#server/config.ts'
import { browser as program } from '../debian-program.mjs'
import { demoAddress, demoUser } from './address.ts'
import { newPayments } from './set-up.ts'

/**
 * `npm run pictures`: takes the pictures of `docs/screens` from the demonstration, which has to run (`npm run demo`) and to
 * have been played. Pictures of screens that are no longer taken are deleted.
 */
const folder = path.join(import.meta.dirname, '../../docs/screens')
const baseURL = demoAddress(environmentWith({}))
const sizes = { '': { width: 1440, height: 900 }, 'phone-': { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const
/** These are shown in both sizes and schemes, the others only wide and light. */
const inAll = new Set(['attention', 'workqueues', 'workqueue-detail'])

const browser = await chromium.launch({ executablePath: program.program, args: ['--no-sandbox'] })
const signedIn = await browser.newContext({ baseURL })
const headers = { 'x-csrf': '1', origin: baseURL }
await signedIn.request.post('/session', { data: demoUser, headers })
const screens = await screensOf(signedIn)
const storageState = await signedIn.storageState()
for (const file of readdirSync(folder)) rmSync(path.join(folder, file))
for (const colorScheme of schemes)
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ baseURL, storageState, viewport, colorScheme })
    for (const [name, address] of screens)
      if (inAll.has(name) || (size === '' && colorScheme === 'light'))
        await capture(context, address, `${name}-${size}${colorScheme}`)
    await context.close()
  }
await browser.close()

async function capture(context: BrowserContext, address: string, name: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('[aria-busy="true"], .chakra-skeleton').first().waitFor({ state: 'hidden' })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await page.close()
}

/** The address of each picture, by its name. */
async function screensOf({ request }: BrowserContext): Promise<Map<string, string>> {
  const read = async <Answer>(call: string) => (await (await request.get(`/api/${call}`)).json()) as Answer
  const rowsOf = <Row>(call: string) => read<{ data: Row[] }>(call).then(({ data }) => data)
  const apps = await rowsOf<{ _id: string; name: string }>('apps?pagesize=100')
  const runsOf = (name: string, search: string) => {
    const app = apps.find((each) => each.name === name)
    if (!app) throw new Error(`There is no app ${name}: start npm run demo first`)
    return rowsOf<WorkqueueSummary>(`workqueues?appId=${app._id}&root=true&pagesize=100&search=${search}`)
  }
  const nightly = (await runsOf('Billing', 'nightly')).filter(({ name }) => name === 'Nightly invoice run')
  const [shards] = await runsOf('Data warehouse', 'reindex')
  const failed = nightly.find(({ restarts }) => (restarts ?? 0) > 0)
  const good = nightly.find(({ status }) => status === 'completed')
  const waiting = nightly.find(({ status }) => status === 'started')
  if (!failed || !good || !waiting || !shards) throw new Error('The afternoon has not been played yet')
  const [failure] = await rowsOf<{ _id: string }>('failures?sort=-tasks')
  const deployments = await rowsOf<{ _id: string; clusterId: string; dockerTag: string }>('deployments')
  const deployment = deployments.find(({ dockerTag }) => dockerTag === newPayments.dockerTag)
  const run = ({ appId, _id }: WorkqueueSummary) => `/apps/${appId}/workqueues/${_id}`
  return new Map([
    ['attention', '/dashboard/attention'],
    ['failure', `/dashboard/failures/${failure?._id}`],
    ['backlog', '/dashboard/backlog'],
    ['grid', `/apps/${failed.appId}/grid?plan=${good.planId}`],
    ['apps', '/apps'],
    ['workqueues', `/apps/${failed.appId}/workqueues`],
    ['workqueue-detail', run(failed)],
    ['workqueue-waiting', run(waiting)],
    ['workqueue-timeline', `${run(failed)}?view=timeline`],
    ['workqueue-fan-out', run(shards)],
    ['workqueue-compare', `${run(failed)}/compare/${good._id}`],
    ['schedules', `/apps/${failed.appId}/schedules`],
    ['alerts', '/account?tab=alerts'],
    ['plan', `/plans/${good.planId}`],
    ['deployment', `/clusters/${deployment?.clusterId}/deployment/${deployment?._id}`],
    ['activity', '/dashboard/activity'],
    ['keys', '/dashboard/keys'],
    ['reference', '/reference'],
  ])
}
