import type { Page } from 'playwright/test'
import type { ForeignPlatform } from '../support/foreign-platform.ts'
import type { SeenRequest } from '../support/fake-platform.ts'
import { asksFor } from './asks-for.ts'
import { endless, failing } from './definitions.ts'
import { expect, test } from './foreign-stack.ts'
import { AccountPage } from './pages/account-page.ts'
import { AppSettingsPage } from './pages/app-settings-page.ts'
import { AppsPage } from './pages/apps-page.ts'
import { ClustersPage } from './pages/clusters-page.ts'
import { CollaboratorsPage } from './pages/collaborators-page.ts'
import { choose } from './pages/choose.ts'
import { DeploymentPage } from './pages/deployment-page.ts'
import { writeInEditor } from './pages/editor.ts'
import { LoginPage } from './pages/login-page.ts'
import { PlansPage } from './pages/plans-page.ts'
import { RunWorkqueuePage } from './pages/run-workqueue-page.ts'
import { ScriptsPage } from './pages/scripts-page.ts'
import { TeamsPage } from './pages/teams-page.ts'
import { WorkersPage } from './pages/workers-page.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'
import { WorkqueuesPage } from './pages/workqueues-page.ts'

/**
 * The main browser tests with a foreign platform: the actions of a user, and the exact calls that the
 * platform gets.
 */

/** Every reading call of a platform without features, with ids as `{}`. */
const readings = new Set([
  'capabilities',
  'account',
  'vars',
  'user/{}',
  'accounts/{}/memberships',
  'accounts/{}/memberships/{}',
  'apps',
  'apps/{}',
  'apps/{}/collaborators',
  'workqueues',
  'workqueues/{}',
  'workqueues/{}/logs',
  'tasks',
  'tasks/summary',
  'tasks/backlog',
  'plans',
  'plans/{}',
  'workers',
  'workers/{}',
  'workers/bytype/{}',
  'scripts',
  'scripts/{}',
  'teams',
  'teams/{}',
  'teams/{}/members',
  'clusters',
  'clusters/{}',
  'deployments',
  'deployments/{}',
])

interface Calls {
  /** Names an id, so that calls are compared as `{name}`. */
  name(name: string, id: string): string
  /**
   * Performs an action and waits for its calls: `METHOD path?query body`. Additional reads are accepted when
   * the contract has them; changes must match exactly.
   */
  made(act: () => Promise<unknown>, ...expected: string[]): Promise<void>
}

/** A call whose body has its fields in alphabetical order. */
function inOrder(call: string): string {
  const start = call.indexOf(' {"') + 1
  if (start === 0) return call
  const ordered = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return call.slice(0, start) + JSON.stringify(JSON.parse(call.slice(start)), ordered)
}

function callsOf(foreign: ForeignPlatform): Calls {
  const names = new Map<string, string>()
  const told = ({ method, path, query, body }: SeenRequest) => {
    const parameters = decodeURIComponent(query).split('&').filter(Boolean).sort().join('&')
    const text = `${method} ${path.replace('/api/', '')}${parameters && `?${parameters}`}${body && ` ${body}`}`
    return inOrder(text)
      .replace(/[0-9a-f]{24}/g, (id) => names.get(id) ?? '{id}')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{date}')
      .replace(foreign.admin.email, '{admin}')
  }
  return {
    name(name, id) {
      names.set(id, `{${name}}`)
      return id
    },
    async made(act, ...calls) {
      const expected = calls.map(inOrder)
      foreign.seen.splice(0)
      await act()
      const seen = () => foreign.seen.map(told)
      const isReading = (call: string) => call.startsWith('GET ')
      await expect
        .poll(() => expected.filter((call) => !seen().includes(call)), { message: seen().join('\n') })
        .toEqual([])
      expect(
        seen()
          .filter((call) => !isReading(call))
          .sort(),
      ).toEqual(expected.filter((call) => !isReading(call)).sort())
      for (const { method, path, headers } of foreign.seen) {
        const form = path.replace('/api/', '').replace(/(?<=bytype\/).+|[0-9a-f]{24}/g, '{}')
        if (method === 'GET') expect(readings).toContain(form)
        if (path === '/api/users/login') continue
        expect(headers.authorization, path).toMatch(/^Bearer \S+$/)
        // Before the accounts of a user are known, and after signing out, no account is sent.
        if (!/^\/api\/user(s\/logout|\/)/.test(path))
          expect(headers['account-id'], path).toMatch(/^[0-9a-f]{24}$/)
      }
    },
  }
}

