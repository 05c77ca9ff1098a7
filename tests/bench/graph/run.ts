import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type Page } from 'playwright'
import { build, preview } from 'vite'
import { figure, median, rounds, table } from '../table.ts'
import type { GraphBench } from './page.tsx'

/** Kinds and numbers of tasks; the first is the one that the others are compared with. */
const SUBJECTS = ['layered 14', 'layered 300', 'layered 5000', 'fanOut 302', 'fanOut 5000']
const ROUNDS = 5
const PORT = 8972
/** One frame of a screen at 60 Hz, in ms. */
const FRAME = 1000 / 60

declare const bench: GraphBench

interface Result {
  paint: number
  longest: number
  pan: number
  zoom: number
  change: number
  text: number
}

/**
 * G11: the graph of a run of the product, in a production bundle, in a headless browser without a GPU. First
 * paint: from the render call, layout included, until two frames after the first arrow. Every drawing uses a
 * new page.
 */
export async function benchGraph(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-graph-'))
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
  try {
    return describe(await rounds(SUBJECTS, ROUNDS, (subject) => measured(browser, subject)))
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

async function measured(browser: Browser, subject: string): Promise<Result> {
  const [kind = '', count = ''] = subject.split(' ')
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  try {
    await page.goto(`http://localhost:${PORT}/`, { waitUntil: 'networkidle' })
    await page.waitForFunction(() => 'bench' in globalThis)
    const paint = await page.evaluate(([kind, count]) => bench.draw(kind, count), [
      kind,
      Number(count),
    ] as const)
    const longest = await page.evaluate(() => bench.longestTask())
    const text = await page.evaluate(() => bench.smallestText())
    const change = await page.evaluate(() => bench.change(1))
    const canvas = await canvasOf(page)
    const pan = await framesOf(page, () => drag(page, canvas))
    const zoom = await framesOf(page, () => pinch(page))
    return { paint, longest, text, change, pan: quantile(pan, 0.95), zoom: quantile(zoom, 0.95) }
  } finally {
    await page.close()
  }
}

/** The length of each frame while something is done, in ms. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => void bench.recordFrames())
  await act()
  return page.evaluate(() => bench.stopFrames())
}

/** A point of the canvas beside its nodes. */
async function canvasOf(page: Page): Promise<{ x: number; y: number }> {
  const canvas = await page.locator('.react-flow__pane').boundingBox()
  if (!canvas) throw new Error('the graph is not shown')
  return { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height - 8 }
}

/** Drags the canvas in 40 steps. */
async function drag(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 500, y - 150, { steps: 40 })
  await page.mouse.up()
}

/** Zooms in and out in 40 steps, as two fingers on a touchpad do. */
async function pinch(page: Page): Promise<void> {
  await page.keyboard.down('Control')
  for (let step = 0; step < 40; step++) await page.mouse.wheel(0, step < 20 ? -20 : 20)
  await page.keyboard.up('Control')
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function describe(results: Map<string, Result[]>): string {
  const of = (subject: string, key: keyof Result) => (results.get(subject) ?? []).map((result) => result[key])
  const least = median(of(SUBJECTS[0] ?? '', 'paint'))
  const rows = SUBJECTS.map((subject) => {
    const paints = of(subject, 'paint')
    const longest = median(of(subject, 'longest'))
    const [kind, count] = subject.split(' ')
    return [
      `${Number(count).toLocaleString('en-US')}${kind === 'fanOut' ? ', a fan-out' : ''}`,
      figure(median(paints)),
      `${figure(Math.min(...paints))}..${figure(Math.max(...paints))}`,
      `${figure(median(paints) / least)}x`,
      longest ? figure(longest) : '<50',
      figure(median(of(subject, 'pan')) / FRAME),
      figure(median(of(subject, 'zoom')) / FRAME),
      figure(median(of(subject, 'change'))),
      figure(Math.min(...of(subject, 'text'))),
    ]
  })
  return [
    '## G11: the graph in the browser',
    '',
    `Median of ${ROUNDS} rounds, order reversed every other round, a new page for each drawing. A change: one task starts, until the next frame.`,
    '',
    table(
      [
        'tasks',
        'first paint ms',
        'min..max',
        'x 14 tasks',
        'longest task ms',
        'pan, p95 in frames',
        'zoom, p95 in frames',
        'change ms',
        'smallest text px',
      ],
      rows,
    ),
  ].join('\n')
}
