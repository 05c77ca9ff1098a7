import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../server/lib/listening.ts'
import { setUpWorker, startIndependentRun } from '../../support/worker-setup.ts'
import { numbersOf } from '../processes.ts'
import { startRedis } from '../redis.ts'
import { startBenchPlatform } from '../soak/platform.ts'
import { figure, median, rounds, table } from '../table.ts'

const ROUNDS = 3
const RUNS = 20
const TASKS = 500
const CONSUMERS = 10
const OURS = 'this queue endpoint'
const PEER = 'BullMQ, AOF always'

/**
 * Receive and report: one worker process empties a queue of existing tasks, compared with BullMQ in one
 * execution. Needs a build. Returns a section of Markdown.
 */
export async function benchQueue(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-queue-'))
  const redis = await startRedis(folder)
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const platform = await startBenchPlatform(join(folder, 'data'), {
    PLATFORM_PORT: String(port),
    PUBLIC_URL: url,
  })
  try {
    const worker = await setUpWorker(platform.call, 'bench')
    const ours = async (runs: number) => {
      for (let run = 0; run < runs; run++) await startIndependentRun(platform.call, worker, TASKS)
      const setup = { alias: worker.aliases['default'], platform: url, consumers: CONSUMERS }
      return numbersOf(here('worker.mjs'), [JSON.stringify({ ...setup, count: runs * TASKS })])
    }
    const peer = (runs: number) =>
      numbersOf(here('bullmq.mjs'), [redis.port, runs * TASKS, CONSUMERS * 10].map(String))
    const subjects: Record<string, (runs: number) => Promise<number[]>> = { [OURS]: ours, [PEER]: peer }
    const names = Object.keys(subjects)
    for (const name of names) await subjects[name]?.(2)
    return report(
      await rounds(names, ROUNDS, async (name) => {
        const [seconds = Number.NaN] = (await subjects[name]?.(RUNS)) ?? []
        return (RUNS * TASKS) / seconds
      }),
    )
  } finally {
    await platform.stop()
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(rates: Map<string, number[]>): string {
  const own = median(rates.get(OURS) ?? [])
  const rows = [...rates].map(([name, values]) => [
    name,
    figure(median(values)),
    `${figure(Math.min(...values))}..${figure(Math.max(...values))}`,
    `${figure(own / median(values))}x`,
  ])
  return [
    '## Queue: receive and report, tasks per second',
    '',
    `Median of ${ROUNDS} rounds of ${figure(RUNS * TASKS)} waiting independent tasks (${RUNS} runs of ${TASKS}), order reversed every other round.`,
    '',
    table(['queue', 'tasks/s', 'min..max', 'ours / it'], rows),
    '',
    `Ours: one worker process, ${CONSUMERS} consumers that receive batches of ten with the published AWS client and report by undici. Each`,
    '`ReceiveMessage` is a signed HTTP call; the started attempts (run, tasks, live events) are on disk before it answers. Each',
    "report is an HTTP call with its own signed token (EdDSA): the key is read, the token's use recorded and the lease",
    'found by one statement for all concurrent reports, and the end of the task (run, task, live events) is on disk',
    'before the answer, together with concurrent ones of the same run.',
    '',
    `BullMQ: one worker in the process, ${CONSUMERS * 10} jobs at once, its scripts sent directly to Redis; nothing is signed. Finishing a job`,
    'receives the next in one step, on disk before the answer (`appendfsync always`).',
  ].join('\n')
}

const here = (file: string) => new URL(file, import.meta.url).pathname