/** Confirms the open question. */
const confirm = (page: Page, answer: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click()

test.describe('before sign-in', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('signing in and out', async ({ page, foreign }) => {
    const calls = callsOf(foreign)
    await page.goto('/')
    const { email, password } = foreign.admin
    await calls.made(
      () => new LoginPage(page).signIn(email, password),
      `POST users/login {"email":"{admin}","password":"${password}"}`,
      'GET user/{id}',
      'GET apps?page=1&pagesize=9999',
    )
    await page.getByRole('button', { name: /^User:/ }).click()
    await calls.made(() => page.getByRole('menuitem', { name: 'Sign Out' }).click(), 'POST users/logout')
  })
})

test('an app, its runs and its tasks', async ({ page, api, foreign }) => {
  test.setTimeout(180_000)
  const calls = callsOf(foreign)
  const [apps, run] = [new AppsPage(page), new RunWorkqueuePage(page)]
  const [list, detail] = [new WorkqueuesPage(page), new WorkqueuePage(page)]
  calls.name('plan', await api.savePlan({ ...failing('Planned'), initialState: { lot: 7 } }))
  await page.goto('/apps')
  await apps.expectShown()
  await calls.made(
    async () => calls.name('app', await apps.create('Foreign', 'Far away')),
    'POST apps {"name":"Foreign","description":"Far away"}',
    'GET apps/{app}',
    'GET workqueues?appId={app}&page=1&pagesize=10',
  )
  const app = new URL(page.url()).pathname.split('/')[2] ?? ''
  await calls.made(
    () => list.goto(app, '?status=failed,cancelled&tags=eu,night&page=2&perPage=25'),
    'GET workqueues?appId={app}&page=2&pagesize=25&status=failed,cancelled&tags=eu,night',
  )
  const since = '2026-03-01T00:00:00.000Z'
  await calls.made(
    () => list.goto(app, `?created=${since},2026-03-02T12:30:00.000Z`),
    'GET workqueues?appId={app}&created[$gte]={date}&created[$lte]={date}&page=1&pagesize=10',
  )
  await calls.made(
    () => page.goto(`/apps/${app}/tasks?created=${since},`),
    'GET tasks?appId={app}&created[$gte]={date}&page=1&pagesize=10',
  )
  await calls.made(() => run.goto(app), 'GET plans?appId={app}&page=1&pagesize=10')
  await calls.made(() => run.search('lanne'), 'GET plans?appId={app}&page=1&pagesize=9999')
  await calls.made(
    async () => calls.name('planned', await run.runPlan('Planned')),
    'GET plans/{plan}',
    'POST workqueues?appId={app} {"plan":"{plan}","initialState":{"lot":7}}',
    'GET workqueues/{planned}',
  )
  await run.goto(app, endless('Direct'))
  await calls.made(
    async () => calls.name('direct', await run.submit()),
    `POST workqueues?appId={app} ${JSON.stringify(endless('Direct'))}`,
    'GET workqueues/{direct}',
  )
  await detail.expectTask('wait', 'started')
  await calls.made(() => detail.cancel(), 'POST workqueues/{direct}/end {"status":"cancelled"}')
  const others = [await api.start(app, endless('One')), await api.start(app, endless('Two'))]
  for (const [index, id] of others.entries()) calls.name(`other ${index}`, id)
  await list.goto(app)
  for (const name of ['One', 'Two']) await list.select(name)
  await calls.made(
    () => list.cancelSelected('Cancel 2 workqueues'),
    'POST workqueues/{other 0}/end {"status":"cancelled"}',
    'POST workqueues/{other 1}/end {"status":"cancelled"}',
    'GET workqueues?appId={app}&page=1&pagesize=10',
  )
  const failed = calls.name('failed', await api.start(app, failing('Failed')))
  await api.reaches(failed, 'failed')
  const { tasks } = (await api.read(`workqueues/${failed}`)) as { tasks: { _id: string; name: string }[] }
  calls.name('settle', tasks.find(({ name }) => name === 'settle')?._id ?? '')
  await detail.goto(app, failed)
  await calls.made(() => detail.showLogs('settle'), 'GET workqueues/{failed}/logs?athena=true')
  await calls.made(
    () => page.getByRole('button', { name: 'Re-run (new Alias): settle' }).click(),
    'GET workers/bytype/task.workforce.noop',
  )
  await page.keyboard.press('Escape')
  // A built-in type has no aliases. The test adds one to the browser's answer; the platform then answers the
  // browser's request.
  await page.route('**/graphql', (route) =>
    asksFor('TaskAliases')(route.request())
      ? route.fulfill({ json: { data: { taskAliases: ['default', 'gpu'] } } })
      : route.continue(),
  )
  await calls.made(async () => {
    await page.getByRole('button', { name: 'Re-run (new Alias): settle' }).click()
    const dialog = page.getByRole('dialog', { name: 'Re-run Task with a different Alias' })
    await dialog.getByRole('radio', { name: 'gpu' }).check()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  }, 'POST tasks/{settle}/restart/alias/gpu {"taskId":"{settle}","aliasName":"gpu"}')
  await page.unrouteAll({ behavior: 'wait' })
  await api.reaches(failed, 'failed')
  await detail.goto(app, failed)
  await calls.made(() => detail.restart('settle'), 'POST tasks/{settle}/restart {"taskId":"{settle}"}')
  await calls.made(
    () => page.goto(`/apps/${app}/tasks?status=failed&type=task.workforce.noop`),
    'GET tasks?appId={app}&page=1&pagesize=10&status=failed&type=task.workforce.noop',
  )
  await calls.made(
    () => page.goto(`/apps/${app}/tasks-summary`),
    ...['started', 'queued', 'failed'].map(
      (status) => `GET tasks/summary?appId={app}&endDate={date}&startDate={date}&status=${status}`,
    ),
  )
})

