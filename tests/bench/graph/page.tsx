import '../../../web/app/theme/base.css'
import { ChakraProvider } from '@chakra-ui/react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { Client, Provider } from 'urql'
import { system } from '../../../web/app/theme/system.ts'
import { GraphView } from '../../../web/domains/workqueues/detail/graph/graph-view.tsx'
import type { WorkqueueDetail } from '../../../web/domains/workqueues/detail/operations.ts'
import type { RunViewProps } from '../../../web/domains/workqueues/detail/run-view.ts'
import { run, task } from '../../../web/domains/workqueues/detail/test-bed.tsx'
import { appears, frame, recordFrames, stopFrames } from '../browser/frames.ts'
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

const makers: Record<string, (count: number) => LayeredTask[]> = { layered, fanOut }
const nothing = () => {}
const noUsual = new Map<string, never>()
const noCauses = new Map<string, never>()

const restarts = {} as RunViewProps['restarts']
let shown: WorkqueueDetail | null = null

/** Makes the run that `draw` draws. */
function prepare(kind: string, count: number): void {
  const tasks = makers[kind]?.(count) ?? []
  shown = run({ tasks: tasks.map(({ name, depends }) => task(name, { depends })) })
}

function render(drawn: WorkqueueDetail): void {
  shown = drawn
  begun = performance.now()
  root.render(
    themed(
      <GraphView
        run={drawn}
        tasks={drawn.tasks}
        causes={noCauses}
        usual={noUsual}
        expected={null}
        selected={null}
        onSelect={nothing}
        status={null}
        at={null}
        onAt={nothing}
        restarts={restarts}
      />,
    ),
  )
}

/** Draws the run, layout included. Returns the ms until two frames after its first arrow. */
async function draw(): Promise<number> {
  if (!shown) return Number.NaN
  const arrow = appears('.task-edge')
  render(shown)
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

/** 50 changes a second for a second: another task starts or ends with each. */
async function live(): Promise<void> {
  for (let index = 0; index < 50; index++) {
    const due = performance.now() + 20
    if (shown) {
      const status = index % 2 ? 'ended' : 'started'
      const at = Math.floor((index / 50) * shown.tasks.length)
      const tasks = shown.tasks.map((each, place) => (place === at ? { ...each, status } : each))
      render({ ...shown, tasks })
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
}

const bench = { prepare, draw, change, live, recordFrames, stopFrames, longestTask, smallestText }
export type GraphBench = typeof bench
Object.assign(globalThis, { bench })
