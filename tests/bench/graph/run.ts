import type { Page } from 'playwright'
import { FRAME, quantile, withDrawings, workOf } from '../browser/drawing.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, rounds, table } from '../table.ts'
import type { GraphBench } from './page.tsx'

/** Kinds and numbers of tasks; the first is the one that the others are compared with. */
const SUBJECTS = ['layered 14', 'layered 300', 'layered 5000', 'fanOut 302', 'fanOut 5000']
const ROUNDS = 5
const PORT = 8972

declare const bench: GraphBench

interface Result {
  paint: number
  work: number
  longest: number
  pan: number
  zoom: number
  live: number
  change: number
  text: number
}

/**
 * G11: the graph of a run of the product, in a production bundle, in a headless browser without a GPU. First
 * paint: from the render call, layout included, until two frames after the first arrow. Every drawing uses a
 * new page.
 */
export function benchGraph(sizes: Sizes): Promise<string> {
  const count = sizes['rounds'] ?? ROUNDS
  return withDrawings(import.meta.dirname, PORT, async ({ onPage }) =>
    describe(await rounds(SUBJECTS, count, (subject) => onPage((page) => measured(page, subject))), count),
  )
}

async function measured(page: Page, subject: string): Promise<Result> {
  const [kind = '', count = ''] = subject.split(' ')
  await page.evaluate(([kind, count]) => bench.prepare(kind, count), [kind, Number(count)] as const)
  let paint = Number.NaN
  const work = await workOf(page, async () => {
    paint = await page.evaluate(() => bench.draw())
  })
  const longest = await page.evaluate(() => bench.longestTask())
  const text = await page.evaluate(() => bench.smallestText())
  const change = await page.evaluate(() => bench.change(1))
  const canvas = await canvasOf(page)
  const pan = quantile(await framesOf(page, () => drag(page, canvas)), 0.95)
  const zoom = quantile(await framesOf(page, () => pinch(page)), 0.95)
  const live = quantile(await framesOf(page, () => page.evaluate(() => bench.live())), 0.95)
  return { paint, work, longest, text, change, pan, zoom, live }
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

function describe(results: Map<string, Result[]>, count: number): string {
  const of = (subject: string, key: keyof Result) => (results.get(subject) ?? []).map((result) => result[key])
  const [first = ''] = SUBJECTS
  const least = { paint: median(of(first, 'paint')), work: median(of(first, 'work')) }
  const rows = SUBJECTS.map((subject) => {
    const paints = of(subject, 'paint')
    const longest = median(of(subject, 'longest'))
    const [kind, tasks] = subject.split(' ')
    return [
      `${Number(tasks).toLocaleString('en-US')}${kind === 'fanOut' ? ', a fan-out' : ''}`,
      figure(median(paints)),
      `${figure(Math.min(...paints))}..${figure(Math.max(...paints))}`,
      `${figure(median(paints) / least.paint)}x`,
      figure(median(of(subject, 'work'))),
      `${figure(median(of(subject, 'work')) / least.work)}x`,
      longest ? figure(longest) : '<50',
      figure(median(of(subject, 'pan')) / FRAME),
      figure(median(of(subject, 'zoom')) / FRAME),
      figure(median(of(subject, 'live')) / FRAME),
      figure(median(of(subject, 'change'))),
      figure(Math.min(...of(subject, 'text'))),
    ]
  })
  return [
    '## G11: the graph in the browser',
    '',
    `Median of ${count} rounds, order reversed every other round, a new page for each drawing. Work is processor time of the page's main thread. A change: one task starts, until the next frame.`,
    '',
    table(
      [
        'tasks',
        'first paint ms',
        'min..max',
        'x 14 tasks',
        'work ms',
        'x 14 tasks',
        'longest task ms',
        'pan, p95 in frames',
        'zoom, p95 in frames',
        '50 changes/s, p95 in frames',
        'change ms',
        'smallest text px',
      ],
      rows,
    ),
  ].join('\n')
}
