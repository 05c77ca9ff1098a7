import { pino } from 'pino'
import pg from 'pg'
import { systemClock } from '#server/lib/clock.ts'
import { createRunStore } from '#server/platform/runs/store.ts'
import { startProcessWatch } from '#server/platform/runs/process-watch.ts'
import { createEngine } from '#server/platform/engine/engine.ts'

/**
 * An engine in a separate process, with a noop that harms its process as `inputs.poison` says. Usage: poison-process.ts
 * <database url>. It tells its parent how long its start took, and
 * that it is alive every 50 ms.
 */
const [url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 6 })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const kept: unknown[] = []
const grow = () => kept.push(Array.from({ length: 200_000 }, (_, index) => ({ index })))

const poisons: Record<string, () => Promise<void>> = {
  loop: async () => {
    for (;;) Math.sqrt(kept.length)
  },
  'loop later': async () => {
    await wait(600)
    for (;;) Math.sqrt(kept.length)
  },
  memory: async () => {
    for (;;) grow()
  },
  'memory in steps': async () => {
    for (;;) {
      grow()
      await wait(5)
    }
  },
  throw: async () => {
    setTimeout(() => {
      throw new Error('outside its promise')
    }, 400)
    await new Promise(() => undefined)
  },
  reject: async () => {
    void Promise.reject(new Error('outside its promise'))
    await new Promise(() => undefined)
  },
}

const log = pino({ level: 'silent' })
const watch = startProcessWatch(url, log)
const engine = createEngine({
  store: createRunStore(pool),
  clock: systemClock,
  log,
  watch,
  // The caution of a start is waited for after each death; it lasts longer than any poison takes, on slow machines too.
  pace: { period: 200, first: 200, caution: 2000 },
  findPlan: () => Promise.resolve(null),
  publisher: { committed: () => undefined },
  executors: {
    'task.workforce.noop': async ({ inputs }) => {
      await poisons[String(inputs.poison)]?.()
      return inputs
    },
  },
})
process.on('disconnect', () => process.exit(1))
await watch.ready
const from = performance.now()
await engine.start()
process.send?.({ startMs: performance.now() - from })
setInterval(() => process.send?.('alive'), 50)
