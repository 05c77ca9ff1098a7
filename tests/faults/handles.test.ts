import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { queryObjects } from 'node:v8'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { evidence } from '../support/evidence.ts'
import { APPS, visits } from '../support/live-connects-trial.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'
import { holdTimers } from '../support/pass-time.ts'
import { createShiftingClock, type ShiftingClock } from '../support/shifting-clock.ts'

/**
 * Check 61 with small numbers: connected and disconnected users leave nothing open. With full numbers: `npm
 * run bench -- visits`.
 */

const PARALLEL = 10
const VISITS = 500
/**
 * Allowed difference: callers keep connections for the next call, more of them on a busy machine, and each
 * has two ends in this process. A quarter of the visitors, 125, leave in the same way.
 */
const FEW = 100
vi.setConfig({ testTimeout: 120_000 })

let trial: LiveTrial
let clock: ShiftingClock
beforeEach(async () => {
  holdTimers()
  clock = createShiftingClock()
  trial = await startLiveTrial({ clock })
})
afterEach(async () => {
  vi.useRealTimers()
  await trial.close()
})

/** Handles of this process, which runs the gateway, its visitors and its fake upstreams. */
async function held() {
  const metrics = await trial.metrics()
  const resources = process.getActiveResourcesInfo()
  const count = (kind: string) => resources.filter((each) => each === kind).length
  return {
    timers: count('Timeout'),
    connections: count('TCPSocketWrap'),
    servers: count('TCPServerWrap'),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    sockets: metrics.get('gateway_live_sockets') ?? NaN,
    channels: metrics.get('gateway_live_channels') ?? NaN,
    groups: metrics.get('gateway_live_groups') ?? NaN,
  }
}

/** Objects of a class on the heap after a garbage collection. */
const countObjects = (type: Parameters<typeof queryObjects>[0]) => queryObjects(type, { format: 'count' })

/** Of classes that every visit instantiates; a leaked visit keeps some of them. */
const objects = () => ({
  webSockets: countObjects(WebSocket),
  streams: countObjects(Socket),
  requests: countObjects(IncomingMessage),
  maps: countObjects(Map),
  sets: countObjects(Set),
})

/**
 * Waits until temporary data has expired: events for clients that resume (two minutes, removed at the next
 * event of their channel) and cached rights (half a minute, removed by a check).
 */
async function settle(): Promise<void> {
  clock.pass(125_000)
  await visits(trial, 0, APPS, PARALLEL)
  clock.pass(35_000)
  await vi.advanceTimersByTimeAsync(6000)
  // One remains: the gateway's connection to the realtime service.
  await until(() => countObjects(WebSocket) <= 1, 5000)
}

test(`${VISITS} users connect, subscribe to a list and disconnect in every way: nothing of them remains`, async () => {
  await visits(trial, 0, 60, PARALLEL)
  await settle()
  const [before, objectsBefore] = [await held(), objects()]
  await visits(trial, 60, VISITS, PARALLEL)
  await settle()
  const [after, objectsAfter] = [await held(), objects()]

  // The number of the visitors' own keep-alive connections varies, so it is compared with a tolerance.
  expect({ ...after, connections: 0 }).toEqual({ ...before, connections: 0 })
  expect(after.connections).toBeLessThanOrEqual(before.connections + FEW)
  for (const kind of ['webSockets', 'streams', 'requests', 'maps', 'sets'] as const)
    expect(objectsAfter[kind], kind).toBeLessThanOrEqual(objectsBefore[kind] + FEW)
  evidence({
    check: 61,
    figures: {
      'users who connected and disconnected': VISITS,
      'live sockets and groups left': after.sockets + after.groups,
      'additional timers': after.timers - before.timers,
      'additional listeners': after.listeners - before.listeners,
      'additional maps': objectsAfter.maps - objectsBefore.maps,
    },
    breaks: 'a closed socket keeps its ping timer',
  })
})
