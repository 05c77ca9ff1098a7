import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../server/lib/listening.ts'
import { startSqsService } from '../../support/sqs-service.ts'
import { setUpWorker, startIndependentRun } from '../../support/worker-setup.ts'
import { numbersOf } from '../processes.ts'
import type { Sizes } from '../sizes.ts'
import { startBenchPlatform } from '../soak/platform.ts'
import { figure, median, rounds, table } from '../table.ts'

const CONSUMERS = 10
const OWN = 'queues of the platform'
const SERVICE = 'QUEUE=sqs, a server in memory'
const worker = fileURLToPath(new URL('worker.mjs', import.meta.url))

interface Found {
  rate: number
  /** Microseconds of processor time of a task: of the worker process, and of the platform. */
  client: number
  platform: number
}

/**
 * The queues of the platform and those of a service, in one execution: the same worker, AWS client and batches of reports,
 * empties a queue of existing tasks. Needs a build. Returns a section of Markdown.
 */
export async function benchSqs({ rounds: count = 3, runs = 4, tasks = 500 }: Sizes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-sqs-'))
  const service = await startSqsService()
  const settings = {
    QUEUE: 'sqs',
    SQS_ENDPOINT: service.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  }
  const sides = [await open(join(folder, 'own'), {}), await open(join(folder, 'service'), settings)]
  try {
    const memory = await Promise.all(sides.map(({ platform }) => platform.resident()))
    const empty = async (side: (typeof sides)[number], size: number): Promise<Found> => {
      for (let run = 0; run < size; run++) await startIndependentRun(side.platform.call, side.setup, tasks)
      const alias = side.setup.aliases['default']!
      const endpoint = side === sides[0] ? alias.queueUrl : service.endpoint
      const servers = [{ pid: side.platform.pid }]
      const given = {
        alias,
        platform: side.url,
        endpoint,
        consumers: CONSUMERS,
        servers,
        count: size * tasks,
      }
      const [seconds = Number.NaN, client = Number.NaN, platform = Number.NaN] = await numbersOf(worker, [
        JSON.stringify(given),
      ])
      return { rate: (size * tasks) / seconds, client, platform }
    }
    const subjects = { [OWN]: sides[0]!, [SERVICE]: sides[1]! }
    for (const side of sides) await empty(side, 1)
    const results = await rounds([OWN, SERVICE], count, (name) => empty(subjects[name]!, runs))
    return report(results, memory, { rounds: count, runs, tasks })
  } finally {
    await Promise.all(sides.map(({ platform }) => platform.stop()))
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function open(dataDir: string, settings: Record<string, string>) {
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const more = { PLATFORM_PORT: String(port), PUBLIC_URL: url }
  const platform = await startBenchPlatform(dataDir, { ...settings, ...more })
  return { platform, url, setup: await setUpWorker(platform.call, 'bench') }
}

function report(
  results: Map<string, Found[]>,
  memory: readonly number[],
  { rounds: count, runs, tasks }: { rounds: number; runs: number; tasks: number },
): string {
  const mid = (found: readonly Found[], key: keyof Found) => median(found.map((one) => one[key]))
  const own = mid(results.get(OWN) ?? [], 'rate')
  const rows = [...results].map(([name, found], index) => [
    name,
    figure(mid(found, 'rate')),
    `${figure(mid(found, 'rate') / own)}x`,
    figure(mid(found, 'client')),
    figure(mid(found, 'platform')),
    Math.round((memory[index] ?? 0) / 1024 ** 2),
  ])
  return `## Queues of a service beside those of the platform, tasks per second

Median of ${count} rounds of ${(runs * tasks).toLocaleString('en')} waiting independent tasks, order reversed every other round. One worker process, ${CONSUMERS} consumers with the AWS client, reports in batches, messages deleted. The service is a
server of SQS in memory in a process of its own, on the same processors: a real one is elsewhere and answers later. Microseconds are processor time of a task. Memory is that of the platform's process after its start, MiB.

${table(['', 'tasks/s', '', 'worker, µs', 'platform, µs', 'memory'], rows)}`
}
