import { AsyncResource, createHook, executionAsyncId } from 'node:async_hooks'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Logger } from '#server/lib/logger.ts'
import type { ProcessWatch } from '../engine/process-watch.ts'
import { cell, cellsOf, fault, newSharedMemory, type WatchThreadData } from './watch-cells.ts'

/** The thread's file is beside this module. A thread cannot begin with a TypeScript file, so it loads that itself. */
const fromSources = import.meta.url.endsWith('.ts')
const ownFile = JSON.stringify(new URL('./watch-thread.ts', import.meta.url).href)
const loader = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${ownFile}, ${ownFile}))`
const builtFile = new URL('./watch-thread.js', import.meta.url)

const BEAT_MS = 100
/** How long a fault that ends this process waits until its record is stored. */
const FAULT_PATIENCE_MS = 1500

export interface RunningWatch extends ProcessWatch {
  /** The thread looks. It is loaded beside the start of the other parts. */
  ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Watches this process by a thread of its own, which has its own connection to the database: it stores a row when the
 * event loop does not beat, when memory runs out, and before a fault ends the process. `built` is the built file of the
 * thread.
 */
export function startProcessWatch(
  databaseUrl: string,
  log: Logger,
  built: URL | null = fromSources ? null : builtFile,
): RunningWatch {
  const memory = newSharedMemory()
  const { numbers, subject } = cellsOf(memory)
  const thread = new Worker(built ?? loader, {
    eval: built === null,
    workerData: { memory, databaseUrl } satisfies WatchThreadData,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  thread.unref()
  const ready = new Promise<void>((resolve) => {
    thread.once('message', () => resolve())
    thread.on('error', (error) => {
      log.error({ err: error }, 'the thread that watches this process has ended')
      resolve()
    })
  })
  const { heap_size_limit: heapLimit } = getHeapStatistics()
  const beat = setInterval(() => {
    Atomics.store(numbers, cell.heap, Math.round((getHeapStatistics().used_heap_size / heapLimit) * 1000))
    Atomics.add(numbers, cell.beats, 1)
  }, BEAT_MS)
  beat.unref()

  let current: string | null = null
  function mark(next: string | null): void {
    current = next
    Atomics.store(numbers, cell.subject, 0)
    if (next !== null) Atomics.store(numbers, cell.subject, subject.write(next, 'latin1'))
  }

  /** Nothing asynchronous happens in this process any more, so it waits until the thread has stored the fault. */
  function onFault(): void {
    if (Atomics.load(numbers, cell.holder) === 0) return
    Atomics.store(numbers, cell.fault, fault.happened)
    Atomics.wait(numbers, cell.fault, fault.happened, FAULT_PATIENCE_MS)
  }
  process.on('uncaughtExceptionMonitor', onFault)

  /** Of followed work: which subject each asynchronous operation belongs to. */
  const subjects = new Map<number, string>()
  const hook = createHook({
    init(id) {
      const own = subjects.get(executionAsyncId())
      if (own !== undefined) subjects.set(id, own)
    },
    before(id) {
      const own = subjects.get(id)
      if (own !== undefined) mark(own)
    },
    after(id) {
      if (subjects.has(id)) mark(null)
    },
    destroy: (id) => subjects.delete(id),
  })

  return {
    ready,
    under: (holder) => void Atomics.store(numbers, cell.holder, holder ?? 0),
    during(next, work) {
      const before = current
      mark(next)
      try {
        return work()
      } finally {
        mark(before)
      }
    },
    follow(next, work) {
      hook.enable()
      const resource = new AsyncResource('attempt')
      subjects.set(resource.asyncId(), next)
      return resource.runInAsyncScope(work)
    },
    async stop() {
      process.off('uncaughtExceptionMonitor', onFault)
      clearInterval(beat)
      hook.disable()
      Atomics.store(numbers, cell.holder, 0)
      await thread.terminate()
    },
  }
}
