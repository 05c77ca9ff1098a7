import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { endless, failing } from './definitions.ts'
import { expect, test } from './foreign-stack.ts'
import type { Api } from './operator.ts'
import { choose } from './pages/choose.ts'
import { WorkersPage } from './pages/workers-page.ts'
import { errorTexts, successTexts } from './spec-texts.ts'

const reason = 'out of order'

interface Seeded {
  app: string
  failed: string
  running: string[]
  plan: string
  team: string
  worker: string
  script: string
  cluster: string
  deployment: string
  admin: string
}

/** One message of the catalogue: the call that fails, the page, the action, and the result. */
interface Failure {
  text: string
  /** The shown text, when the catalogue's text has placeholders. */
  shown?: string
  /** The appended text; by default the platform's message. */
  because?: string
  /** Method and path of the call that the platform refuses. */
  call(one: Seeded): string
  at(one: Seeded): string
  act?(page: Page, one: Seeded): Promise<void>
  /** The call succeeds until the page has loaded. */
  later?: boolean
  /** The page that follows; by default the same page. */
  leadsTo?(one: Seeded): string
}

const app = (one: Seeded, rest: string) => `/apps/${one.app}/${rest}`
const press = (name: string | RegExp) => async (page: Page) =>
  page.locator('main').getByRole('button', { name, exact: true }).first().click()

/** Presses a button of the page and then that of the confirmation. */
const confirmed =
  (name: string | RegExp, answer = 'Delete') =>
  async (page: Page) => {
    await press(name)(page)
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
  }

/** Opens a dialog, fills in its fields and presses its button. */
const filled = (open: string, fields: Record<string, string>, answer: string) => async (page: Page) => {
  await press(open)(page)
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: answer, exact: true }).click()
}

/** A detail page that leads back to its list. */
function detail(text: string, plural: string, id: (one: Seeded) => string): Failure {
  const at = (one: Seeded) => `/${plural}/${id(one)}`
  return { text, call: (one) => `GET /api${at(one)}`, at, leadsTo: () => `/${plural}` }
}

const list = (text: string, plural: string): Failure => ({
  text,
  call: () => `GET /api/${plural}?`,
  at: () => `/${plural}`,
})

