import '../../../web/app/theme/base.css'
import { ChakraProvider } from '@chakra-ui/react'
import { createRoot } from 'react-dom/client'
import { system } from '../../../web/app/theme/system.ts'
import { run, task } from '../../../web/domains/workqueues/detail/test-bed.tsx'
import { WorkflowPanel } from '../../../web/domains/workqueues/detail/workflow-panel.tsx'
import { layered } from './layered.ts'

const root = createRoot(document.getElementById('root') ?? document.body)
const themed = (content: React.ReactNode) => <ChakraProvider value={system}>{content}</ChakraProvider>
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

/**
 * Draws a run with that number of tasks, layout included. Returns the ms until two frames after its first
 * arrow.
 */
async function draw(count: number): Promise<number> {
  const drawn = run({ tasks: layered(count).map(({ name, depends }) => task(name, { depends })) })
  const arrow = appears('.task-edge')
  begun = performance.now()
  root.render(
    themed(<WorkflowPanel workqueue={drawn} tasks={drawn.tasks} selected={null} onSelect={() => {}} />),
  )
  await arrow
  await frame()
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

const bench = { draw, recordFrames, stopFrames, longestTask }
export type GraphBench = typeof bench
Object.assign(globalThis, { bench })