/** A run of which the platform answers a part, with statuses that the console does not know. */
const inPart = (id: string, appId: string) => ({
  _id: id,
  appId,
  name: 'In part',
  status: 'paused',
  tasks: [
    { _id: '1'.repeat(24), name: 'asleep', status: 'sleeping' },
    { _id: '2'.repeat(24), name: 'broken', status: 'failed', depends: ['asleep', 'unknown'] },
    { _id: '3'.repeat(24), name: 'bare' },
  ],
})

test('every view of a run asks for no feature, and shows a run in part', async ({ page, api, foreign }) => {
  test.setTimeout(180_000)
  const calls = callsOf(foreign)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const app = await api.createApp('Partial')
  const failed = calls.name('failed', await api.start(app, failing('Whole')))
  await api.reaches(failed, 'failed')
  const { tasks } = (await api.read(`workqueues/${failed}`)) as { tasks: { _id: string; name: string }[] }
  const settle = tasks.find(({ name }) => name === 'settle')?._id ?? ''
  const partial = calls.name('partial', 'f'.repeat(24))
  const views = ['?view=graph', '?view=timeline', '?view=table']
  const drawers = ['log', 'payload', 'attempts', 'why'].map((tab) => `&tab=${tab}`)
  const show = async (id: string, name: string, queries: string[]) => {
    for (const query of queries) {
      await page.goto(`/apps/${app}/workqueues/${id}${query}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    }
  }
  await calls.made(
    () => show(failed, 'Whole', [...views, ...drawers.map((tab) => `?task=${settle}${tab}`)]),
    'GET workqueues/{failed}',
  )
  foreign.mode({ status: 200, body: JSON.stringify(inPart(partial, app)) }, `/api/workqueues/${partial}`)
  await calls.made(
    () => show(partial, 'In part', [...drawers.map((tab) => `?task=${'2'.repeat(24)}${tab}`), ...views]),
    'GET workqueues/{partial}',
  )
  const table = page.getByRole('table', { name: 'Tasks' })
  for (const text of ['asleep', 'sleeping', 'broken', 'bare']) await expect(table).toContainText(text)
  expect(faults).toEqual([])
})

test('collaborators, tokens and variables of an app', async ({ page, api, stack, foreign }) => {
  const calls = callsOf(foreign)
  const [people, settings] = [new CollaboratorsPage(page), new AppSettingsPage(page)]
  const app = calls.name('app', await api.createApp('Access'))
  await calls.made(() => people.goto(app), 'GET apps/{app}', 'GET apps/{app}/collaborators')
  // An unknown user is invited: the first call is answered with 404.
  await calls.made(
    () => people.add('far@example.test'),
    'POST apps/{app}/collaborators {"email":"far@example.test"}',
    `POST apps/{app}/collaborators/invite {"email":"far@example.test","redirectUrl":"${stack.url}"}`,
  )
  await calls.made(async () => {
    await people.askToDelete(foreign.admin.email)
    await confirm(page, 'Delete')
  }, 'DELETE apps/{app}/collaborators/{id}')
  await settings.goto(app)
  await calls.made(() => settings.addToken(), 'POST apps/{app}/token')
  await calls.made(async () => {
    await settings
      .panel('Access Tokens')
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await confirm(page, 'Delete')
  }, 'DELETE apps/{app}/token/{id}')
  await calls.made(async () => {
    const dialog = await settings.openNewVariable()
    await dialog.getByLabel('Name').fill('CARRIER')
    await dialog.getByLabel('Value').fill('gull')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }, 'POST apps/{app}/variables {"name":"CARRIER","value":"gull"}')
  await calls.made(async () => {
    await page.getByRole('button', { name: 'Delete: CARRIER' }).click()
    await confirm(page, 'Delete')
  }, 'DELETE apps/{app}/variables/{id}')
})

test('the account, its members and its settings', async ({ page, api, stack, foreign }) => {
  const calls = callsOf(foreign)
  const account = new AccountPage(page)
  calls.name('account', ((await api.read('account')) as { _id: string })._id)
  await page.goto('/')
  await calls.made(() => account.open(), 'GET accounts/{account}/memberships?page=1&pagesize=10', 'GET vars')
  const invited = { email: 'far-away@example.test', redirectUrl: stack.url }
  await calls.made(
    () => account.invite(invited.email, 'member'),
    `POST user/invite ${JSON.stringify({
      ...invited,
      name: '',
      role: 'member',
      from: '{admin}',
      domain: 'account:default:member',
      accountName: 'default',
    })}`,
  )
  await calls.made(
    () => account.invite('far-owner@example.test', 'owner'),
    `POST invitation/toAccount ${JSON.stringify({
      accountId: '{account}',
      invitation: { email: 'far-owner@example.test', redirectUrl: stack.url },
    })}`,
  )
  await writeInEditor(page, 'Settings', '{ "theme": "far" }')
  await calls.made(
    () => page.getByRole('button', { name: 'Save Settings' }).click(),
    'PUT accountSettings/save {"accountId":"{account}","theme":"far"}',
  )
  // The platform keeps its last owner; the test checks only the call.
  await calls.made(
    () => account.member(foreign.admin.email).getByRole('combobox').selectOption('member'),
    'PUT accounts/{account}/memberships/{id} {"role":"member"}',
  )
})

test('plans and the backlog', async ({ page, api, foreign }) => {
  const calls = callsOf(foreign)
  const plans = new PlansPage(page)
  const plan = calls.name('plan', await api.savePlan({ name: 'Kept', tasks: [] }))
  calls.name('app', await api.createApp('Runs plans'))
  await calls.made(() => plans.gotoList('?page=1&perPage=25'), 'GET plans?page=1&pagesize=25')
  await calls.made(() => plans.goto(plan), 'GET plans/{plan}')
  await plans.write('Kept', '{ "name": "Kept anew", "tasks": [] }')
  // The parsed plan, with the version that the change is based on.
  await calls.made(() => plans.save(), 'PUT plans/{plan} {"name":"Kept anew","tasks":[],"version":1}')
  await expect(plans.unsaved).toBeHidden()
  const runs = async () => {
    await plans.button('Run Plan').click()
    const dialog = page.getByRole('dialog', { name: 'Run Plan' })
    await choose(dialog, 'Application', 'Runs plans')
    await dialog.getByRole('button', { name: /^Run/ }).click()
    await page.waitForURL(/\/workqueues\//)
  }
  await calls.made(
    runs,
    'GET apps?page=1&pagesize=999',
    'POST plans/{plan}/run?appId={app} {"initialState":{}}',
  )
  await plans.goto(plan)
  await calls.made(async () => {
    await plans.button('Delete Plan').click()
    await confirm(page, 'Delete Plan')
  }, 'DELETE plans/{plan}')
  await calls.made(() => page.goto('/dashboard'), 'GET tasks/backlog')
})

test('teams, workers and scripts', async ({ page, api, stack, foreign }) => {
  test.setTimeout(180_000)
  const calls = callsOf(foreign)
  const [teams, workers, scripts] = [new TeamsPage(page), new WorkersPage(page), new ScriptsPage(page)]
  const dialog = page.getByRole('dialog')
  const opened = async (name: string, plural: string) => {
    await page.waitForURL(new RegExp(`/${plural}/[^/]+$`))
    return calls.name(name, new URL(page.url()).pathname.split('/')[2] ?? '')
  }
  await calls.made(() => teams.gotoList(), 'GET teams?page=1&pagesize=9999')
  await calls.made(
    async () => {
      await teams.open('New Team')
      await dialog.getByLabel('Name').fill('Far')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await opened('team', 'teams')
    },
    'POST teams {"name":"Far"}',
    'GET teams/{team}',
    'GET teams/{team}/members',
  )
  await calls.made(async () => {
    await teams.open('Edit Team')
    await dialog.getByLabel('Name').fill('Farther')
    await dialog.getByRole('button', { name: 'Update' }).click()
  }, 'PUT teams/{team} {"name":"Farther"}')
  await expect(dialog).toHaveCount(0)
  await calls.made(
    async () => {
      await teams.open('Add Team Member', 'New Member')
      await dialog.getByLabel('Name').fill('far-off@example.test')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(dialog).toHaveCount(0)
    },
    'POST teams/{team}/members {"email":"far-off@example.test"}',
    `POST teams/{team}/members/invite {"email":"far-off@example.test","redirectUrl":"${stack.url}"}`,
  )
  await calls.made(() => teams.delete(foreign.admin.email), 'DELETE teams/{team}/members/{id}')

  await calls.made(
    () => workers.gotoList('?showDeleted=true'),
    'GET workers?page=1&pagesize=10&populateTeamId=true&showDeleted=true',
  )
  await calls.made(
    async () => {
      await workers.openNew()
      await dialog.getByLabel('Name').fill('Far Loader')
      await choose(dialog, 'Team', 'Farther')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await opened('worker', 'workers')
    },
    'POST workers {"name":"Far Loader","teamId":"{team}"}',
    'GET workers/{worker}',
  )
  await workers.expectEditors()
  const { version } = (await api.read(new URL(page.url()).pathname.slice(1))) as { version?: number }
  await page.getByLabel('Description').fill('Loads from afar')
  await calls.made(
    () => workers.button('Update Worker').click(),
    `PUT workers/{worker} ${JSON.stringify({
      name: 'Far Loader',
      description: 'Loads from afar',
      inputs: {},
      outputs: {},
      teamId: '{team}',
      version,
    })}`,
  )
  await workers.button('Show Aliases').click()
  await calls.made(async () => {
    await workers.button('Add Alias').click()
    await dialog.getByLabel('Alias Name').fill('edge')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }, 'POST workers/{worker}/aliases {"aliasName":"edge","_id":"{worker}"}')
  await calls.made(async () => {
    const once = await workers.generateKey('default', 'crane')
    await once.getByRole('button', { name: 'Done' }).click()
  }, 'PUT workers/{worker}/aliases/default/jwt {"name":"crane"}')
  await calls.made(async () => {
    await workers.button('Delete Private Key: crane').click()
    await confirm(page, 'Delete')
  }, 'DELETE workers/{worker}/aliases/default/jwt/{id}')
  await calls.made(async () => {
    await workers.button('Delete Alias: edge').click()
    await confirm(page, 'Delete')
  }, 'DELETE workers/{worker}/aliases/edge')
  await calls.made(async () => {
    await workers.button('Delete Worker').click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
  }, 'DELETE workers/{worker}')

  await calls.made(() => scripts.gotoList(), 'GET scripts?page=1&pagesize=10')
  await calls.made(
    async () => {
      await scripts.openNew()
      await dialog.getByLabel('Name').fill('Far import')
      await choose(dialog, 'Team', 'Farther')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await opened('script', 'scripts')
    },
    'POST scripts {"name":"Far import","teamId":"{team}","type":"Far import"}',
    'GET scripts/{script}',
  )
  await page.getByLabel('Description').fill('Reads from afar')
  await calls.made(
    () => scripts.button('Update Script').click(),
    'PUT scripts/{script} {"name":"Far import","description":"Reads from afar","code":"","version":1}',
  )
  await calls.made(async () => {
    await scripts.button('Delete Script').click()
    await confirm(page, 'Delete Script')
  }, 'DELETE scripts/{script}')
})

test('clusters and deployments', async ({ page, api, foreign }) => {
  const calls = callsOf(foreign)
  const [clusters, deployment] = [new ClustersPage(page), new DeploymentPage(page)]
  const teamId = calls.name('team', await api.create('teams', { name: 'Harbour' }))
  calls.name('worker', await api.create('workers', { name: 'Webcam', teamId }))
  const cluster = calls.name('cluster', await api.create('clusters', { name: 'Quay' }))
  await calls.made(() => clusters.goto(), 'GET clusters?page=1&pagesize=10')
  await calls.made(
    () => clusters.gotoCluster(cluster),
    'GET clusters/{cluster}',
    'GET deployments?clusterId={cluster}&page=1&pagesize=999',
  )
  await clusters.field('Name').fill('Quay 4')
  await clusters.chooseTeam('Harbour')
  await calls.made(
    () => clusters.button('Update Cluster').click(),
    'PUT clusters/{cluster} {"name":"Quay 4","teamId":"{team}","tags":[]}',
  )
  await calls.made(() => deployment.goto(cluster, 'new'), 'GET workers?page=1&pagesize=100')
  await deployment.chooseWorker('Webcam')
  await deployment.addVariable(1, 'LEVEL', 'info')
  const form = {
    clusterId: '{cluster}',
    workerId: '{worker}',
    dockerTag: 'latest',
    replicaCount: 1,
    resources: { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
  }
  await calls.made(
    async () => {
      await deployment.button('Create').click()
      await page.waitForURL(/\/deployment\/(?!new)/)
      calls.name('deployment', new URL(page.url()).pathname.split('/').at(-1) ?? '')
    },
    `POST deployments ${JSON.stringify({ ...form, environment: { LEVEL: 'info' } })}`,
    'GET deployments/{deployment}?withConfig=true',
  )
  await deployment.field('Docker Tag').fill('v2')
  await calls.made(
    () => deployment.button('Update Deployment').click(),
    `PUT deployments/{deployment} ${JSON.stringify({
      ...form,
      dockerTag: 'v2',
      version: 1,
      environment: { LEVEL: 'info' },
    })}`,
  )
  await deployment.expectToast(/^Deployment updated: /)
  await deployment.switchView()
  await deployment.expectYaml('kind: ')
  await deployment.writeYaml('kind: HelmRelease\n')
  await calls.made(
    () => deployment.button('Update Configuration').click(),
    `PUT deployments/{deployment}/flux ${JSON.stringify({ fluxConfig: 'kind: HelmRelease\n', version: 2 })}`,
  )
  await calls.made(async () => {
    await deployment.button('Delete Deployment').click()
    await confirm(page, 'Delete Deployment')
  }, 'DELETE deployments/{deployment}')
  await page.waitForURL(`/clusters/${cluster}`)
  await calls.made(async () => {
    await clusters.button('Delete Cluster').click()
    await confirm(page, 'Delete Cluster')
  }, 'DELETE clusters/{cluster}')
})
