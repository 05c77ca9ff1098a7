import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { findFreePort } from '../../../server/lib/listening.ts'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { setUpWorker, startIndependentRun } from '../../support/worker-setup.ts'
import { postmasterIn } from '../database.ts'
import { newDatabase } from '../engine/run.ts'
import { numbersOf } from '../processes.ts'
import { startRedis } from '../redis.ts'
import type { Sizes } from '../sizes.ts'
import { startBenchPlatform } from '../soak/platform.ts'
import { figure, median, rounds, table } from '../table.ts'

const CONSUMERS = 10
/** Tasks whose wait is measured, and of each of their runs. */
const WAITS = 3000
const FEW = 50
const LEAN = 'this queue, lean client, batches of reports'
const BULLMQ = 'BullMQ, AOF always'

/** What one measurement of a subject has found; microseconds of processor time are of one task. */
interface Found {
  rate: number
  client: number
  /** Of the platform alone; NaN for peers. */
  platform: number
  /** Of the database or Redis. */
  store: number
}

/**
 * H1: receive and report. One worker process empties a queue of existing tasks, compared with peers in one
 * execution. Needs a build. Returns a section of Markdown.
 */
export async function benchQueue({ rounds: count = 3, runs = 10, tasks = 500 }: Sizes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-queue-'))
  const redis = await startRedis(folder)
  const peers = await startPostgres({ dataDir: join(folder, 'peers'), log: pino({ level: 'warn' }) })
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const dataDir = join(folder, 'data')
  const platform = await startBenchPlatform(dataDir, { PLATFORM_PORT: String(port), PUBLIC_URL: url })
  try {
    const worker = await setUpWorker(platform.call, 'bench')
    const servers = [
      { pid: platform.pid },
      { pid: await postmasterIn(join(dataDir, 'postgres')), tree: true },
    ]
    const ours = (kind: { lean: boolean; batch: boolean }) => async (size: number) => {
      for (let run = 0; run < size; run++) await startIndependentRun(platform.call, worker, tasks)
      const setup = { alias: worker.aliases['default'], platform: url, consumers: CONSUMERS, servers }
      return found(size * tasks, await ask('worker.mjs', { ...setup, ...kind, count: size * tasks }))
    }
    const peer = async (file: string, size: number, server: { pid: number; tree?: true }, more: object) => {
      const setup = { concurrency: 10 * CONSUMERS, consumers: CONSUMERS, servers: [server], ...more }
      const [seconds, client, store] = await ask(file, { ...setup, count: size * tasks })
      return found(size * tasks, [seconds, client, Number.NaN, store])
    }
    const postgres = { pid: await postmasterIn(join(folder, 'peers')), tree: true } as const
    const subjects: Record<string, (size: number) => Promise<Found>> = {
      'this queue, AWS client, single reports': ours({ lean: false, batch: false }),
      'this queue, AWS client, batches of reports': ours({ lean: false, batch: true }),
      'this queue, lean client, single reports': ours({ lean: true, batch: false }),
      [LEAN]: ours({ lean: true, batch: true }),
      [BULLMQ]: (size) => peer('bullmq.mjs', size, { pid: redis.pid }, { port: redis.port }),
      'graphile-worker': async (size) =>
        peer('graphile.mjs', size, postgres, { url: await newDatabase(peers.url) }),
      'graphile-worker, in batches': async (size) =>
        peer('graphile.mjs', size, postgres, { url: await newDatabase(peers.url), batches: true }),
      'pg-boss, in batches': async (size) =>
        peer('pg-boss.mjs', size, postgres, { url: await newDatabase(peers.url) }),
    }
    const names = Object.keys(subjects)
    for (const name of names) await subjects[name]?.(2)
    const results = await rounds(names, count, (name) => subjects[name]!(runs))
    // To start runs costs about as much as to empty the queue: this is half of what both together can do.
    const half = median((results.get(LEAN) ?? []).map(({ rate }) => rate)) / 4
    const setup = { alias: worker.aliases['default'], platform: url, consumers: CONSUMERS, servers }
    const handedOut = ask('worker.mjs', { ...setup, lean: true, batch: true, waits: true, count: WAITS })
    // Until it polls.
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await startAtRate(() => startIndependentRun(platform.call, worker, FEW), half / FEW, WAITS / FEW)
    return report(results, { rounds: count, runs, tasks }, await handedOut, half)
  } finally {
    await platform.stop()
    await redis.stop()
    await peers.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts that many runs, evenly spread. */
async function startAtRate(start: () => Promise<unknown>, perSecond: number, count: number): Promise<void> {
  const from = performance.now()
  const starts: Promise<unknown>[] = []
  for (let started = 0; started < count; started++) {
    const due = from + (started * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    starts.push(start())
  }
  await Promise.all(starts)
}

const ask = (file: string, setup: object) => numbersOf(here(file), [JSON.stringify(setup)])

const found = (
  count: number,
  [seconds = Number.NaN, client = Number.NaN, platform = Number.NaN, store = Number.NaN]: (
    | number
    | undefined
  )[],
): Found => ({ rate: count / seconds, client, platform, store })

function report(
  results: Map<string, Found[]>,
  sizes: { rounds: number; runs: number; tasks: number },
  waits: readonly number[],
  half: number,
): string {
  const sorted = [...waits].sort((one, other) => one - other)
  const at = (share: number) => figure(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  const mid = (found: readonly Found[], key: keyof Found) => median(found.map((one) => one[key]))
  const bullmq = mid(results.get(BULLMQ) ?? [], 'rate')
  const rows = [...results].map(([name, found]) => {
    const rates = found.map(({ rate }) => rate)
    const [client, platform, store] = (['client', 'platform', 'store'] as const).map((key) => mid(found, key))
    return [
      name,
      figure(median(rates)),
      `${figure(Math.min(...rates))}..${figure(Math.max(...rates))}`,
      `${figure(median(rates) / bullmq)}x`,
      figure(client!),
      figure(platform!),
      figure(store!),
      figure(client! + (platform! || 0) + store!),
    ]
  })
  const head = [
    'queue',
    'tasks/s',
    'min..max',
    'it / BullMQ',
    'client us',
    'platform us',
    'store us',
    'all us',
  ]
  return [
    '## H1: a queue, receive and report, tasks per second',
    '',
    `Median of ${sizes.rounds} rounds of ${figure(sizes.runs * sizes.tasks)} waiting independent tasks (ours: ${sizes.runs} runs of ${sizes.tasks}), order reversed every other round. Microseconds are processor time of a task: of the worker process, of the platform, and of the`,
    'database or Redis with all their processes. Client and servers share the processors.',
    '',
    table(head, rows),
    '',
    `Hand-out at half load, ${figure(half)} tasks/s in runs of ${FEW}: from queued to the worker p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; the runs are started by calls of another process.`,
    '',
    `Ours: one worker process, ${CONSUMERS} consumers that receive ten tasks a call. The AWS client is the published one; the lean client is that of`,
    '`docs/examples`. The started attempts (run, tasks, live events) are on disk before a receive answers, the end of a task before its report does. A',
    'single report is an HTTP call with its own signed token (EdDSA); a batch is `POST tasks/reports` with one token for up to 100.',
    '',
    `BullMQ: one worker in the process, ${CONSUMERS * 10} jobs at once, its scripts sent directly to Redis; nothing is signed. Finishing a job receives the next in one step, on disk before the answer (\`appendfsync always\`). graphile-worker: ${CONSUMERS * 10} jobs at once,`,
    `one by one, or taken and completed in batches from a local queue of ${CONSUMERS * 100}, which a crash would leave locked for hours. pg-boss: ${CONSUMERS} consumers that fetch and complete ten jobs at a time. Both speak to the same PostgreSQL with the same settings as ours, without HTTP and signatures, and keep no log, history or live events of runs.`,
  ].join('\n')
}

const here = (file: string) => new URL(file, import.meta.url).pathname
