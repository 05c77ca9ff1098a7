import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type Page } from 'playwright'
import { build, preview } from 'vite'
import type { Sizes } from '../sizes.ts'
import { figure, median, rounds, table } from '../table.ts'
import type { TimelineBench } from './page.tsx'

const SIZES = [100, 5000]
const ROUNDS = 3
const PORT = 8973
/** One frame of a screen at 60 Hz, in ms. */
const FRAME = 1000 / 60

declare const bench: TimelineBench

interface Result {
  paint: number
  scroll: number
  zoom: number
}

/** A drawing that takes longer counts as not finished. */
const DEADLINE_MS = 30_000
const unfinished: Result = { paint: Infinity, scroll: Number.NaN, zoom: Number.NaN }

const subjects = { ours: 'this timeline', vis: 'vis-timeline' } as const
type Subject = keyof typeof subjects
const settled: Record<Subject, string> = { ours: '.timeline-panel-graph', vis: '.vis-item' }
const boxes: Record<Subject, string> = { ours: '.timeline-box', vis: '.vis-timeline' }

/**
 * The timeline of a run beside vis-timeline with the same attempts, in a production bundle, in a headless browser
 * without a GPU. First paint: from the render call until two frames after the first bar. Every drawing uses a new page.
 */
export async function benchTimeline(sizes: Sizes): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-timeline-'))
  const root = import.meta.dirname
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  const server = await preview({ root, configFile: false, build: { outDir }, preview: { port: PORT } })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const names = SIZES.flatMap((size) => Object.keys(subjects).map((subject) => `${subject} ${size}`))
  const count = sizes['rounds'] ?? ROUNDS
  try {
    return describe(await rounds(names, count, (name) => measured(browser, name)), count)
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

async function measured(browser: Browser, name: string): Promise<Result> {
  const [subject = 'ours', size] = name.split(' ') as [Subject, string]
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  try {
    await page.goto(`http://localhost:${PORT}/`, { waitUntil: 'networkidle' })
    const paint = await Promise.race([
      page.evaluate(([drawn, count]) => (drawn === 'ours' ? bench.drawOurs(count) : bench.drawVis(count)), [
        subject,
        Number(size),
      ] as const),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), DEADLINE_MS)),
    ])
    if (paint === null) return unfinished
    // What follows the first paint.
    await page.locator(settled[subject]).first().waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    const scroll = await wheel(page, subject, 60)
    await page.keyboard.down('Control')
    const zoom = await wheel(page, subject, -60)
    await page.keyboard.up('Control')
    return { paint, scroll: quantile(scroll, 0.95), zoom: quantile(zoom, 0.95) }
  } finally {
    await page.close()
  }
}

/** Turns the wheel over the bars in 30 steps; returns the length of each frame meanwhile, in ms. */
async function wheel(page: Page, subject: Subject, delta: number): Promise<number[]> {
  const box = await page.locator(boxes[subject]).boundingBox()
  if (!box) throw new Error(`${subjects[subject]} is not shown`)
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2)
  await page.evaluate(() => void bench.recordFrames())
  for (let step = 0; step < 30; step++) await page.mouse.wheel(0, delta)
  return page.evaluate(() => bench.stopFrames())
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

const ms = (value: number) => (Number.isFinite(value) ? figure(value) : `> ${figure(DEADLINE_MS)}`)

function describe(results: Map<string, Result[]>, count: number): string {
  const of = (name: string, key: keyof Result) => (results.get(name) ?? []).map((result) => result[key])
  const rows = Object.entries(subjects).flatMap(([subject, label]) => {
    const least = median(of(`${subject} ${SIZES[0]}`, 'paint'))
    return SIZES.map((size) => {
      const name = `${subject} ${size}`
      const paints = of(name, 'paint')
      return [
        label,
        size.toLocaleString('en-US'),
        ms(median(paints)),
        `${ms(Math.min(...paints))}..${ms(Math.max(...paints))}`,
        `${Number.isFinite(median(paints)) ? '' : '> '}${figure(Math.min(DEADLINE_MS, median(paints)) / least)}x`,
        figure(median(of(name, 'scroll')) / FRAME),
        figure(median(of(name, 'zoom')) / FRAME),
      ]
    })
  })
  return [
    '## G13: the timeline in the browser',
    '',
    `Median of ${count} rounds, order reversed every other round, a new page for each drawing. Every task has three attempts;`,
    'vis-timeline draws their runs, this timeline also their waits, and a sentence and the graph of the moment.',
    '',
    table(
      [
        'timeline',
        'tasks',
        'first paint ms',
        'min..max',
        'x 100 tasks',
        'scroll, p95 in frames',
        'zoom, p95 in frames',
      ],
      rows,
    ),
  ].join('\n')
}
