import { chromium, type CDPSession, type Page } from 'playwright'
import { launchOptions } from '../../e2e/playwright.config.ts'
import { liveRow } from '../../support/live-platform.ts'
import { startLiveTrial, type LiveTrial } from '../../support/live-trial.ts'
import { paced, until } from '../../support/pace.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'

const APP = 'a1'
const CHANNEL = `apps.${APP}.workqueues`
/** One frame of a screen at 60 Hz, in ms. */
const FRAME = 1000 / 60

interface Size {
  perSecond: number
  rows: number
  seconds: number
  rounds: number
}

interface Result {
  /** Lengths of frames, in ms. */
  frames: number[]
  /** Processor time of the main thread per second of changes, in s: of scripts, and in total. */
  script: number
  busy: number
  /** From the last change to the screen that shows it, in ms; NaN when it is never shown. */
  late: number
}

/**
 * G12: the run list of the built product in a browser without a GPU, connected to the whole gateway, while
 * its rows change. The same list without changes shows what the browser itself costs. Needs a build.
 */
export async function benchLiveList(sizes: Sizes): Promise<string> {
  const size = { perSecond: 1000, rows: 50, seconds: 10, rounds: 3, ...sizes }
  const trial = await startLiveTrial({ apart: true })
  for (let index = 0; index < size.rows; index++) trial.platform.rows.set(`w${index}`, row(index))
  const browser = await chromium.launch(launchOptions)
  const results = new Map<string, Result[]>([
    ['at rest', []],
    ['changing', []],
  ])
  try {
    for (let round = 0; round < size.rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await openList(page, trial, size.rows)
      results.get('at rest')?.push(await measured(page, trial, { ...size, perSecond: 0 }))
      results.get('changing')?.push(await measured(page, trial, size))
      await page.close()
    }
  } finally {
    await browser.close()
    await trial.close()
  }
  return describe(results, size)
}

const statuses = ['notstarted', 'started', 'completed', 'failed', 'cancelled']
const row = (index: number) =>
  liveRow({ _id: `w${index}`, name: `Run ${index}`, description: 'lot 0', tags: ['hall-2'] })

async function openList(page: Page, trial: LiveTrial, rows: number): Promise<void> {
  const [name = '', value = ''] = (await trial.signIn('bench')).split('=')
  await page.context().addCookies([{ name, value, url: trial.url }])
  await page.goto(`${trial.url}/apps/${APP}/workqueues?perPage=${rows}`)
  await page.locator('[data-live="live"]').waitFor()
  await page.getByText(`Run ${rows - 1}`, { exact: true }).waitFor()
  // The first seconds of a page are not measured: compiling, fonts, the read after the subscription.
  await page.waitForLoadState('networkidle')
}

async function measured(page: Page, { pusher }: LiveTrial, size: Size): Promise<Result> {
  const tracing = await page.context().newCDPSession(page)
  // Processor time of the thread, so that other programs do not affect it.
  await tracing.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskTimes(tracing)
  await page.evaluate(recordFrames)
  let sent = 0
  const change = () => {
    const index = sent++ % size.rows
    const status = statuses[Math.floor(sent / size.rows) % statuses.length]
    pusher.publish(CHANNEL, 'update', { _id: `w${index}`, appId: APP, status, description: `lot ${sent}` })
  }
  // A size of 0 waits for the same time without changes.
  await paced(size.perSecond || 1, size.seconds, size.perSecond ? change : () => undefined)
  const frames = await page.evaluate<number[]>(stopFrames)
  const late = size.perSecond ? await lateness(page, `lot ${sent}`) : 0
  const after = await taskTimes(tracing)
  const part = (key: 'ScriptDuration' | 'TaskDuration') => (after[key] - before[key]) / size.seconds
  return { frames, script: part('ScriptDuration'), busy: part('TaskDuration'), late }
}

async function lateness(page: Page, text: string): Promise<number> {
  const begun = performance.now()
  let shown = false
  void page
    .getByText(text, { exact: true })
    .waitFor({ timeout: 20_000 })
    .then(
      () => (shown = true),
      () => undefined,
    )
  return (await until(() => shown, 20_000)) ? performance.now() - begun : Number.NaN
}

/**
 * Records the length of every frame of the page, in ms, until `stopFrames`. A text, because the loader of
 * this file would insert a helper into a function.
 */
const recordFrames = `{
  const frames = (window.benchFrames = { lengths: [], going: true })
  let last = null
  const note = (now) => {
    if (last !== null) frames.lengths.push(now - last)
    last = now
    if (frames.going) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}`
const stopFrames = 'window.benchFrames.going = false, window.benchFrames.lengths'

/** Processor time of the page's main thread since its start, in seconds. */
async function taskTimes(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { ScriptDuration: of('ScriptDuration'), TaskDuration: of('TaskDuration') }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function describe(results: Map<string, Result[]>, size: Size): string {
  const rows = [...results].map(([name, each]) => {
    const of = (read: (result: Result) => number) => figure(median(each.map(read)))
    const late = name === 'at rest' ? '-' : of((result) => result.late)
    return [
      name,
      of(({ frames }) => frames.length / size.seconds),
      ...[0.5, 0.95, 0.99].map((part) => of(({ frames }) => quantile(frames, part))),
      of(({ frames }) => (100 * frames.filter((length) => length > 1.5 * FRAME).length) / frames.length),
      of(({ script }) => 100 * script),
      of(({ busy }) => 100 * busy),
      late,
    ]
  })
  const head = ['list', 'frames/s', 'p50 ms', 'p95 ms', 'p99 ms', 'long frames %']
  return [
    `## G12: the run list of ${size.rows} rows in the browser, ${size.perSecond.toLocaleString('en-US')} changes a second`,
    '',
    `Median of ${size.rounds} rounds of ${size.seconds} s, a new page for each. A long frame is one after which the next is missing. Script and work are processor time of the page's main thread, to the last change, per second of changes; late is the last change, from publication to screen.`,
    '',
    table([...head, 'script %', 'work %', 'late ms'], rows),
  ].join('\n')
}
