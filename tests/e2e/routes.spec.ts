import type { Locator, Page } from 'playwright/test'
import { failing } from './definitions.ts'
import { expect, test, type Api } from './operator.ts'
import { LoginPage } from './pages/login-page.ts'
import { test as stranger } from './stack.ts'
import { unique } from './unique.ts'

/** One row of the route table: what an address shows. */
interface Route {
  address: string
  heading: string
  /** The document title, if it differs from the heading. */
  title?: string
  /** Entries of the side menu that are marked as the current page. */
  active: string[]
}

interface Seeded {
  name: string
  app: string
  workqueue: string
  plan: string
  worker: string
  script: string
  team: string
  cluster: string
  deployment: string
}

/** One entity of each kind, all with the same name. */
async function seed(api: Api): Promise<Seeded> {
  const name = unique('Route')
  const app = await api.createApp(name)
  const workqueue = await api.start(app, failing(name))
  await api.reaches(workqueue, 'failed')
  // This task has no worker, so the backlog is not empty.
  await api.start(app, { name: 'Waits', tasks: [{ name: 'read', type: 'task.route.ocr' }] })
  const team = await api.create('teams', { name })
  const worker = await api.create('workers', { name, teamId: team })
  const cluster = await api.create('clusters', { name, teamId: team })
  const deployment = await api.create('deployments', { clusterId: cluster, workerId: worker, alias: 'crane' })
  const plan = await api.savePlan(failing(name))
  const script = await api.create('scripts', { name, teamId: team, code: 'run()' })
  return { name, app, workqueue, plan, worker, script, team, cluster, deployment }
}

/** All routes of the console, with the account screen. */
function routesOf(one: Seeded): Route[] {
  const { name } = one
  const app = `/apps/${one.app}`
  const row = (address: string, heading: string, ...active: string[]): Route => ({
    address,
    heading,
    active,
  })
  return [
    row('/apps', 'Apps', 'Apps'),
    row(`${app}/workqueues`, 'Workqueues', 'Apps', 'Workqueues'),
    row(`${app}/workqueues/create`, 'Run Workqueue', 'Apps', 'Workqueues'),
    {
      ...row(`${app}/workqueues/${one.workqueue}`, name, 'Apps', 'Workqueues'),
      title: `${name} (failed)`,
    },
    row(`${app}/grid`, 'Grid', 'Apps', 'Grid'),
    row(`${app}/schedules`, 'Schedules', 'Apps', 'Schedules'),
    row(`${app}/tasks`, 'Tasks', 'Apps', 'Tasks'),
    row(`${app}/collaborators`, 'Collaborators', 'Apps', 'Collaborators'),
    row(`${app}/tasks-summary`, 'Tasks Summary', 'Apps', 'Tasks Summary'),
    row(`${app}/settings`, 'Settings', 'Apps', 'Settings'),
    row('/plans', 'Plans', 'Plans'),
    row(`/plans/${one.plan}`, name, 'Plans'),
    row('/workers', 'Workers', 'Workers'),
    row(`/workers/${one.worker}`, name, 'Workers'),
    row('/scripts', 'Scripts', 'Scripts'),
    row(`/scripts/${one.script}`, name, 'Scripts'),
    row('/teams', 'Teams', 'Teams'),
    row(`/teams/${one.team}`, name, 'Teams'),
    row('/dashboard', 'Backlog', 'Dashboard', 'Backlog'),
    row('/reference', 'Reference'),
    row('/clusters', 'Clusters', 'Clusters'),
    row(`/clusters/${one.cluster}`, name, 'Clusters'),
    row(`/clusters/${one.cluster}/deployment/new`, 'New Deployment', 'Clusters'),
    // The tab says also the worker, which is read after the heading.
    {
      ...row(`/clusters/${one.cluster}/deployment/${one.deployment}`, 'crane', 'Clusters'),
      title: `${name} crane`,
    },
  ]
}

