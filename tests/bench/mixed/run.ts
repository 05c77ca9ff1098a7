import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { evidence } from '../../support/evidence.ts'
import { residentBytes } from '../../support/gateway-process.ts'
import { childrenOf, postmasterOf } from '../../support/kill-repeatedly.ts'
import { openBrowser, type LiveBrowser } from '../../support/live-browser.ts'
import { Operator } from '../../support/operator.ts'
import { ownerPassword, signIn, type Call } from '../../support/platform-process.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { setUpWorker } from '../../support/worker-setup.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'
import { compare, isExact, SECONDS_OF_SCHEDULE, type Found } from './compare.ts'
import { startLoad, type Ledger } from './ledger.ts'

const MB = 2 ** 20
const BROWSERS = 20
/** Time between two renewals of the session, in milliseconds; it ends after an hour without. */
const RENEW_MS = 5 * 60_000
/** Rows that a page reads again; after an hour the whole list would be 20,000. */
const PER_READ = 50
const victims = ['platform', 'PostgreSQL', 'gateway'] as const
const worker = new URL('../../support/counting-worker.mjs', import.meta.url).pathname

interface Sample {
  minute: number
  /** Bytes and open files of the gateway and the platform. */
  memory: number
  files: number
}

/**
 * The whole product for two hours: runs that complete, fail and are cancelled, worker tasks, a schedule and open screens,
 * while its platform, its PostgreSQL and its gateway are killed in turn. Compares what was acknowledged with what is stored.
 * Returns a section of Markdown.
 */
