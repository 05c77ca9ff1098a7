import '../../../web/app/theme/base.css'
import { ChakraProvider } from '@chakra-ui/react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { Client, Provider } from 'urql'
import { causesOf } from '../../../shared/domains/tasks/why/why.ts'
import type { WhyRun } from '../../../shared/domains/tasks/why/facts.ts'
import { system } from '../../../web/app/theme/system.ts'
import { GraphView } from '../../../web/domains/workqueues/detail/graph/graph-view.tsx'
import type { WorkqueueDetail } from '../../../web/domains/workqueues/detail/operations.ts'
import { run, task } from '../../../web/domains/workqueues/detail/test-bed.tsx'
import { fanOut, layered, type LayeredTask } from './layered.ts'

const root = createRoot(document.getElementById('root') ?? document.body)
// No query leaves the page: the logs of a fan-out stay unread.
const client = new Client({ url: '/none', exchanges: [], preferGetMethod: false })
const themed = (content: React.ReactNode) => (
  <ChakraProvider value={system}>
    <Provider value={client}>
      <MemoryRouter>{content}</MemoryRouter>
    </Provider>
  </ChakraProvider>
)
root.render(themed(null))

// The product loads it when a run is opened; the loading time does not depend on the graph.
await import('../../../web/graph/task-graph.tsx')

const longTasks: PerformanceEntry[] = []
new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ entryTypes: ['longtask'] })
let begun = 0

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Resolves when an element that matches is in the document. */
function appears(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

const makers: Record<string, (count: number) => LayeredTask[]> = { layered, fanOut }
const nothing = () => {}
const noUsual = new Map<string, never>()

let shown: WorkqueueDetail | null = null

function render(drawn: WorkqueueDetail): void {
  shown = drawn
  const facts = { now: Date.now(), zone: 'UTC', usual: noUsual, expected: null }
  const causes = causesOf({ ...drawn, activeMs: null, updatedBy: null } as unknown as WhyRun, facts)
  begun = performance.now()
  root.render(
    themed(
      <GraphView
        run={drawn}
        tasks={drawn.tasks}
        causes={causes}
        usual={noUsual}
        expected={null}
        selected={null}
        onSelect={nothing}
        status={null}
        at={null}
        onAt={nothing}
      />,
    ),
  )
}

/**
 * Draws a run with that number of tasks, layout included. Returns the ms until two frames after its first
 * arrow.
 */
async function draw(kind: string, count: number): Promise<number> {
  const tasks = makers[kind]?.(count) ?? []
  const arrow = appears('.task-edge')
  render(run({ tasks: tasks.map(({ name, depends }) => task(name, { depends })) }))
  await arrow
  await frame()
  await frame()
  return performance.now() - begun
}

/** Starts one task, as a live event does. Returns the ms until the next frame. */
async function change(index: number): Promise<number> {
  if (!shown) return Number.NaN
  const tasks = shown.tasks.map((each, at) =>
    at === index ? { ...each, status: 'started', started: new Date().toISOString() } : each,
  )
  render({ ...shown, tasks })
  await frame()
  return performance.now() - begun
}

let recording = false
let frames: number[] = []

/** Records the length of every frame, in ms, until `stopFrames`. */
async function recordFrames(): Promise<void> {
  recording = true
  frames = []
  let last = await frame()
  while (recording) {
    const now = await frame()
    frames.push(now - last)
    last = now
  }
}

function stopFrames(): number[] {
  recording = false
  return frames
}

/**
 * The longest task of the main thread since drawing began, in ms; 0 if none took 50 ms, because the browser
 * does not report shorter ones.
 */
function longestTask(): number {
  const since = longTasks.filter(({ startTime }) => startTime >= begun)
  return Math.max(0, ...since.map(({ duration }) => duration))
}

/** The smallest text of a node on the screen, in pixels. */
function smallestText(): number {
  const sizes = [...document.querySelectorAll<HTMLElement>('.task-node span')].map((element) => {
    const zoom = element.getBoundingClientRect().width / (element.offsetWidth || 1)
    return Number.parseFloat(getComputedStyle(element).fontSize) * (zoom || 1)
  })
  return Math.min(...sizes)
}

const bench = { draw, change, recordFrames, stopFrames, longestTask, smallestText }
export type GraphBench = typeof bench
Object.assign(globalThis, { bench })
