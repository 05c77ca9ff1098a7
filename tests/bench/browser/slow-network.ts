import { chromium, type BrowserContext, type Locator, type Page } from 'playwright'
import { launchOptions } from '../../e2e/playwright.config.ts'
import { startStack } from '../../support/stack.ts'
import { inFolder } from '../database.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, rounds, table } from '../table.ts'
import { seed } from './lighthouse.ts'

/** Lighthouse's slow 4G, as the browser limits it: bytes a second and ms. */
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }

/** What an operator wants to press on each screen. */
const wanted: Record<string, (page: Page) => Locator> = {
  apps: (page) => page.getByRole('link', { name: 'Parcel depot' }),
  workqueues: (page) => page.getByRole('link', { name: 'Parcel intake' }),
  // Its task, in the graph.
  'workqueue detail': (page) => page.getByRole('button', { name: /^weigh, / }),
}

interface Visit {
  /** ms from the navigation. */
  content: number
  usable: number
  /** Compressed bytes of the page and all that it loaded until it was usable. */
  kilobytes: number
}

/**
 * H10: screens over a slow network, with empty caches: first content, and when what is wanted can be pressed: a row, or a task in the graph of a run. Needs a build.
 * Returns a section of Markdown.
 */
export async function benchSlowNetwork({ rounds: count = 5 }: Sizes): Promise<string> {
  return inFolder(async (dataDir) => {
    const stack = await startStack({ dataDir })
    const browser = await chromium.launch(launchOptions)
    try {
      const context = await browser.newContext()
      const addresses = await seed(context, stack)
      const cookies = await context.cookies()
      const visit = async (screen: string) => {
        const fresh = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        await fresh.addCookies(cookies)
        try {
          return await visitOf(fresh, stack.url + addresses[screen]!, wanted[screen]!)
        } finally {
          await fresh.close()
        }
      }
      return report(await rounds(Object.keys(addresses), count, visit), count)
    } finally {
      await browser.close()
      await stack.stop()
    }
  })
}

async function visitOf(
  context: BrowserContext,
  address: string,
  find: (page: Page) => Locator,
): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  const from = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await find(page).first().click({ trial: true })
  const usable = performance.now() - from
  return { content: await firstContent(page), usable, kilobytes: bytes / 1000 }
}

/** ms from the navigation to the first text or image, by the browser. */
const firstContent = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

function report(visits: Map<string, Visit[]>, count: number): string {
  const rows = [...visits].map(([screen, found]) => {
    const [content, usable] = [found.map((visit) => visit.content), found.map((visit) => visit.usable)]
    return [
      screen,
      figure(median(content)),
      figure(median(usable)),
      `${figure(Math.min(...usable))}..${figure(Math.max(...usable))}`,
      figure(median(found.map(({ kilobytes }) => kilobytes))),
    ]
  })
  return [
    '## H10: screens over 1.6 Mbit/s with 150 ms, caches empty',
    '',
    `Median of ${count} rounds, order reversed every other round. First content must be there after 1,500 ms, a row, or a task of a run, be pressable after 3,000 ms. kB are compressed, of all that was loaded until then.`,
    '',
    table(['screen', 'first content ms', 'usable ms', 'min..max', 'kB'], rows),
  ].join('\n')
}
