import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { evidence } from '../../support/evidence.ts'
import { residentBytes } from '../../support/gateway-process.ts'
import { APPS, visit, visits } from '../../support/live-connects-trial.ts'
import { liveRow } from '../../support/live-platform.ts'
import { openCountingClient } from '../../support/counting-client.ts'
import { startLiveTrial, type LiveTrial } from '../../support/live-trial.ts'
import { paced } from '../../support/pace.ts'
import type { Sizes } from '../sizes.ts'
import { figure, median, table } from '../table.ts'

const MB = 2 ** 20
const SAMPLE_MS = 10_000
const PARALLEL = 20

interface Handles {
  fds: number
  timers: number
  sockets: number
  channels: number
  groups: number
}

/**
 * Half an hour of users who connect, read, subscribe and disconnect in every way, beside some who stay and a
 * stream of events, with the gateway in a separate process. Returns a section of Markdown: memory per minute,
 * and the open handles afterwards.
 */
export async function benchVisits(sizes: Sizes): Promise<string> {
  const size = {
    visits: 20_000,
    minutes: 30,
    staying: 100,
    eventsPerSecond: 50,
    settleSeconds: 130,
    ...sizes,
  }
  const trial = await startLiveTrial({ apart: true })
  try {
    await visits(trial, 0, 200, PARALLEL)
    // The gateway keeps the subscription of a channel for two minutes after its last viewer.
    await wait(size.settleSeconds * 1000)
    const before = await handlesOf(trial)
    const { samples, failed } = await load(trial, size)
    await wait(size.settleSeconds * 1000)
    const after = await handlesOf(trial)
    const slope = slopeOf(samples.filter(({ minute }) => minute >= size.minutes / 3))
    const isFull = Object.keys(sizes).length === 0
    if (isFull && failed === 0 && slope < 1 && isBack(before, after)) note(size.visits, slope, before, after)
    return report(size, samples, { slope, failed, before, after })
  } finally {
    await trial.close()
  }
}

interface Sample {
  minute: number
  resident: number
}

async function load(
  trial: LiveTrial,
  size: { visits: number; minutes: number; staying: number; eventsPerSecond: number },
) {
  const staying = await Promise.all(
    Array.from({ length: size.staying }, async (_, index) => {
      const variables = { appId: `a${index % APPS}` }
      return openCountingClient({ ...trial.socketOf(await trial.signIn(`staying${index}`)), variables })
    }),
  )
  const samples: Sample[] = []
  const from = performance.now()
  const sample = async () => {
    const minute = (performance.now() - from) / 60_000
    samples.push({ minute, resident: await residentBytes(trial.pid()) })
  }
  const sampler = setInterval(() => void sample(), SAMPLE_MS)
  const seconds = size.minutes * 60
  const underWay = new Set<Promise<void>>()
  let [number, failed, event] = [0, 0, 0]
  await Promise.all([
    paced(size.visits / seconds, seconds, () => {
      const one: Promise<void> = visit(trial, number++)
        .catch(() => void failed++)
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }),
    paced(size.eventsPerSecond, seconds, () => {
      const appId = `a${event++ % APPS}`
      trial.pusher.publish(`apps.${appId}.workqueues`, 'update', liveRow({ _id: `w${event % 100}`, appId }))
    }),
  ])
  await Promise.all(underWay)
  clearInterval(sampler)
  for (const tally of staying) tally.close()
  return { samples, failed }
}

async function handlesOf(trial: LiveTrial): Promise<Handles> {
  const metrics = await trial.metrics()
  const read = (name: string) => metrics.get(name) ?? 0
  return {
    fds: (await readdir(`/proc/${trial.pid()}/fd`)).length,
    timers: read('nodejs_active_resources{type="Timeout"}'),
    sockets: read('gateway_live_sockets'),
    channels: read('gateway_live_channels'),
    groups: read('gateway_live_groups'),
  }
}

/** The number of keep-alive connections varies: a difference of up to five is not a leak. */
const isBack = (before: Handles, after: Handles) =>
  after.fds <= before.fds + 5 &&
  after.timers <= before.timers + 5 &&
  after.sockets + after.channels + after.groups === 0

/** Slope of the regression line through the samples: megabytes per minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [minute, resident] = [
    mean(samples.map((sample) => sample.minute)),
    mean(samples.map((sample) => sample.resident)),
  ]
  const up = samples.reduce((sum, one) => sum + (one.minute - minute) * (one.resident - resident), 0)
  return up / samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0) / MB
}

function note(people: number, slope: number, before: Handles, after: Handles): void {
  evidence({
    check: 61,
    figures: {
      'visits in half an hour': people,
      'memory from minute 10, MB a minute': slope,
      'additional file descriptors': after.fds - before.fds,
      'additional timers': after.timers - before.timers,
      'live sockets, channels and groups left': after.sockets + after.channels + after.groups,
    },
    breaks: 'a closed socket keeps its ping timer',
  })
}

function report(
  size: { visits: number; minutes: number; staying: number; eventsPerSecond: number },
  samples: readonly Sample[],
  found: { slope: number; failed: number; before: Handles; after: Handles },
): string {
  const { slope, failed, before, after } = found
  const span = size.minutes / 6
  const spans = Array.from({ length: 6 }, (_, index) => {
    const [start, end] = [index * span, (index + 1) * span]
    const within = samples.filter(({ minute }) => minute >= start && minute < end)
    return [`${figure(start)}-${figure(end)}`, figure(median(within.map(({ resident }) => resident)) / MB)]
  })
  return [
    `## Visits: ${size.visits.toLocaleString('en-US')} users connect and disconnect in ${size.minutes} minutes`,
    '',
    `Each signs in, reads a list, subscribes to it, gets a change and leaves: orderly, cut off, without unsubscribing, or by signing out.`,
    `${size.staying} other users stay connected, ${size.eventsPerSecond} events a second. ${failed} of the visits failed.`,
    '',
    table(['minutes', 'resident memory of the gateway, MB (median)'], spans),
    '',
    `Memory from a third of the time on: ${figure(slope)} MB a minute (wanted: less than 1).`,
    '',
    table(
      ['open in the gateway', 'before', 'two minutes afterwards'],
      (Object.keys(before) as (keyof Handles)[]).map((name) => [name, before[name], after[name]]),
    ),
  ].join('\n')
}
