import { fork, type ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Run } from '#server/platform/engine/run.ts'
import { createEngineBench, type EngineBench } from '../support/engine.ts'
import { evidence } from '../support/evidence.ts'

/** Check 68: a run whose work kills its process is set aside, and all others go on. */

/** A process that is silent for so long is killed, as by its supervisor. */
const SILENT_MS = 3000
/** Time to load the program, before a process can tell that it is alive. */
const START_MS = 10_000

let bench: EngineBench
beforeEach(async () => {
  bench = await createEngineBench()
})
afterEach(() => bench.close())

interface Fleet {
  deaths: number
  slowestStartMs: number
  stop(): Promise<void>
}

/** Keeps one engine process alive until it is stopped. */
function keepAlive(url: string): Fleet {
  let child: ChildProcess | undefined
  let stopped = false
  let ended = Promise.resolve()
  const fleet: Fleet = {
    deaths: 0,
    slowestStartMs: 0,
    async stop() {
      stopped = true
      child?.kill('SIGKILL')
      await ended
    },
  }

  async function once(): Promise<void> {
    const from = performance.now()
    const execArgv = ['--import', 'tsx', '--max-old-space-size=160']
    const own = (child = fork('tests/support/poison-process.ts', [url], { execArgv, silent: true }))
    let heard: number | null = null
    own.on('message', (message) => {
      heard = performance.now()
      if (typeof message === 'object')
        fleet.slowestStartMs = Math.max(fleet.slowestStartMs, (message as { startMs: number }).startMs)
    })
    const look = setInterval(() => {
      if (performance.now() - (heard ?? from + START_MS) > SILENT_MS) own.kill('SIGKILL')
    }, 50)
    await new Promise((resolve) => own.once('exit', resolve))
    clearInterval(look)
    if (stopped) return
    fleet.deaths++
    await once()
  }
  ended = once()
  return fleet
}

const isSetAside = ({ status, tasks }: Run) =>
  status === 'failed' && tasks.some(({ reason }) => reason?.startsWith('Set aside: '))

/** All kinds of `poison-process.ts` were tried; these die in three different ways. */
test.each(['loop later', 'memory', 'throw'])(
  'poison of the kind "%s" is set aside after three deaths at most, and innocent runs end well',
  { timeout: 120_000 },
  async (poison) => {
    const innocent = { type: 'task.workforce.delay', inputs: { ms: 2000 } }
    const starter = await bench.engine({ executors: waitingForOthers })
    const others = await Promise.all(
      [1, 2, 3].map(() => bench.run(starter, { a: innocent, b: { depends: ['a'] } })),
    )
    const culprit = await bench.run(starter, { p: { inputs: { poison } }, rest: { depends: ['p'] } })
    await starter.stop()
    const fleet = keepAlive(bench.database.url)
    try {
      await expect.poll(async () => isSetAside(await bench.load(culprit)), { timeout: 90_000 }).toBe(true)
      const deaths = fleet.deaths
      expect(deaths).toBeLessThanOrEqual(3)
      for (const id of others)
        await expect.poll(async () => (await bench.load(id)).status, { timeout: 30_000 }).toBe('completed')
      expect(fleet.deaths).toBe(deaths)
      expect(fleet.slowestStartMs).toBeLessThan(5000)
      evidence({
        check: 68,
        figures: { poison, deaths, 'innocent runs failed': 0, 'slowest start, ms': fleet.slowestStartMs },
        breaks: 'the row of a process that died in trouble is not read before its attempts are taken over',
      })
    } finally {
      await fleet.stop()
    }
  },
)

/** Executors that never end, so that the processes under test take the attempts over. */
const never = () => new Promise<never>(() => undefined)
const waitingForOthers = { 'task.workforce.noop': never, 'task.workforce.delay': never }
