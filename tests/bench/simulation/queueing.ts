import { seededRandom } from '../../support/random.ts'
import { createAgenda } from './agenda.ts'

/** A kind of process: so many of them, of which each works on that many jobs at once. Jobs go to one of them by chance. */
export interface Station {
  name: string
  instances: number
  /** Infinity: a delay without a queue. */
  servers: number
}

/** Work that a job does at a station, as long as this on average; the times are equal or exponentially distributed. */
export interface Visit {
  station: string
  seconds: number
  spread: 'equal' | 'exponential'
}

/** Jobs that come independently of each other (Poisson) and make these visits one after another. */
export interface Flow {
  name: string
  perSecond: number
  visits: readonly Visit[]
}

export interface Model {
  stations: readonly Station[]
  flows: readonly Flow[]
  /** Time that is simulated; its first tenth, in which queues build up, is not counted. */
  seconds: number
  seed: number
}

/** Seconds; `quantile` takes a share from 0 to 1. */
export interface Times {
  mean: number
  quantile(share: number): number
}

export interface Outcome {
  /** The share of its servers that is busy, and how long jobs wait for one of them. */
  stations: Map<string, { busy: number; waits: Times }>
  /** From a job's arrival to the end of its last visit. */
  flows: Map<string, Times>
}

interface Job {
  flow: Flow
  arrived: number
  /** Index of its present visit, and since when it waits for it. */
  visit: number
  since: number
}

interface Instance {
  busy: number
  queue: Job[]
  /** Jobs before this place in the queue have begun. */
  head: number
}

/** Simulates a network of queues, first come, first served. Equal models have equal outcomes. */
export function simulate({ stations, flows, seconds, seed }: Model): Outcome {
  const random = seededRandom(seed)
  const exponential = (mean: number) => -Math.log(1 - random()) * mean
  const agenda = createAgenda()
  const warm = seconds / 10
  const places = new Map(
    stations.map((station) => {
      const empty = (): Instance => ({ busy: 0, queue: [], head: 0 })
      const instances = Array.from({ length: station.instances }, empty)
      return [station.name, { station, instances, waits: [] as number[], busySeconds: 0 }]
    }),
  )
  const ends = new Map<string, number[]>(flows.map(({ name }) => [name, []]))

  function enter(job: Job, now: number): void {
    const visit = job.flow.visits[job.visit]
    if (!visit) {
      if (job.arrived >= warm) ends.get(job.flow.name)!.push(now - job.arrived)
      return
    }
    const place = places.get(visit.station)
    if (!place) throw new Error(`No station ${visit.station}`)
    const instance = place.instances[Math.floor(random() * place.instances.length)]!
    job.since = now
    if (instance.busy < place.station.servers) begin(job, visit, instance, now)
    else instance.queue.push(job)
  }

  function begin(job: Job, visit: Visit, instance: Instance, now: number): void {
    const place = places.get(visit.station)!
    const takes = visit.spread === 'equal' ? visit.seconds : exponential(visit.seconds)
    if (job.arrived >= warm) place.waits.push(now - job.since)
    place.busySeconds += Math.max(0, Math.min(now + takes, seconds) - Math.max(now, warm))
    instance.busy++
    agenda.add(now + takes, (end) => {
      instance.busy--
      const next = instance.queue[instance.head]
      if (next) {
        instance.head++
        begin(next, next.flow.visits[next.visit]!, instance, end)
      } else if (instance.head > 0) [instance.queue, instance.head] = [[], 0]
      job.visit++
      enter(job, end)
    })
  }

  for (const flow of flows.filter(({ perSecond }) => perSecond > 0)) {
    const arrive = (now: number) => {
      enter({ flow, arrived: now, visit: 0, since: now }, now)
      agenda.add(now + exponential(1 / flow.perSecond), arrive)
    }
    agenda.add(exponential(1 / flow.perSecond), arrive)
  }
  agenda.runUntil(seconds)
  return {
    stations: new Map(
      [...places].map(([name, { station, waits, busySeconds }]) => {
        const busy = busySeconds / (station.instances * station.servers * (seconds - warm))
        return [name, { busy, waits: timesOf(waits) }]
      }),
    ),
    flows: new Map([...ends].map(([name, times]) => [name, timesOf(times)])),
  }
}

function timesOf(values: readonly number[]): Times {
  const sorted = Float64Array.from(values).sort()
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    quantile: (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN,
  }
}
