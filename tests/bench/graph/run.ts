import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type Page } from 'playwright'
import { build, preview } from 'vite'
import { figure, median, rounds, table } from '../table.ts'
import type { GraphBench } from './page.tsx'

const SIZES = ['100', '2000', '5000']
const ROUNDS = 5
const PORT = 8972
/** One frame of a screen at 60 Hz, in ms. */
const FRAME = 1000 / 60

declare const bench: GraphBench

interface Result {
  paint: number
  longest: number
  pan: number
}

/**
 * G11: the workflow panel of the product, in a production bundle, in a headless browser without a GPU. First
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
    return describe(await rounds(SIZES, ROUNDS, (size) => measured(browser, Number(size))))
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

async function measured(browser: Browser, count: number): Promise<Result> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  try {
    await page.goto(`http://localhost:${PORT}/`, { waitUntil: 'networkidle' })
    const paint = await page.evaluate((tasks) => bench.draw(tasks), count)
    const frames = await pan(page)
    return { paint, longest: await page.evaluate(() => bench.longestTask()), pan: quantile(frames, 0.95) }
  } finally {
    await page.close()
  }
}

/** Drags the canvas in 40 steps; returns the length of each frame meanwhile, in ms. */
async function pan(page: Page): Promise<number[]> {
  const canvas = await page.locator('.react-flow__pane').boundingBox()
  if (!canvas) throw new Error('the graph is not shown')
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height - 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => void bench.recordFrames())
  await page.mouse.move(x - 500, y - 150, { steps: 40 })
  const frames = await page.evaluate(() => bench.stopFrames())
  await page.mouse.up()
  return frames
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function describe(results: Map<string, Result[]>): string {
  const of = (size: string, key: keyof Result) => (results.get(size) ?? []).map((result) => result[key])
  const least = median(of(SIZES[0] ?? '', 'paint'))
  const rows = SIZES.map((size) => {
    const paints = of(size, 'paint')
    const longest = median(of(size, 'longest'))
    return [
      Number(size).toLocaleString('en-US'),
      figure(median(paints)),
      `${figure(Math.min(...paints))}..${figure(Math.max(...paints))}`,
      `${figure(median(paints) / least)}x`,
      longest ? figure(longest) : '<50',
      figure(median(of(size, 'pan')) / FRAME),
    ]
  })
  return [
    '## G11: the graph in the browser',
    '',
    `Median of ${ROUNDS} rounds, order reversed every other round, a new page for each drawing.`,
    '',
    table(
      ['tasks', 'first paint ms', 'min..max', 'x 100 tasks', 'longest task ms', 'pan, p95 in frames'],
      rows,
    ),
  ].join('\n')
}
