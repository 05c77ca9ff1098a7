import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { childrenOf, postmasterOf } from '../../support/kill-repeatedly.ts'
import { withHost } from '../../support/database-url.ts'
import { ownerPassword, signIn, type Call } from '../../support/platform-process.ts'
import { startStack } from '../../support/stack.ts'
import { setUpWorker, startIndependentRun, type WorkerSetup } from '../../support/worker-setup.ts'
import { logBytes, postmasterIn } from '../database.ts'
import { newDatabase } from '../engine/run.ts'
import { numbersOf } from '../processes.ts'
import { timeOf, timeOfEnded, type Server } from '../process-usage.mjs'
import type { Sizes } from '../sizes.ts'
import { figure, median, rounds, table } from '../table.ts'

/** Tasks of a run. */
const TASKS = 100
/** Runs whose starts are under way at once. */
const STARTS = 4
const OWN = 'this product, tasks of a worker'

/** What one task took: microseconds of processor time, by whose they are, and bytes of the store's log. */
interface Cost {
  servers: number
  workers: number
  store: number
  written: number
}

interface Subject {
  /** The gateway and the platform; none for a peer. */
  servers: readonly Server[]
  store: Server
  /** The address of the store. */
  url: string
  /** Starts so many runs and waits until they have ended. */
  work(runs: number): Promise<unknown>
}

/**
 * H11: what a million tasks cost through the whole product, from the call that starts their run to its end, compared with
 * peers in one execution. Each figure is the difference of a large and a small number of runs, so that no start of a
 * process is in it. Needs a build. Returns a section of Markdown.
 */