export async function benchMixed(sizes: Sizes): Promise<string> {
  const size = { minutes: 120, killEveryMinutes: 5, perSecond: 5, ...sizes }
  const folder = await mkdtemp(join(tmpdir(), 'bench-mixed-'))
  const admin = { email: 'admin@localhost', password: ownerPassword }
  const stack = await startStack({ dataDir: folder, env: { ADMIN_PASSWORD: ownerPassword }, admin })
  const socket = join(folder, 'postgres/socket')
  let tasks: ChildProcess | undefined
  try {
    const call = await signIn(stack.url)
    const setup = await setUpWorker(call, 'mixed')
    // The audience of the tokens of workers, without PUBLIC_URL.
    tasks = startWorker(stack.url.replace('127.0.0.1', 'localhost'), Object.values(setup.aliases))
    const schedule = await startSchedule(call, setup.appId)
    const screens = await openScreens(stack.url, setup.appId)
    const load = startLoad(call, setup, size.perSecond)
    const watch = startSamples(stack)
    const kills = await killInTurn(stack, size)
    const samples = await watch.stop()
    await load.stop()
    await call('PUT', `schedules/${schedule}`, { endAt: new Date().toISOString() })
    const found = await compare(socket, load.ledger, schedule, screens.browsers)
    screens.close()
    const flat = flatness(samples, size.minutes)
    if (Object.keys(sizes).length === 0 && isExact(found, load.ledger)) note(found, kills, flat)
    return report(size, { found, kills, samples, flat, ledger: load.ledger })
  } finally {
    tasks?.kill('SIGKILL')
    await stack.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function startWorker(platform: string, aliases: object[]): ChildProcess {
  const setup = { aliases, platform, consumers: 4, workMs: 50, visibility: 30, holdEvery: 500 }
  return spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(setup)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}

/** Every time starts a run, also the times while no platform was there. Returns the schedule's id. */
async function startSchedule(call: Call, appId: string): Promise<string> {
  const plan = { name: 'Scheduled', tasks: [{ name: 'one', type: 'task.workforce.noop' }] }
  const { _id: planId } = await call<{ _id: string }>('POST', 'plans', plan)
  const cron = `*/${SECONDS_OF_SCHEDULE} * * * * *`
  const body = { appId, planId, name: 'Often', cron, overlap: 'allow', catchUp: 'all' }
  return (await call<{ _id: string }>('POST', 'schedules', body))._id
}

/** Screens with the run list, each of which finds its way back after a kill; their session is kept alive as a page does. */
async function openScreens(url: string, appId: string) {
  const user = new Operator(url)
  await user.signIn(ownerPassword)
  const headers = { cookie: user.cookie, origin: url }
  const options = {
    url: `${url.replace('http', 'ws')}/graphql`,
    headers,
    appId,
    variables: { perPage: 10 },
    perRead: PER_READ,
  }
  const browsers = Array.from({ length: BROWSERS }, (): LiveBrowser => openBrowser(options))
  const timer = setInterval(() => {
    // A gateway that was just killed is asked again the next time.
    void user.renew().then(
      () => (headers.cookie = user.cookie),
      () => undefined,
    )
  }, RENEW_MS)
  return {
    browsers,
    close() {
      clearInterval(timer)
      for (const browser of browsers) browser.close()
    },
  }
}

function startSamples(stack: Stack) {
  const samples: Sample[] = []
  const from = performance.now()
  const filesOf = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  async function sample(): Promise<void> {
    const pids = [stack.pid(), ...(await childrenOf(stack.pid()))]
    try {
      const memory = sum(await Promise.all(pids.map(residentBytes)))
      const files = sum(await Promise.all(pids.map(filesOf)))
      // A sample during a restart counts only a part of the processes.
      if (pids.length > 1 && Number.isFinite(memory))
        samples.push({ minute: (performance.now() - from) / 60_000, memory, files })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  let work = Promise.resolve()
  const timer = setInterval(() => (work = work.then(sample)), 5000)
  return {
    async stop(): Promise<Sample[]> {
      clearInterval(timer)
      await work
      return samples
    },
  }
}

/** Returns the kills, by what was killed. */
async function killInTurn(
  stack: Stack,
  size: { minutes: number; killEveryMinutes: number },
): Promise<Map<string, number>> {
  const kills = new Map<string, number>(victims.map((victim) => [victim, 0]))
  const count = Math.floor(size.minutes / size.killEveryMinutes)
  for (let kill = 0; kill < count; kill++) {
    await wait(size.killEveryMinutes * 60_000)
    // The last part of the time is a whole one without a kill.
    if (kill === count - 1) break
    const victim = victims[kill % victims.length]!
    if (victim === 'gateway') {
      await stack.kill('SIGKILL')
      await stack.restart()
    } else {
      const [pid] = await (victim === 'platform' ? childrenOf(stack.pid()) : postmasterOf(stack.pid()))
      if (pid === undefined) throw new Error(`No process of ${victim} at kill ${kill + 1}`)
      process.kill(pid, 'SIGKILL')
    }
    kills.set(victim, kills.get(victim)! + 1)
  }
  return kills
}

/** Memory and files of the last third of the time, compared with the second third: the first one warms up. */
function flatness(samples: readonly Sample[], minutes: number): { memory: number; files: number } {
  const within = (from: number, to: number) =>
    samples.filter(({ minute }) => minute >= from * minutes && minute < to * minutes)
  const [middle, last] = [within(1 / 3, 2 / 3), within(2 / 3, 1)]
  const ratio = (of: (sample: Sample) => number) => median(last.map(of)) / median(middle.map(of))
  return { memory: ratio(({ memory }) => memory), files: ratio(({ files }) => files) }
}

function note(
  found: Found,
  kills: ReadonlyMap<string, number>,
  flat: { memory: number; files: number },
): void {
  evidence({
    check: 96,
    figures: {
      'runs acknowledged': found.runs,
      'lost, doubled or ended otherwise': 0,
      'times of a schedule': found.times,
      kills: [...kills.values()].reduce((sum, count) => sum + count, 0),
      'memory of the last third to the second': flat.memory,
      'open files of the last third to the second': flat.files,
    },
    breaks: 'a start does not look for a run of its name',
  })
}

function report(
  size: { minutes: number; killEveryMinutes: number; perSecond: number },
  result: {
    found: Found
    kills: ReadonlyMap<string, number>
    samples: readonly Sample[]
    flat: { memory: number; files: number }
    ledger: Ledger
  },
): string {
  const { found, kills, samples, flat, ledger } = result
  const span = size.minutes / 6
  const spans = Array.from({ length: 6 }, (_, index) => {
    const within = samples.filter(({ minute }) => minute >= index * span && minute < (index + 1) * span)
    const memory = median(within.map((sample) => sample.memory)) / MB
    return [
      `${figure(index * span)}-${figure((index + 1) * span)}`,
      figure(memory),
      median(within.map(({ files }) => files)),
    ]
  })
  return [
    `## Everything for ${size.minutes} minutes, with a kill every ${size.killEveryMinutes}`,
    '',
    `The built product with its own PostgreSQL: ${size.perSecond} runs a second (completed, failed, cancelled, with tasks of a worker), a schedule of every`,
    `${SECONDS_OF_SCHEDULE} seconds, ${BROWSERS} open run lists. Killed by SIGKILL: ${[...kills].map(([name, count]) => `${name} ${count} times`).join(', ')}.`,
    'Each call is sent again until it is acknowledged.',
    '',
    table(
      ['figure', 'found', 'must be'],
      [
        ['runs acknowledged', found.runs, '-'],
        ['calls sent again', ledger.repeated, '-'],
        ['calls refused', ledger.refused.length, 0],
        ['runs lost', found.missing, 0],
        ['runs stored twice', found.doubled, 0],
        ['runs with another end than they must have', found.otherEnd, 0],
        ['times of the schedule', found.times, '-'],
        ['of these without a run, or with two', found.timesLost, 0],
        [`of ${BROWSERS} screens with another state than stored`, found.browsersBehind, 0],
        ['memory of gateway and platform, last third to second', figure(flat.memory), 'about 1'],
        ['their open files, last third to second', figure(flat.files), 'about 1'],
      ],
    ),
    '',
    table(['minutes', 'resident memory of gateway and platform, MB (median)', 'open files'], spans),
  ].join('\n')
}