async function expectRoute(page: Page, { address, heading, active, title = heading }: Route): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
  await expect(page, address).toHaveTitle(`${title} - Workforce`)
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText(
    active,
  )
  await expect(page).toHaveURL(address)
}

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

const menu = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true })

test('every address shows its heading, its menu entry and its title; Back returns through all of them', async ({
  page,
  api,
}) => {
  const routes = routesOf(await seed(api))
  for (const route of routes) {
    await page.goto(route.address)
    await expectRoute(page, route)
  }
  // Navigation within the page, without a reload: from the last to the first.
  const visited = ['Apps', 'Plans', 'Workers', 'Scripts', 'Teams', 'Dashboard', 'Clusters']
  for (const entry of visited) {
    await menu(page, entry).click()
    await expect(menu(page, entry)).toHaveAttribute('aria-current', 'page')
  }
  for (const entry of visited.toReversed().slice(1)) {
    await page.goBack()
    const route = routes.find(({ active, address }) => active[0] === entry && !/\/.+\//.test(address))
    if (route) await expectRoute(page, route)
  }
})

test('the seven entries of an app, the sections and the logo lead to their pages', async ({ page, api }) => {
  const app = await api.createApp(unique('Entries'))
  await page.goto(`/apps/${app}`)
  for (const [entry, last] of [
    ['Grid', 'grid'],
    ['Schedules', 'schedules'],
    ['Tasks', 'tasks'],
    ['Collaborators', 'collaborators'],
    ['Tasks Summary', 'tasks-summary'],
    ['Settings', 'settings'],
    ['Workqueues', 'workqueues'],
  ] as const) {
    await menu(page, entry).click()
    await expectRoute(page, { address: `/apps/${app}/${last}`, heading: entry, active: ['Apps', entry] })
  }
  await menu(page, 'Backlog').click()
  await expectRoute(page, { address: '/dashboard', heading: 'Backlog', active: ['Dashboard', 'Backlog'] })
  await page.getByRole('banner').getByRole('link').first().click()
  await expectRoute(page, { address: '/apps', heading: 'Apps', active: ['Apps'] })
})

test('a selection made while an app is loading is kept', async ({ page, api }) => {
  const app = await api.createApp(unique('Choice'))
  const [answer, code] = [createGate(), createGate()]
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postDataJSON() as { operationName?: string } | null
    if (asked?.operationName === 'App') await answer.opened
    await route.fallback()
  })
  await page.route('**/task-list-page*', async (route) => {
    await code.opened
    await route.fallback()
  })
  await page.goto(`/apps/${app}`)
  const loading = page.getByRole('status', { name: 'Loading app' })
  await expect(loading).toBeVisible()
  await menu(page, 'Tasks').click()
  // The app is loaded before the selected screen.
  answer.open()
  await expect(loading).toBeHidden()
  code.open()
  await expectRoute(page, { address: `/apps/${app}/tasks`, heading: 'Tasks', active: ['Apps', 'Tasks'] })
})

test('an unknown address leads to an existing page', async ({ page, api }) => {
  const app = await api.createApp()
  const cluster = await api.create('clusters', { name: unique('Route') })
  for (const [address, shown] of [
    ['/', '/apps'],
    ['/no/such/page', '/apps'],
    ['/apps/', '/apps'],
    [`/apps/${app}`, `/apps/${app}/workqueues`],
    [`/apps/${app}/nothing`, '/apps'],
    ['/plans/1/2', '/apps'],
    [`/clusters/${cluster}/deployment`, '/apps'],
    ['/login', '/apps'],
    // The screen of a missing entity leads to its list.
    ['/apps/000000000000000000000000/tasks', '/apps'],
    [`/apps/${app}/workqueues/000000000000000000000000`, `/apps/${app}/workqueues`],
    ['/plans/000000000000000000000000', '/plans'],
    ['/workers/000000000000000000000000', '/workers'],
    ['/scripts/000000000000000000000000', '/scripts'],
    ['/teams/000000000000000000000000', '/teams'],
    ['/clusters/000000000000000000000000', '/clusters'],
    [`/clusters/${cluster}/deployment/000000000000000000000000`, `/clusters/${cluster}`],
  ] as const) {
    await page.goto(address)
    await expect(page, address).toHaveURL(new RegExp(`^[^/]+//[^/]+${shown}/?$`))
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
  }
})