export async function benchCost(sizes: Sizes): Promise<string> {
  const size = { rounds: 3, small: 10, large: 100, ...sizes }
  const folder = await mkdtemp(join(tmpdir(), 'bench-cost-'))
  const peers = await startPostgres({ dataDir: join(folder, 'peers'), log: pino({ level: 'warn' }) })
  const stack = await startStack({
    dataDir: join(folder, 'data'),
    env: { ADMIN_PASSWORD: ownerPassword },
    admin: { email: 'admin@localhost', password: ownerPassword },
  })
  try {
    const call = await signIn(stack.url)
    const worker = await setUpWorker(call, 'cost')
    const [platform = 0] = await childrenOf(stack.pid())
    const [postmaster = 0] = await postmasterOf(stack.pid())
    const product = {
      servers: [{ pid: stack.pid() }, { pid: platform }],
      store: { pid: postmaster, tree: true },
      url: `postgres://postgres@localhost/postgres?host=${join(folder, 'data/postgres/socket')}&port=5432`,
    }
    // The audience of the tokens of workers, without PUBLIC_URL.
    const audience = stack.url.replace('127.0.0.1', 'localhost')
    const store = { pid: await postmasterIn(join(folder, 'peers')), tree: true }
    const peer = (file: string): Subject => ({
      servers: [],
      store,
      url: withHost(peers.url),
      work: async (runs) => numbersOf(file, [await newDatabase(peers.url), 'fan', String(runs)]),
    })
    const subjects: Record<string, Subject> = {
      'this product, built-in tasks': { ...product, work: (runs) => builtIn(call, worker.appId, runs) },
      [OWN]: { ...product, work: (runs) => worked(call, worker, audience, runs) },
      DBOS: peer(new URL('../engine/dbos.mjs', import.meta.url).pathname),
      'graphile-worker': peer(new URL('../engine/graphile.mjs', import.meta.url).pathname),
    }
    const results = await rounds(Object.keys(subjects), size.rounds, (name) => costOf(subjects[name]!, size))
    return report(results, size)
  } finally {
    await stack.stop()
    await peers.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts runs of tasks that the platform executes itself, 98 of them at once, and waits for their ends. */
async function builtIn(call: Call, appId: string, runs: number): Promise<void> {
  const type = 'task.workforce.noop'
  const middle = Array.from({ length: TASKS - 2 }, (_, index) => `middle-${index}`)
  const tasks = [
    { name: 'first', type },
    ...middle.map((name) => ({ name, type, depends: ['first'] })),
    { name: 'last', type, depends: middle },
  ]
  const before = await completed(call, appId)
  await startAll(runs, () => call('POST', `workqueues?appId=${appId}`, { name: 'Cost', tasks }))
  while ((await completed(call, appId)) < before + runs) await wait(20)
}

async function completed(call: Call, appId: string): Promise<number> {
  const list = `workqueues?appId=${appId}&status=completed&page=1&pagesize=1`
  return (await call<{ total: number }>('GET', list)).total
}

/** Starts runs of independent tasks and hands them out to one worker process, whose reports go in batches. */
async function worked(call: Call, worker: WorkerSetup, platform: string, runs: number): Promise<void> {
  const alias = worker.aliases['default']
  const setup = { alias, platform, consumers: 10, servers: [], lean: true, batch: true, count: runs * TASKS }
  const program = new URL('../queue/worker.mjs', import.meta.url).pathname
  const done = numbersOf(program, [JSON.stringify(setup)])
  await startAll(runs, () => startIndependentRun(call, worker, TASKS))
  await done
}

async function startAll(runs: number, start: () => Promise<unknown>): Promise<void> {
  let left = runs
  const one = async () => {
    while (left-- > 0) await start()
  }
  await Promise.all(Array.from({ length: STARTS }, one))
}

async function costOf(
  { servers, store, url, work }: Subject,
  { small, large }: { small: number; large: number },
): Promise<Cost> {
  const now = async () => ({
    servers: servers.reduce((sum, server) => sum + timeOf(server), 0),
    workers: timeOfEnded(process.pid),
    store: timeOf(store),
    written: await logBytes(url),
  })
  const costs: Cost[] = []
  for (const runs of [small, large]) {
    const before = await now()
    await work(runs)
    const after = await now()
    const took = (key: keyof Cost) => after[key] - before[key]
    costs.push({
      servers: took('servers'),
      workers: took('workers'),
      store: took('store'),
      written: took('written'),
    })
  }
  const [few, many] = costs as [Cost, Cost]
  const each = (key: keyof Cost) => (many[key] - few[key]) / ((large - small) * TASKS)
  return {
    servers: each('servers'),
    workers: each('workers'),
    store: each('store'),
    written: each('written'),
  }
}

function report(
  results: Map<string, Cost[]>,
  size: { rounds: number; small: number; large: number },
): string {
  const all = ({ servers, workers, store }: Cost) => servers + workers + store
  const own = results.get(OWN) ?? []
  const rows = [...results].map(([name, costs]) => {
    const mid = (of: (cost: Cost) => number) => median(costs.map(of))
    const sums = costs.map(all)
    const [workers, servers] = [mid((cost) => cost.workers), mid((cost) => cost.servers)]
    return [
      name,
      figure(mid(all)),
      `${figure(Math.min(...sums))}..${figure(Math.max(...sums))}`,
      `${figure(mid(all) / median(own.map(all)))}x`,
      workers > 0 ? figure(workers) : '-',
      servers > 0 ? figure(servers) : '-',
      figure(mid((cost) => cost.store)),
      `${figure(mid((cost) => cost.written) / 1000)}`,
    ]
  })
  return [
    '## H11: what 1,000,000 tasks cost',
    '',
    `Seconds of processor time and GB of the log of PostgreSQL (WAL), of runs of ${TASKS} tasks. Median of ${size.rounds} rounds, order reversed every other round; each is the`,
    `difference of ${size.large} and ${size.small} runs, so that no start of a process is in it.`,
    '',
    table(
      [
        'product',
        'all s',
        'min..max',
        'it / ours',
        'worker s',
        'gateway and platform s',
        'PostgreSQL s',
        'log GB',
      ],
      rows,
    ),
    '',
    'Ours: runs are started by a call through the gateway; state, attempts, log lines, live events and statistics of every task are stored. The worker is one process',
    'with the lean client of `docs/examples`. The peers start their runs in the worker, without HTTP; DBOS stores the result of each step, graphile-worker deletes a job that has ended.',
  ].join('\n')
}
