import { figure, table } from '../table.ts'
import {
  dayProfile,
  fullest,
  memoryOf,
  microsOfEvent,
  modelOf,
  processorsOf,
  smallest,
  stationNames,
  type Costs,
  type Installation,
  type Load,
} from './installation.ts'
import { simulate } from './queueing.ts'

/** What is asked of the simulation; `viewers`: sockets that get an event. */
export interface Question {
  runsPerDay: number
  tasks: number
  peak: number
  sockets: number
  viewers: number
}

/** A figure that was predicted before it was measured. */
export interface Check {
  figure: string
  predicted: number
  measured: number
}

const DAY_SECONDS = 86_400
/** How busy a part may be: with room for what is uneven, or, where no number of it suffices, with less. */
const BUSIEST = [0.6, 0.8, 0.95]
const MOST_PLATFORMS = 100

/** The load in the hour of the peak, of this share of all. */
export function peakLoad({ runsPerDay, tasks, peak, sockets, viewers }: Question, share = 1): Load {
  const perSecond = ((runsPerDay * tasks) / DAY_SECONDS) * Math.max(...dayProfile(peak))
  return { tasksPerSecond: perSecond * share, sockets: sockets * share, viewers }
}

/** A section of Markdown. */
export function report(given: {
  question: Question
  costs: Costs
  checks: readonly Check[]
  run: { seconds: number; seed: number }
}): string {
  const { question, costs, checks, run } = given
  const load = peakLoad(question)
  const least = BUSIEST.map((busy) => smallest(costs, load, busy))
  const enough = least.find((found) => typeof found === 'object')
  const sizes = enough ? [enough, { ...enough, platforms: MOST_PLATFORMS }] : []
  const { runsPerDay, tasks, peak, sockets, viewers } = question
  return [
    `## Simulation: ${figure(sockets)} sockets, ${figure(runsPerDay)} runs a day of ${tasks} tasks`,
    '',
    `The hour of the peak has ${peak} times the average, ${figure(load.tasksPerSecond)} tasks/s; ${viewers} sockets get each event. Queues with chance arrivals, ${run.seconds} s, seed ${run.seed}. Its costs were`,
    'measured at the beginning:',
    '',
    costTable(costs),
    '',
    'Predicted and then measured, a tenth of it (peak, two platforms, one gateway with real sockets):',
    '',
    table(
      ['figure', 'predicted', 'measured', 'measured / predicted'],
      checks.map((check) => [
        check.figure,
        figure(check.predicted),
        figure(check.measured),
        `${figure(check.measured / check.predicted)}x`,
      ]),
    ),
    '',
    ...BUSIEST.flatMap((busy, index) => {
      const part = least[index]
      if (typeof part !== 'string') return []
      return [`No number of ${part}s is at most ${busy * 100} % busy: what each hears of takes more.`, '']
    }),
    ...sizes.flatMap((size) => [
      sizeText(costs, load, size, question),
      '',
      sizeTable(costs, load, size, run),
      '',
    ]),
  ]
    .join('\n')
    .trim()
}

function costTable(costs: Costs): string {
  const rows = [
    ['a task, platform', costs.platformPerTask, 'us'],
    ['a task, database', costs.databasePerTask, 'us'],
    ['a task of another platform', costs.hearingPerTask, 'us'],
    ['a platform at rest', costs.platformAtRest, 'us/s'],
    ['the database at rest, a platform', costs.databaseAtRest, 'us/s'],
    ['events of a task', costs.eventsPerTask, ''],
    ['a gateway at rest', costs.gatewayBusy[0]!.micros, 'us/s'],
    ...costs.gatewayBusy
      .slice(1)
      .map(
        ({ events }) =>
          [`an event, gateway, of ${figure(events)}/s`, microsOfEvent(costs, events), 'us'] as const,
      ),
    ['a delivery, gateway', costs.gatewayPerDelivery, 'us'],
    ['hand-out at little load, p50', costs.handOut, 'ms'],
    ['a socket', costs.memoryOfSocket, 'kB'],
    ['a gateway without sockets', costs.memoryOfGateway, 'MB'],
    ['a platform', costs.memoryOfPlatform, 'MB'],
  ] as const
  return table(
    ['cost', 'measured', 'unit'],
    rows.map(([name, value, unit]) => [name, figure(value), unit]),
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function sizeText(costs: Costs, load: Load, size: Installation, { runsPerDay }: Question): string {
  const [[first, busy]] = fullest(costs, load, size) as [[string, number]]
  const parts = [
    counted(size.platforms, 'platform'),
    counted(size.gateways, 'gateway'),
    counted(size.databaseCores, 'database core'),
  ]
  const text = `${parts.join(', ')}, ${figure(memoryOf(costs, load, size))} GB without the database.`
  const limit = busy > 1 ? `it is overloaded from` : `it is full at`
  return `**${text}** The ${first} breaks first: ${limit} about ${figure(runsPerDay / busy)} runs a day.`
}

function sizeTable(
  costs: Costs,
  load: Load,
  size: Installation,
  run: { seconds: number; seed: number },
): string {
  const { stations } = simulate(modelOf(costs, load, size, run))
  const taken = processorsOf(costs, load, size)
  const rows = stationNames.map((name) => {
    const { busy, waits } = stations.get(name)!
    const [p50, p99] = [0.5, 0.99].map((share) => figure(waits.quantile(share) * 1000))
    return [name, figure(taken[name]), `${figure(busy * 100)} %`, p50!, p99!]
  })
  return table(['part', 'processors', 'busy', 'wait p50 ms', 'p99 ms'], rows)
}
