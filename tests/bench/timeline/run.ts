import type { Page } from 'playwright'
import { FRAME, quantile, withDrawings, workOf } from '../browser/drawing.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, rounds, table } from '../table.ts'
import type { TimelineBench } from './page.tsx'

const SIZES = [100, 5000]
const ROUNDS = 3
const PORT = 8973

declare const bench: TimelineBench

interface Result {
  paint: number
  /** Processor time of a zoom, in ms. */
  work: number
  scroll: number
  zoom: number
}

/** A drawing that takes longer counts as not finished. */
const DEADLINE_MS = 30_000
const unfinished: Result = { paint: Infinity, work: Number.NaN, scroll: Number.NaN, zoom: Number.NaN }

const subjects = { ours: 'this timeline', vis: 'vis-timeline' } as const
type Subject = keyof typeof subjects
const settled: Record<Subject, string> = { ours: '.timeline-panel-graph', vis: '.vis-item' }
const boxes: Record<Subject, string> = { ours: '.timeline-box', vis: '.vis-timeline' }

/**
 * The timeline of a run beside vis-timeline with the same attempts, in a production bundle, in a headless browser
 * without a GPU. First paint: from the render call until two frames after the first bar. Every drawing uses a new page.
 */
export function benchTimeline(sizes: Sizes): Promise<string> {
  const names = SIZES.flatMap((size) => Object.keys(subjects).map((subject) => `${subject} ${size}`))
  const count = sizes['rounds'] ?? ROUNDS
  return withDrawings(import.meta.dirname, PORT, async ({ onPage }) =>
    describe(await rounds(names, count, (name) => onPage((page) => measured(page, name))), count),
  )
}

async function measured(page: Page, name: string): Promise<Result> {
  const [subject = 'ours', size] = name.split(' ') as [Subject, string]
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
  let zoom: number[] = []
  const work = await workOf(page, async () => {
    zoom = await wheel(page, subject, -60)
  })
  await page.keyboard.up('Control')
  return { paint, work, scroll: quantile(scroll, 0.95), zoom: quantile(zoom, 0.95) }
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
        figure(median(of(name, 'work'))),
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
        'work of the zoom ms',
      ],
      rows,
    ),
  ].join('\n')
}
