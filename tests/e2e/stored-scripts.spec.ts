import type { Page } from 'playwright/test'
import { evidence } from '../support/evidence.ts'
import { scriptPayloads as payloads } from '../support/script-payloads.ts'
import type { Api } from './operator.ts'
import { expect, test } from './own-stack.ts'
import { writeInEditor } from './pages/editor.ts'
import { WorkqueuePage } from './pages/workqueue-page.ts'

/**
 * Check 38: script payloads are stored in every text field, and every screen shows them as text: nothing
 * runs, nothing is loaded from another origin, no link leads to a script, and no violation of the policy is
 * reported.
 */

const [first = ''] = payloads
const all = payloads.join('\n')
/** Payloads that JSON contains without escapes. */
const unescaped = payloads.filter((payload) => !/["\\]/.test(payload))
const noop = 'task.workforce.noop'

/** Names, tags, inputs, reasons, log lines and stack traces: a task per payload, which fails with it. */
const hostileRun = {
  name: first,
  description: all,
  tags: payloads,
  initialState: Object.fromEntries(payloads.map((payload) => [payload, payload])),
  tasks: payloads.map((payload) => ({
    name: payload,
    type: noop,
    inputs: { fail: payload },
    continueOnError: true,
  })),
}

type Ids = Record<'app' | 'run' | 'plan' | 'team' | 'worker' | 'script' | 'cluster' | 'deployment', string>

/** One entity of each kind per payload, and in each description all payloads. Returns the first of each. */
async function seed(api: Api): Promise<Ids> {
  const eachNamed = async (make: (name: string) => Promise<string>) => {
    const made: string[] = []
    for (const name of payloads) made.push(await make(name))
    return made[0] ?? ''
  }
  const app = await eachNamed((name) => api.create('apps', { name, description: all }))
  const run = await api.start(app, hostileRun)
  await eachNamed((name) => api.start(app, { name, description: name, tags: [name], tasks: [] }))
  const plan = await eachNamed((name) => api.create('plans', { ...hostileRun, name }))
  const team = await eachNamed((name) => api.create('teams', { name }))
  const script = await eachNamed((name) =>
    api.create('scripts', { name, teamId: team, description: all, code: all }),
  )
  const texts = { inputs: hostileRun.initialState, outputs: hostileRun.initialState }
  const worker = await eachNamed((name) =>
    api.create('workers', { name, teamId: team, description: all, ...texts }),
  )
  await eachNamed(async (name) => (await api.change(`workers/${worker}/aliases/default/jwt`, { name }), ''))
  const cluster = await eachNamed((name) => api.create('clusters', { name, teamId: team, tags: payloads }))
  await eachNamed((value) =>
    api.create(`apps/${app}/variables`, { name: `V${payloads.indexOf(value)}`, value }),
  )
  const environment = Object.fromEntries(payloads.map((payload, index) => [`E${index}`, payload]))
  const deployment = await api.create('deployments', { clusterId: cluster, workerId: worker, environment })
  const { fluxConfig } = (await api.read(`deployments/${deployment}?withConfig=true`)) as {
    fluxConfig: string
  }
  const comments = payloads.map((payload) => `# ${payload}\n`).join('')
  await api.change(`deployments/${deployment}/flux`, { fluxConfig: comments + fluxConfig })
  await api.reaches(run, 'completed')
  return { app, run, plan, team, worker, script, cluster, deployment }
}

/** Everything that a text must not make a page do. */
async function watch(page: Page, origin: string): Promise<string[]> {
  const done: string[] = []
  page.on('dialog', (dialog) => {
    done.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (line) => {
    if (/Content.Security.Policy/i.test(line.text())) done.push(`console: ${line.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) done.push(`request: ${request.url()}`)
  })
  await page.exposeFunction('noteViolation', (what: string) => void done.push(`policy: ${what}`))
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation(what: string): void }
    document.addEventListener('securitypolicyviolation', (event) =>
      noteViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  return done
}

/** Markup that only a payload could have inserted, and links that lead to anything but a page. */
const foreignMarkup = (page: Page) =>
  page.evaluate(() => {
    const odd =
      'script:not([src]), iframe, object, embed, base, math, video, meta[http-equiv], details, body > * noscript'
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    )
    const links = [...document.querySelectorAll('[href], [src], [action], [formaction]')].filter((element) =>
      ['href', 'src', 'action', 'formaction'].some((name) => {
        const value = element.getAttribute(name)
        return value !== null && !/^(https?|data|blob):$/.test(new URL(value, location.href).protocol)
      }),
    )
    const dataLinks = document.querySelectorAll('a[href^="data:" i], a[href^="blob:" i]')
    return [...document.querySelectorAll(odd), ...handlers, ...links, ...dataLinks].map(({ outerHTML }) =>
      outerHTML.slice(0, 200),
    )
  })

/** Payloads that a page does not show as text, in fields or elsewhere. */
const missing = (page: Page, texts: readonly string[]) =>
  page.evaluate((wanted) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    )
    // An editor shows spaces as non-breaking ones.
    const shown = [document.body.innerText, document.body.textContent, ...fields]
      .join('\n')
      .replaceAll('\u00a0', ' ')
    return wanted.filter((text) => !shown.includes(text))
  }, texts)

test('script payloads are text on every screen, and violate no policy', async ({ page, api, stack }) => {
  test.setTimeout(300_000)
  const one = await seed(api)
  const done = await watch(page, stack.url)
  const app = `/apps/${one.app}`
  const rows = '?perPage=50'
  const definition = encodeURIComponent(JSON.stringify({ name: first, tags: payloads, tasks: [] }))
  const pattern = encodeURIComponent('<img src=x onerror=alert(1)>[')
  /** Addresses, and the text that each must show. */
  const screens: [address: string, texts: readonly string[]][] = [
    ['/apps', payloads],
    [`${app}/workqueues${rows}`, payloads],
    [`${app}/workqueues?tags=${encodeURIComponent(payloads.join(','))}`, [first]],
    [`${app}/workqueues/${one.run}`, payloads],
    [`${app}/workqueues/create?workqueue=${definition}`, unescaped.slice(0, 6)],
    [`${app}/tasks${rows}`, payloads],
    [`${app}/tasks-summary?tab=failed`, []],
    [`${app}/collaborators`, []],
    [`${app}/settings`, [first]],
    [`/plans${rows}`, payloads],
    [`/plans/${one.plan}`, [first]],
    [`/workers${rows}`, payloads],
    [`/workers/${one.worker}?aliases=true`, [first]],
    [`/scripts${rows}`, payloads],
    [`/scripts/${one.script}`, payloads.slice(0, 10)],
    [`/teams${rows}`, payloads],
    [`/teams/${one.team}`, [first]],
    [`/clusters${rows}`, payloads],
    [`/clusters/${one.cluster}`, payloads],
    [`/clusters/${one.cluster}/deployment/${one.deployment}`, []],
    [`/clusters/${one.cluster}/deployment/${one.deployment}?view=advanced`, payloads.slice(0, 10)],
    [`/dashboard?search=${pattern}`, ['Not a pattern:']],
    [`/apps/${encodeURIComponent(payloads[3] ?? '')}/tasks`, []],
    [`/login?redirectTo=${encodeURIComponent('javascript:alert(1)')}`, []],
  ]
  const policies = new Set<string>()
  async function expectText(where: string, texts: readonly string[]): Promise<void> {
    await expect.poll(() => missing(page, texts), where).toEqual([])
    expect(await foreignMarkup(page), where).toEqual([])
    expect(done, where).toEqual([])
  }
  for (const [address, texts] of screens) {
    const answer = await page.goto(address)
    policies.add(answer?.headers()['content-security-policy'] ?? 'none')
    const where = address.slice(0, 100)
    await expect(page.getByRole('heading', { level: 1 }), where).toBeVisible()
    await expectText(where, texts)
  }

  // Content that opens on a screen: logs, stack traces, sources, toasts, faults of an editor.
  const detail = new WorkqueuePage(page)
  await page.goto(`${app}/workqueues/${one.run}`)
  for (const name of payloads.slice(0, 8)) {
    await page.getByRole('button', { name: `Show Logs: ${name}`, exact: true }).click()
    await expect(detail.logs(name)).toContainText(name)
  }
  await expectText('logs', payloads)
  await detail.logs(first).getByRole('button', { name: 'Stack trace' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Stack trace' })).toContainText(first)
  await expectText('a stack trace', payloads)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Re Run: ${first}`, exact: true }).click()
  await expect(page.getByText(`Task: ${first} restarted.`, { exact: true }).first()).toBeVisible()
  await expectText('a toast', payloads)
  await page.getByRole('button', { name: 'View Source', exact: true }).click()
  await expect.poll(() => missing(page, [first])).toEqual([])
  await expectText('a source', [first])

  await page.goto(`/clusters/${one.cluster}/deployment/${one.deployment}?view=advanced`)
  await expect(page.locator('.view-line').first()).toBeVisible()
  await writeInEditor(page, 'Configuration as YAML', `${first}: "${payloads[3]}"\nkind: ${payloads[9]}\n`)
  await expect(page.getByRole('status', { name: 'Faults of the configuration' })).toBeVisible()
  await page.locator('.view-lines .squiggly-error, .view-lines span').first().hover()
  await expectText('faults of an editor', [])

  for (const policy of policies) {
    expect(policy).toMatch(/(^|;)\s*script-src 'self'(;|$)/)
    expect(policy).not.toContain('unsafe-eval')
  }
  evidence({
    check: 38,
    figures: {
      payloads: payloads.length,
      'screens and opened parts': screens.length + 6,
      'scripts run': 0,
      'violations of the policy': 0,
      'links to anything but pages': 0,
    },
    breaks: 'a text is inserted as markup; zod checks whether functions can be compiled from text',
  })
})
