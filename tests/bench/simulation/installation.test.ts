import { expect, test } from 'vitest'
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

const costs: Costs = {
  platformPerTask: 1000,
  databasePerTask: 2000,
  hearingPerTask: 100,
  platformAtRest: 5000,
  databaseAtRest: 1000,
  eventsPerTask: 3,
  gatewayBusy: [
    { events: 0, micros: 3000 },
    { events: 100, micros: 8000 },
  ],
  gatewayPerDelivery: 10,
  handOut: 5,
  memoryOfSocket: 10,
  memoryOfGateway: 100,
  memoryOfPlatform: 200,
}
const load: Load = { tasksPerSecond: 100, sockets: 10_240, viewers: 20 }
const size = { platforms: 4, gateways: 2, databaseCores: 1 }

test('a day has 24 times its average, and its peak at noon', () => {
  for (const peak of [2, 3, 6]) {
    const hours = dayProfile(peak)
    expect(hours.reduce((sum, hour) => sum + hour, 0)).toBeCloseTo(24)
    expect(Math.max(...hours)).toBe(peak)
    expect(hours[12]).toBe(peak)
  }
})

test('processors are rates by costs; each further platform hears of each task, and each gateway of each event', () => {
  const taken = processorsOf(costs, load, size)
  expect(taken.platform).toBeCloseTo(100 * (0.001 + 3 * 0.0001) + 4 * 0.005)
  expect(taken.database).toBeCloseTo(100 * 0.002 + 4 * 0.001)
  expect(taken.gateway).toBeCloseTo(300 * (2 * 50e-6 + 20 * 10e-6) + 2 * 0.003)
})

test('an event costs what was measured at its rate, and between and beyond the rates what lies on the lines', () => {
  const busy = [...costs.gatewayBusy, { events: 1000, micros: 26_000 }]
  for (const [rate, micros] of [
    [50, 50],
    [100, 50],
    [550, 14_000 / 550],
    [1000, 23],
    [2000, 43_000 / 2000],
  ] as const)
    expect(microsOfEvent({ gatewayBusy: busy }, rate), `${rate}/s`).toBeCloseTo(micros)
})

test('the part that is fullest breaks first', () => {
  expect(fullest(costs, load, size).map(([name]) => name)).toEqual(['database', 'gateway', 'platform'])
  expect(fullest(costs, load, { ...size, databaseCores: 8 })[0]?.[0]).toBe('gateway')
})

test('the smallest installation is within the limit, and one less of anything is not', () => {
  const found = smallest(costs, { ...load, tasksPerSecond: 1000 }, 0.6) as Installation
  const busiest = (other: Partial<typeof found>) =>
    fullest(costs, { ...load, tasksPerSecond: 1000 }, { ...found, ...other })[0]![1]
  expect(busiest({})).toBeLessThanOrEqual(0.6)
  for (const part of ['platforms', 'gateways', 'databaseCores'] as const)
    expect(busiest({ [part]: found[part] - 1 }), part).toBeGreaterThan(0.6)
})

test('no number suffices of a part that hearing alone takes', () => {
  const busy = { ...load, tasksPerSecond: 10_000 }
  expect(smallest(costs, busy, 0.6)).toBe('platform')
  expect(smallest({ ...costs, hearingPerTask: 0 }, busy, 0.6)).toBe('gateway')
})

test('the simulation is as busy as the processors that the work takes', () => {
  const { stations } = simulate(modelOf(costs, load, size, { seconds: 200, seed: 1 }))
  const busy = new Map(fullest(costs, load, size))
  for (const name of stationNames)
    expect(stations.get(name)!.busy / busy.get(name)! - 1, name).toBeCloseTo(0, 1)
})

test('memory is that of sockets, gateways and platforms', () => {
  expect(memoryOf(costs, load, size)).toBeCloseTo((100 + 2 * 100 + 4 * 200) / 1024)
})
