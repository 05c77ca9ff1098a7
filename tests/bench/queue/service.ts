import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../../server/config.ts'
import { findFreePort } from '../../../server/lib/listening.ts'
import type { WorkerWithSecrets } from '../../../shared/domains/workers/contract.ts'
import { startSqsService } from '../../support/sqs-service.ts'
import { setUpWorker, startIndependentRun, type AliasSetup } from '../../support/worker-setup.ts'
import { postmasterIn } from '../database.ts'
import { numbersOf } from '../processes.ts'
import type { Sizes } from '../sizes.ts'
import { startBenchPlatform } from '../soak/platform.ts'
import { figure, median, rounds, table } from '../table.ts'

const CONSUMERS = 10
/** Runs of one task whose way to the worker is measured, and the milliseconds between their starts. */
const SINGLE = { runs: 40, everyMs: 250 }
/** Longer than a receive waits. */
const RECEIVE_MS = 1500
const program = new URL('service-worker.mjs', import.meta.url).pathname

interface Subject {
  /** Empties a queue of that many tasks: tasks a second; microseconds of worker, platform and database a task. */
  empty(runs: number, tasks: number): Promise<number[]>
  /** Milliseconds from the call that starts a run of one task until a waiting worker may begin it. */
  waits(): Promise<number[]>
  stop(): Promise<void>
}

/**
 * Queues of a service beside the embedded one: the same worker, with what the service asks of it besides, and the same tasks.
 * The service is the package fauxqs in a process of its own, in memory. Needs a build. Returns a section of Markdown.
 */
export async function benchService({ rounds: count = 3, runs = 6, tasks = 500 }: Sizes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-service-'))
  const service = await startSqsService()
  const credentials = {
    AWS_REGION: 'eu-test-1',
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  const subjects: Record<string, Subject> = {}
  try {
    subjects['embedded'] = await startSubject(join(folder, 'embedded'), {})
    const settings = { QUEUE: 'sqs', SQS_ENDPOINT: service.endpoint, ...credentials }
    subjects['service'] = await startSubject(join(folder, 'service'), settings)
    const names = Object.keys(subjects)
    for (const name of names) await subjects[name]!.empty(2, tasks)
    const found = await rounds(names, count, (name) => subjects[name]!.empty(runs, tasks))
    const waits: Record<string, number[]> = {}
    for (const name of names) waits[name] = await subjects[name]!.waits()
    return report(found, waits, { rounds: count, runs, tasks })
  } finally {
    for (const subject of Object.values(subjects)) await subject.stop()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startSubject(dataDir: string, settings: Environment): Promise<Subject> {
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const platform = await startBenchPlatform(dataDir, {
    PLATFORM_PORT: String(port),
    PUBLIC_URL: url,
    ...settings,
  })
  const worker = await setUpWorker(platform.call, 'bench')
  const read = () => platform.call<WorkerWithSecrets>('GET', `workers/${worker.workerId}`)
  const queueUrl = await addressOf(read, settings['SQS_ENDPOINT'])
  const alias: AliasSetup = { ...worker.aliases['default']!, queueUrl }
  const servers = [{ pid: platform.pid }, { pid: await postmasterIn(join(dataDir, 'postgres')), tree: true }]
  const setup = { alias, platform: url, consumers: CONSUMERS, servers, service: 'QUEUE' in settings }
  const ask = (more: object) => numbersOf(program, [JSON.stringify({ ...setup, ...more })])
  const start = (size: number) => startIndependentRun(platform.call, worker, size)
  return {
    async empty(runs, tasks) {
      // A service answers the last receives of the worker before, which has ended.
      await pause(RECEIVE_MS)
      for (let run = 0; run < runs; run++) await start(tasks)
      const [seconds = Number.NaN, ...times] = await ask({ count: runs * tasks })
      return [(runs * tasks) / seconds, ...times]
    },
    async waits() {
      const had = ask({ count: SINGLE.runs, waits: true })
      // Until it polls.
      await pause(2000)
      const started: number[] = []
      for (let run = 0; run < SINGLE.runs; run++) {
        started.push(Date.now())
        await start(1)
        await pause(SINGLE.everyMs)
      }
      return (await had).map((at, index) => at - started[index]!)
    },
    stop: platform.stop,
  }
}

/** The address of the queue, which a service has about a second after its alias. The one of fauxqs names a host that there is not. */
async function addressOf(read: () => Promise<WorkerWithSecrets>, endpoint?: string): Promise<string> {
  for (;;) {
    const queueUrl = (await read()).aliases[0]?.queueUrl
    if (queueUrl) return endpoint ? `${endpoint}/${queueUrl.split('/').slice(3).join('/')}` : queueUrl
    await pause(200)
  }
}

function report(
  found: Map<string, number[][]>,
  waits: Record<string, number[]>,
  sizes: { rounds: number; runs: number; tasks: number },
): string {
  const rows = [...found].map(([name, all]) => {
    const of = (place: number) => all.map((each) => each[place] ?? Number.NaN)
    const sorted = (waits[name] ?? []).toSorted((one, other) => one - other)
    const at = (share: number) => figure(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
    const rates = of(0)
    return [
      name,
      figure(median(rates)),
      `${figure(Math.min(...rates))}..${figure(Math.max(...rates))}`,
      ...[1, 2, 3].map((place) => figure(median(of(place)))),
      at(0.5),
      at(0.95),
    ]
  })
  return [
    '## Queues of a service beside the embedded one, tasks per second',
    '',
    `Median of ${sizes.rounds} rounds of ${figure(sizes.runs * sizes.tasks)} waiting tasks in runs of ${sizes.tasks}, order reversed every other round. Microseconds are processor time of a task. From the start`,
    `of a run of one task until a worker that waits may begin it: ${SINGLE.runs} runs, one every ${SINGLE.everyMs} ms and the time of its call.`,
    '',
    table(
      ['queue', 'tasks/s', 'min..max', 'worker us', 'platform us', 'database us', 'wait p50 ms', 'p95 ms'],
      rows,
    ),
    '',
    `One worker process with the AWS client, ${CONSUMERS} consumers that receive ten tasks a call, and reports in batches. With the service it also reports \`started\``,
    'before it begins, which is what starts the attempt there, and deletes the messages. The service is the package fauxqs, in memory in a process of its own, on the same two processors; its own time is in no column.',
  ].join('\n')
}
