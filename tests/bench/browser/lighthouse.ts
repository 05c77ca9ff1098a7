import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type BrowserContext } from 'playwright'
import { launchOptions } from '../../e2e/playwright.config.ts'
import { freePort } from '../../support/gateway.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { table } from '../table.ts'

const categories = ['accessibility', 'best-practices']
const program = fileURLToPath(new URL('lighthouse.mjs', import.meta.url))

interface Score {
  screen: string
  /** Out of 100, by category. */
  scores: number[]
  /** The audits that reduced the score. */
  faults: string[]
}

/**
 * Lighthouse's scores of the built product's first screens for accessibility and best practices. Needs a
 * build.
 */
export async function benchLighthouse(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-lighthouse-'))
  const port = await freePort()
  const stack = await startStack({ dataDir: path.join(folder, 'data') })
  // Lighthouse opens its pages beside those of the context, with the same cookies.
  const context = await chromium.launchPersistentContext(path.join(folder, 'browser'), {
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  })
  try {
    const scores = [await scoreOf('login', `${stack.url}/login`, port)]
    for (const [screen, address] of Object.entries(await seed(context, stack)))
      scores.push(await scoreOf(screen, stack.url + address, port))
    return describe(scores)
  } finally {
    await context.close()
    await stack.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Signs in and starts a run of one task. Returns the addresses of the screens by name. */
export async function seed(
  { request }: BrowserContext,
  { url, admin }: Stack,
): Promise<Record<string, string>> {
  const headers = { 'x-csrf': '1', origin: url }
  const post = async (address: string, data: object) => {
    const answer = await request.post(`${url}/${address}`, { data, headers })
    if (!answer.ok()) throw new Error(`${address} answered ${answer.status()}`)
    return (await answer.json()) as { _id: string }
  }
  await post('session', admin)
  const { _id: app } = await post('api/apps', {
    name: 'Parcel depot',
    description: 'Everything about parcels',
  })
  const tasks = [{ name: 'weigh', type: 'task.workforce.noop' }]
  const { _id: run } = await post(`api/workqueues?appId=${app}`, { name: 'Parcel intake', tasks })
  const list = `/apps/${app}/workqueues`
  return { apps: '/apps', workqueues: list, 'workqueue detail': `${list}/${run}` }
}

async function scoreOf(screen: string, url: string, port: number): Promise<Score> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(port), url, ...categories])
  const { shown, ...found } = JSON.parse(stdout) as Omit<Score, 'screen'> & { shown: string }
  if (shown !== url) throw new Error(`${url} led to ${shown}`)
  return { screen, ...found }
}

function describe(scores: Score[]): string {
  const rows = scores.map((each) => [each.screen, ...each.scores, each.faults.join(', ') || '-'])
  return [
    '## Lighthouse: scores out of 100',
    '',
    table(['screen', 'accessibility', 'best practices', 'failed audits'], rows),
  ].join('\n')
}