const failures: Failure[] = [
  list('Error loading apps:', 'apps'),
  {
    text: 'Error creating app:',
    call: () => 'POST /api/apps',
    at: () => '/apps',
    act: filled('New App', { Name: 'Never', Description: 'Never made' }, 'Create'),
  },
  {
    text: 'Error creating app:',
    call: () => 'PUT /api/apps',
    at: (one) => app(one, 'tasks'),
    act: filled('Edit App', { Name: 'Never' }, 'Update'),
  },
  {
    text: 'Error loading app details:',
    call: (one) => `GET /api/apps/${one.app}`,
    at: (one) => app(one, 'tasks'),
    later: true,
    act: (page) => page.getByRole('link', { name: 'Settings', exact: true }).click(),
    leadsTo: (one) => app(one, 'settings'),
  },
  {
    text: 'Error loading app:',
    call: (one) => `GET /api/apps/${one.app}`,
    at: (one) => app(one, 'tasks'),
    leadsTo: () => '/apps',
  },
  {
    text: "Couldn't load application details...",
    call: (one) => `GET /api/apps/${one.app}`,
    at: (one) => app(one, 'workqueues/create'),
    leadsTo: () => '/apps',
  },
  {
    text: 'Error loading workqueues:',
    call: () => 'GET /api/workqueues?',
    at: (one) => app(one, 'workqueues'),
  },
  {
    text: 'Error loading workqueue:',
    call: (one) => `GET /api/workqueues/${one.failed}`,
    at: (one) => app(one, `workqueues/${one.failed}`),
    leadsTo: (one) => app(one, 'workqueues'),
  },
  {
    text: "Couldn't cancel workqueues:",
    because: `Two: ${reason}; One: ${reason}`,
    call: () => 'POST /api/workqueues/',
    at: (one) => app(one, 'workqueues?status=started'),
    async act(page) {
      const all = page.getByRole('checkbox', { name: 'Select all rows' })
      await expect(all).toBeEnabled()
      await all.check({ force: true })
      await confirmed('Cancel 2 workqueues', 'Cancel 2 workqueues')(page)
    },
  },
  {
    text: "Couldn't cancel workqueue:",
    call: () => 'POST /api/workqueues/',
    at: (one) => app(one, `workqueues/${one.running[0]}`),
    act: confirmed('Cancel', 'Cancel workqueue'),
  },
  {
    text: "Couldn't start workqueue [name]...",
    shown: "Couldn't start workqueue [Never]...",
    call: () => 'POST /api/workqueues?',
    at: (one) => app(one, `workqueues/create?workqueue=${encodeURIComponent('{"name":"Never","tasks":[]}')}`),
    act: press('Submit'),
  },
  {
    text: "Couldn't start plan: {plan}...",
    shown: "Couldn't start plan: Told...",
    call: () => 'POST /api/plans/',
    at: (one) => `/plans/${one.plan}`,
    async act(page) {
      await press('Run Plan')(page)
      const dialog = page.getByRole('dialog', { name: 'Run Plan' })
      await choose(dialog, 'Application', 'Texts')
      await dialog.getByRole('button', { name: /^Run/ }).click()
    },
  },
  {
    text: "Couldn't load workqueue logs:",
    call: (one) => `GET /api/workqueues/${one.failed}/logs`,
    at: (one) => app(one, `workqueues/${one.failed}`),
    act: press('Refresh Logs'),
  },
  { text: 'Error loading tasks:', call: () => 'GET /api/tasks?', at: (one) => app(one, 'tasks') },
  list('Error loading workers:', 'workers'),
  {
    text: 'Error restarting task:',
    call: () => 'POST /api/tasks/',
    at: (one) => app(one, 'tasks-summary?tab=failed'),
    act: press('Restart Task: settle'),
  },
  {
    text: "Couldn't restart task: [name]...",
    shown: "Couldn't restart task: [settle]...",
    call: () => 'POST /api/tasks/',
    at: (one) => app(one, `workqueues/${one.failed}`),
    act: press('Re Run: settle'),
  },
  {
    text: "Couldn't get aliases for type: [type]...",
    shown: "Couldn't get aliases for type: [task.workforce.noop]...",
    call: () => 'GET /api/workers/bytype/',
    at: (one) => app(one, `workqueues/${one.failed}`),
    async act(page) {
      await press('Re-run (new Alias): settle')(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    text: 'Error loading collaborators:',
    call: (one) => `GET /api/apps/${one.app}/collaborators`,
    at: (one) => app(one, 'collaborators'),
  },
  {
    text: 'Error inviting collaborator:',
    call: (one) => `POST /api/apps/${one.app}/collaborators`,
    at: (one) => app(one, 'collaborators'),
    act: filled('Add Collaborator', { Email: 'nobody@example.test' }, 'Add'),
  },
  {
    text: 'Error removing collaborator:',
    call: (one) => `DELETE /api/apps/${one.app}/collaborators`,
    at: (one) => app(one, 'collaborators'),
    act: confirmed(/^Delete: /),
  },
  {
    text: 'Error adding token:',
    call: (one) => `POST /api/apps/${one.app}/token`,
    at: (one) => app(one, 'settings'),
    act: press('Add Token'),
  },
  {
    text: 'Error removing token:',
    call: (one) => `DELETE /api/apps/${one.app}/token`,
    at: (one) => app(one, 'settings'),
    act: async (page) => {
      await page
        .getByRole('region', { name: 'Access Tokens' })
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    },
  },
  {
    text: 'Error removing variable:',
    call: (one) => `DELETE /api/apps/${one.app}/variables`,
    at: (one) => app(one, 'settings'),
    act: confirmed('Delete: CARRIER'),
  },
  {
    text: "Couldn't load application list...",
    call: () => 'GET /api/apps?',
    at: (one) => `/plans/${one.plan}`,
    act: press('Run Plan'),
  },
  { text: 'Error loading data:', call: () => 'GET /api/tasks/backlog', at: () => '/dashboard' },
  list('Error loading plans:', 'plans'),
  detail('Error loading plan:', 'plans', ({ plan }) => plan),
  {
    text: 'Error deleting plan:',
    call: () => 'DELETE /api/plans/',
    at: (one) => `/plans/${one.plan}`,
    act: confirmed('Delete Plan', 'Delete Plan'),
  },
  detail('Error loading worker:', 'workers', ({ worker }) => worker),
  detail('Error loading script:', 'scripts', ({ script }) => script),
  detail('Error loading team:', 'teams', ({ team }) => team),
  list('Error loading scripts:', 'scripts'),
  list('Error loading teams:', 'teams'),
  {
    text: 'Error deleting worker:',
    call: () => 'DELETE /api/workers/',
    at: (one) => `/workers/${one.worker}`,
    act: confirmed('Delete Worker', 'Delete'),
  },
  {
    text: 'Error deleting script:',
    call: () => 'DELETE /api/scripts/',
    at: (one) => `/scripts/${one.script}`,
    act: confirmed('Delete Script', 'Delete Script'),
  },
  {
    text: 'Error updating worker:',
    call: () => 'PUT /api/workers/',
    at: (one) => `/workers/${one.worker}`,
    act: (page) => changed(page, 'Update Worker'),
  },
  {
    text: 'Error updating script:',
    call: () => 'PUT /api/scripts/',
    at: (one) => `/scripts/${one.script}`,
    act: (page) => changed(page, 'Update Script'),
  },
  {
    text: 'Error updating team:',
    call: () => 'PUT /api/teams/',
    at: (one) => `/teams/${one.team}`,
    act: filled('Edit Team', { Name: 'Never' }, 'Update'),
  },
  {
    text: 'Error creating script:',
    call: () => 'POST /api/scripts',
    at: () => '/scripts',
    async act(page) {
      await press('New Script')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Never')
      await choose(dialog, 'Team', 'Texts')
      await dialog.getByRole('button', { name: 'Create' }).click()
    },
  },
  {
    text: 'Error creating team:',
    call: () => 'POST /api/teams',
    at: () => '/teams',
    act: filled('New Team', { Name: 'Never' }, 'Create'),
  },
  {
    text: 'Error removing alias:',
    call: (one) => `DELETE /api/workers/${one.worker}/aliases/edge`,
    at: (one) => `/workers/${one.worker}?aliases=true`,
    act: confirmed('Delete Alias: edge'),
  },
  {
    text: 'Error removing alias private key:',
    call: (one) => `DELETE /api/workers/${one.worker}/aliases/default/jwt`,
    at: (one) => `/workers/${one.worker}?aliases=true`,
    act: confirmed('Delete Private Key: crane'),
  },
  {
    text: 'Error removing member:',
    call: () => 'DELETE /api/teams/',
    at: (one) => `/teams/${one.team}`,
    act: confirmed(/^Delete: /),
  },
  {
    text: 'Error adding private key to alias:',
    call: () => 'PUT /api/workers/',
    at: (one) => `/workers/${one.worker}?aliases=true`,
    async act(page) {
      await new WorkersPage(page).generateKey('default', 'never')
    },
  },
  {
    text: 'Error inviting member:',
    call: () => 'POST /api/teams/',
    at: (one) => `/teams/${one.team}`,
    act: filled('Add Team Member', { Name: 'nobody@example.test' }, 'Add'),
  },
  list('Error loading clusters:', 'clusters'),
  detail('Error loading cluster:', 'clusters', ({ cluster }) => cluster),
  {
    text: 'Error deleting cluster:',
    call: () => 'DELETE /api/clusters/',
    at: (one) => `/clusters/${one.cluster}`,
    act: confirmed('Delete Cluster', 'Delete Cluster'),
  },
  {
    text: 'Error updating cluster:',
    call: () => 'PUT /api/clusters/',
    at: (one) => `/clusters/${one.cluster}`,
    act: (page) => changed(page, 'Update Cluster', 'Name'),
  },
  {
    text: 'Error loading deployment:',
    call: () => 'GET /api/deployments/',
    at: (one) => `/clusters/${one.cluster}/deployment/${one.deployment}`,
    leadsTo: (one) => `/clusters/${one.cluster}`,
  },
  {
    text: 'Error deleting deployment:',
    call: () => 'DELETE /api/deployments/',
    at: (one) => `/clusters/${one.cluster}/deployment/${one.deployment}`,
    act: confirmed('Delete Deployment', 'Delete Deployment'),
  },
  {
    text: 'Error updating deployment:',
    call: () => 'PUT /api/deployments/',
    at: (one) => `/clusters/${one.cluster}/deployment/${one.deployment}`,
    act: (page) => changed(page, 'Update Deployment', 'Docker Tag'),
  },
]

async function changed(page: Page, button: string, field = 'Description'): Promise<void> {
  await page.getByLabel(field, { exact: true }).fill('Never')
  await press(button)(page)
}

/** A title for the test. */
const unnamed = new Proxy({} as Seeded, { get: (_, name) => `{${String(name)}}` })

let seeded: Promise<Seeded> | undefined

/** One entity of each kind; the tested calls fail, so all rows can share them. */
async function seed(api: Api, admin: string): Promise<Seeded> {
  const name = 'Texts'
  const app = await api.createApp(name)
  await api.create(`apps/${app}/token`, {})
  await api.create(`apps/${app}/variables`, { name: 'CARRIER', value: 'gull' })
  const failed = await api.start(app, failing('Told'))
  const running = [await api.start(app, endless('One')), await api.start(app, endless('Two'))]
  await api.reaches(failed, 'failed')
  for (const id of running) await api.reaches(id, 'started')
  const team = await api.create('teams', { name })
  const worker = await api.create('workers', { name, teamId: team })
  await api.create(`workers/${worker}/aliases`, { aliasName: 'edge', _id: worker })
  await api.change(`workers/${worker}/aliases/default/jwt`, { name: 'crane' })
  const cluster = await api.create('clusters', { name, teamId: team })
  const deployment = await api.create('deployments', { clusterId: cluster, workerId: worker, alias: 'crane' })
  const plan = await api.savePlan(failing('Told'))
  const script = await api.create('scripts', { name, teamId: team, code: 'run()' })
  return { app, failed, running, plan, team, worker, script, cluster, deployment, admin }
}

for (const { text, shown = text, because = reason, call, at, act, later, leadsTo } of failures)
  test(`${text} is shown when ${call(unnamed)} is refused`, async ({ page, api, foreign }) => {
    const one = await (seeded ??= seed(api, foreign.admin.email))
    const broken = call(one)
    const fail = () => foreign.mode({ status: 400, body: JSON.stringify({ message: reason }) }, broken)
    if (!later) fail()
    try {
      await page.goto(at(one))
      if (later) {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        fail()
      }
      // Checked during the action, because the message disappears after seven seconds.
      await Promise.all([
        expect(title(page).filter({ hasText: shown }).first()).toHaveText(`${shown} ${because}`, {
          timeout: 40_000,
        }),
        act?.(page, one),
      ])
      await expect(page).toHaveURL(leadsTo?.(one) ?? at(one))
    } finally {
      foreign.mode('ok', broken)
    }
  })

const title = (page: Page) => page.locator('[data-scope=toast][data-part=title]')

/**
 * Checks that a message is shown for the time in the catalogue, in milliseconds; the test moves the clock of
 * the page.
 */
async function expectShownFor(page: Page, text: string, ms: number): Promise<void> {
  const message = title(page).filter({ hasText: text })
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return message.count()
    })
    .toBe(1)
  await page.clock.runFor(ms - 500)
  await expect(message).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(message).toHaveCount(0)
}

test('a message is shown for seven seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/plans')
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.goto('/plans/ffffffffffffffffffffffff')
  await expectShownFor(page, 'Error loading plan: Plan not found', 7_000)
})

test.describe('with an invalid temporary token', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('An error occurred while checking the temporary token is shown for three seconds', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/login')
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.goto('/?token=used-before')
    await expectShownFor(page, 'An error occurred while checking the temporary token', 3_000)
    await expect(page).toHaveURL('/login')
  })
})

test('every text of the catalogue is produced by an action, here or in the named test file', async () => {
  const read = (file: string) => readFile(path.join(import.meta.dirname, file), 'utf8')
  const own = new Set([
    ...failures.map(({ text }) => text),
    'An error occurred while checking the temporary token',
  ])
  const unmet = []
  for (const { text, shownIn } of [...errorTexts, ...successTexts])
    if (shownIn ? !(await read(shownIn[0])).includes(shownIn[1]) : !own.has(text)) unmet.push(text)
  expect(unmet).toEqual([])
  // Every row of this file has an entry in the catalogue.
  expect(
    failures.map(({ text }) => text).filter((text) => !errorTexts.some((row) => row.text === text)),
  ).toEqual([])
})
