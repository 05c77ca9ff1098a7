import { herdTrial } from '../../support/live-herd-trial.ts'
import { outageTrial } from '../../support/live-outage-trial.ts'
import { resumeTrial } from '../../support/live-resume-trial.ts'
import { slowTrial } from '../../support/live-slow-trial.ts'
import { stormTrial } from '../../support/live-storm-trial.ts'
import { startLiveTrial, type LiveTrial, type LiveTrialOptions } from '../../support/live-trial.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { figure, table } from '../table.ts'

type Row = [fault: string, figure: string, measured: string | number, wanted: string | number]

const MB = 2 ** 20

/**
 * Live updates under faults at full length, with the gateway in a separate process. Returns a section of
 * Markdown.
 */
export async function benchLiveFaults(): Promise<string> {
  const rows = [
    ...(await withTrial({}, resume)),
    ...(await withTrial({}, outage)),
    ...(await withTrial({}, slow)),
    ...(await withTrial({}, herd)),
    ...(await withTrial({ env: { GRAPHQL_OPERATIONS: 'any' } }, storm)),
  ]
  return [
    '## Faults: live updates',
    '',
    'One gateway process with a platform and a Pusher service of the bench; browsers are the live client of the console.',
    '',
    table(['fault', 'figure', 'measured', 'wanted'], rows),
  ].join('\n')
}

async function withTrial(
  options: LiveTrialOptions,
  work: (trial: LiveTrial) => Promise<Row[]>,
): Promise<Row[]> {
  const trial = await startLiveTrial({ ...options, apart: true })
  try {
    return await work(trial)
  } finally {
    await trial.close()
  }
}

async function resume(trial: LiveTrial): Promise<Row[]> {
  const outcome = await resumeTrial(trial, { sockets: 50, cuts: 100, perSecond: 200, seconds: 60 })
  return [
    ['50 sockets cut 100 times each in a minute', 'events', outcome.published, '-'],
    ['', 'lost', outcome.lost, 0],
    ['', 'shown twice', outcome.repeated, 0],
    ['', 'out of order', outcome.disordered, 0],
    ['', 'unnecessary resyncs', outcome.needlessResyncs, 0],
  ]
}

async function outage(trial: LiveTrial): Promise<Row[]> {
  const size = { browsers: 100, rows: 500, changes: 5000, seconds: 60 }
  const outcome = await outageTrial(trial, size)
  return [
    [
      'the Pusher service unavailable for a minute, 5,000 changes',
      'browsers that report stale',
      outcome.toldStale,
      size.browsers,
    ],
    ['', 'the slowest, s', figure(outcome.slowestStaleMs / 1000), 'at most 5'],
    ['', 'correct afterwards', outcome.equal, size.browsers],
    ['', 'the slowest, s', figure(outcome.slowestEqualMs / 1000), 'at most 10'],
  ]
}

async function slow(trial: LiveTrial): Promise<Row[]> {
  const outcome = await slowTrial(trial, {
    clients: 200,
    paused: 20,
    perSecond: 500,
    seconds: 60,
    bytes: 2000,
    // The clients that do not read exceeded the bound long ago.
    outstay: () => wait(1000),
  })
  const closed = outcome.closedWith.filter((code) => code === 4413 || code === 1006).length
  return [
    [
      '20 of 200 clients stop reading, 500 events/s of 2 kB for a minute',
      'over 1 MiB, dropped',
      outcome.overBound,
      20,
    ],
    ['', 'closed after 10 s without reading', closed, 10],
    ['', 'memory grown, MB', figure(outcome.grown / MB), 'under 64'],
    ['', 'lost by the others', outcome.healthyLost, 0],
    ['', 'their p99, ms', figure(outcome.healthyP99Ms), 'under 250'],
  ]
}

async function herd(trial: LiveTrial): Promise<Row[]> {
  const outcome = await herdTrial(trial, { browsers: 1000, awayMs: 500 })
  return [
    ['1,000 browsers, each of another user, the gateway restarts', 'back', outcome.back, outcome.browsers],
    ['', 'the slowest, s', figure(outcome.slowestMs / 1000), 'at most 15'],
    ['', 'calls to the platform', outcome.calls, 'at most 2000'],
    ['', 'delay of the loop, p99, ms', figure(outcome.loopP99Ms), 'under 200'],
  ]
}

async function storm(trial: LiveTrial): Promise<Row[]> {
  const outcome = await stormTrial(trial, { browsers: 100, perSecond: 5000, seconds: 30 })
  return [
    ['5,000 events/s for half a minute, 100 browsers', 'browsers with the last state', outcome.current, 100],
    ['', 'lost', outcome.lost, 0],
    ['', 'p99, ms', figure(outcome.p99Ms), 'at most 2000'],
    ['', 'exact counters', `${outcome.exactCounters} of ${outcome.counters}`, 'all'],
  ]
}
