import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type Page } from 'playwright'
import { build, preview } from 'vite'

/** One frame of a screen at 60 Hz, in ms. */
export const FRAME = 1000 / 60

export interface Drawings {
  /** Calls with a new page on which the bundle has loaded, and closes it. */
  onPage<Result>(measure: (page: Page) => Promise<Result>): Promise<Result>
}

/** A page of a bench (`index.html` in `root`) as a production bundle in a headless browser without a GPU. */
export async function withDrawings<Result>(
  root: string,
  port: number,
  measure: (drawings: Drawings) => Promise<Result>,
): Promise<Result> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-drawing-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  const server = await preview({ root, configFile: false, build: { outDir }, preview: { port } })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    return await measure({ onPage: (use) => onPage(browser, port, use) })
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

async function onPage<Result>(browser: Browser, port: number, use: (page: Page) => Promise<Result>) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  try {
    await page.goto(`http://localhost:${port}/`, { waitUntil: 'networkidle' })
    await page.waitForFunction(() => 'bench' in globalThis)
    return await use(page)
  } finally {
    await page.close()
  }
}

/**
 * Processor time of the page's main thread during a call, in ms: unlike the time that passes it hardly depends on what
 * else the machine does.
 */
export async function workOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await read()
  await act()
  const after = await read()
  await session.detach()
  return (after - before) * 1000
}

/** The value that a part of the values is below. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
