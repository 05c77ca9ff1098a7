import { expect, test } from 'vitest'
import { simulate, type Model, type Visit } from './queueing.ts'

const SERVICE = 0.01
const JOBS = 200_000
const place = (visit: Partial<Visit> = {}): Visit => ({
  station: 'place',
  seconds: SERVICE,
  spread: 'exponential',
  ...visit,
})
/** One station that is busy for this share of the time. */
const model = (busy: number, { servers = 1, instances = 1, visits = [place()] } = {}): Model => {
  const perSecond = (busy * servers * instances) / SERVICE
  return {
    stations: [{ name: 'place', instances, servers }],
    flows: [{ name: 'jobs', perSecond, visits }],
    seconds: JOBS / perSecond,
    seed: 7,
  }
}
const waitsOf = (given: Model) => simulate(given).stations.get('place')!.waits
/** Within so many percent. */
const expectAbout = (found: number, wanted: number, percent = 5) =>
  expect(Math.abs(found / wanted - 1) * 100, `${found}, not ${wanted}`).toBeLessThan(percent)

test('M/M/1: the mean wait and its 99th percentile are those of the formula', () => {
  for (const busy of [0.3, 0.7]) {
    const waits = waitsOf(model(busy))
    const rate = (1 - busy) / SERVICE
    expectAbout(waits.mean, busy / rate)
    expectAbout(waits.quantile(0.99), Math.log(busy / 0.01) / rate)
  }
})

test('M/D/1: equal service times halve the mean wait', () => {
  const waits = waitsOf(model(0.7, { visits: [place({ spread: 'equal' })] }))
  expectAbout(waits.mean, (0.7 * SERVICE) / (2 * (1 - 0.7)))
})

test('M/M/c: the mean wait is that of the formula of Erlang', () => {
  const [servers, busy] = [4, 0.8]
  const offered = servers * busy
  const terms = Array.from({ length: servers + 1 }, (_, n) => {
    let term = 1
    for (let factor = 1; factor <= n; factor++) term *= offered / factor
    return term
  })
  const all = terms[servers]! / (1 - busy)
  const mustWait = all / (terms.slice(0, servers).reduce((sum, term) => sum + term, 0) + all)
  expectAbout(waitsOf(model(busy, { servers })).mean, (mustWait * SERVICE) / (servers * (1 - busy)))
})

test('several instances are so many queues of their own', () => {
  expectAbout(waitsOf(model(0.5, { instances: 4 })).mean, (0.5 * SERVICE) / 0.5)
})

test('a job passes its visits in turn; a station without limit only delays', () => {
  const visits = [place({ station: 'way', seconds: 1, spread: 'equal' }), place()]
  const { stations, ...rest } = model(0.5, { visits })
  const outcome = simulate({
    ...rest,
    stations: [...stations, { name: 'way', instances: 1, servers: Infinity }],
  })
  expect(outcome.stations.get('way')!.waits.quantile(1)).toBe(0)
  expectAbout(outcome.flows.get('jobs')!.mean, 1 + SERVICE / 0.5, 1)
})

test('the busy share is the offered work, and at most all of it', () => {
  const busyOf = (given: Model) => simulate(given).stations.get('place')!.busy
  expectAbout(busyOf(model(0.6)), 0.6, 2)
  expectAbout(busyOf({ ...model(1.5), seconds: 100 }), 1, 1)
})

test('equal seeds have equal outcomes, and a station must exist', () => {
  const short = { ...model(0.7), seconds: 50 }
  expect(waitsOf(short).mean).toBe(waitsOf(short).mean)
  expect(waitsOf(short).mean).not.toBe(waitsOf({ ...short, seed: 8 }).mean)
  expect(() => waitsOf(model(0.1, { visits: [place({ station: 'none' })] }))).toThrow('No station none')
})