test('the state of a screen is in its address: reload and Back restore it', async ({ page, api }) => {
  const one = await seed(api)
  const app = `/apps/${one.app}`
  const definition = encodeURIComponent(JSON.stringify({ name: 'Handed over', tasks: [] }))
  const shown: [address: string, state: Locator][] = [
    [`${app}/workqueues?status=completed`, page.getByText('No run matches these filters')],
    [`${app}/workqueues?tags=eu,nightly`, page.getByRole('button', { name: /^Tags.*eu/s })],
    [
      `${app}/workqueues/create?workqueue=${definition}`,
      page.locator('.view-lines').getByText('Handed over'),
    ],
    [`${app}/tasks?status=completed`, page.getByRole('button', { name: /^Status/ })],
    [`${app}/tasks?type=task.workforce.delay`, page.getByText('No task matches these filters')],
    [
      `${app}/tasks-summary?dateRange=5&tab=failed`,
      page.getByRole('tab', { name: /^Failed/, selected: true }),
    ],
    ['/plans?perPage=25', perPage(page)],
    ['/scripts?perPage=25', perPage(page)],
    ['/workers?showDeleted=true', page.getByRole('switch', { name: 'Show Deleted', checked: true })],
    [`/workers/${one.worker}?aliases=true`, page.getByRole('table', { name: 'Aliases' })],
    ['/dashboard?search=none-such', page.getByText('Nothing matches this pattern')],
    [
      `/clusters/${one.cluster}/deployment/${one.deployment}?view=advanced`,
      page.getByRole('switch', { name: 'Advanced View', checked: true }),
    ],
  ]
  for (const [address, state] of shown) {
    await page.goto(address)
    await expect(state, address).toBeVisible()
    await menu(page, 'Teams').click()
    await expect(page).toHaveTitle('Teams - Workforce')
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(state, `${address}, after Back`).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(address)
    await expect(state, `${address}, reloaded`).toBeVisible()
  }
})

const perPage = (page: Page) => page.getByRole('combobox', { name: /per page/i })

stranger(
  'who is not signed in sees the login page wherever it is, and is led on after it',
  async ({ page, stack }) => {
    const none = '0'.repeat(24)
    const names = ['app', 'workqueue', 'plan', 'worker', 'script', 'team', 'cluster', 'deployment'] as const
    const ids = Object.fromEntries(names.map((name) => [name, none])) as Record<
      (typeof names)[number],
      string
    >
    const addresses = routesOf({ name: '', ...ids }).map(({ address }) => address)
    for (const address of [...addresses, '/account', '/apps?from=mail#top', '/no/such/page']) {
      await page.goto(stack.url + address)
      await expect(page).toHaveURL(`${stack.url}/login?redirectTo=${encodeURIComponent(address)}`)
      await expect(page).toHaveTitle('Sign In - Workforce')
    }
    await page.goto(`${stack.url}/`)
    await expect(page).toHaveURL(`${stack.url}/login`)
    await page.goto(`${stack.url}/login?redirectTo=${encodeURIComponent('/workers?showDeleted=true')}`)
    await new LoginPage(page).signIn(stack.admin.email, stack.admin.password)
    await expect(page).toHaveURL(`${stack.url}/workers?showDeleted=true`)

    await page.goto(`${stack.url}/logout`)
    await expect(page).toHaveURL(`${stack.url}/login`)
    await new LoginPage(page).expectShown()
    await page.goto(`${stack.url}/plans`)
    await new LoginPage(page).expectShown()
  },
)
