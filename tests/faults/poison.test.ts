import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import type { Run } from '#server/platform/engine/run.ts'
import { createEngineBench, type EngineBench } from '../support/engine.ts'
import { evidence } from '../support/evidence.ts'
import { forkProgram } from '../support/programs.ts'

/** Check 68: a run whose work kills its process is set aside, and all others go on. */

/** A process that is silent for so long is killed when its trouble is stored, as by its supervisor at its limit. */
const SILENT_MS = 1500

interface Fleet {
  deaths: number
  slowestStartMs: number
  stop(): Promise<void>
}

/** Keeps one engine process alive until it is stopped. */
function keepAlive({ url, pool }: EngineBench['database']): Fleet {
  const troubles = async () => (await pool.query('select holder from engine_troubles')).rowCount ?? 0
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
    const before = await troubles()
    const options = { execArgv: ['--max-old-space-size=160'], silent: true }
    const own = (child = forkProgram('poison-process', url, options))
    let heard = Infinity
    own.on('message', (message) => {
      heard = performance.now()
      if (typeof message === 'object')
        fleet.slowestStartMs = Math.max(fleet.slowestStartMs, (message as { startMs: number }).startMs)
    })
    const ended = new Promise<true>((resolve) => own.once('exit', () => resolve(true)))
    while (!(await Promise.race([ended, wait(50, false)])))
      if (performance.now() - heard > SILENT_MS && (await troubles()) > before) own.kill('SIGKILL')
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
test.concurrent.for(['loop later', 'memory', 'throw'])(
  'poison of the kind "%s" is set aside after three deaths at most, and innocent runs end well',
  { timeout: 120_000 },
  async (poison, { expect }) => {
    const bench = await createEngineBench()
    const innocent = { type: 'task.workforce.delay', inputs: { ms: 2000 } }
    const starter = await bench.engine({ executors: waitingForOthers })
    const others = await Promise.all(
      [1, 2, 3].map(() => bench.run(starter, { a: innocent, b: { depends: ['a'] } })),
    )
    const culprit = await bench.run(starter, { p: { inputs: { poison } }, rest: { depends: ['p'] } })
    await starter.stop()
    const fleet = keepAlive(bench.database)
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
      await bench.close()
    }
  },
)

/** Executors that never end, so that the processes under test take the attempts over. */
const never = () => new Promise<never>(() => undefined)
const waitingForOthers = { 'task.workforce.noop': never, 'task.workforce.delay': never }
