import { afterEach, expect, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { persisted } from '../support/live-operations.ts'
import { openInitialised } from '../support/live-peer.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'
import { holdTimers } from '../support/pass-time.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'

let trial: LiveTrial
afterEach(async () => {
  vi.useRealTimers()
  await trial.close()
})

const list = persisted('WorkqueueListLive', { appId: 'a1', perPage: 10 })

test(
  'SIGTERM: running calls end, sockets are notified, new calls are refused, the exit code is 0',
  { timeout: 60_000 },
  async () => {
    trial = await startLiveTrial({ apart: true })
    const { platform } = trial
    const cookies = await Promise.all(Array.from({ length: 10 }, (_, index) => trial.signIn(`user${index}`)))
    const peers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => openInitialised(trial.socketOf(cookies[index % 10] ?? ''))),
    )
    await Promise.all(peers.map((peer) => peer.subscribe('1', list)))
    const waiting: (() => void)[] = []
    platform.answers.set(
      'GET slow',
      () => new Promise((resolve) => waiting.push(() => resolve({ slow: 'whole' }))),
    )
    const calls = Array.from({ length: 50 }, async (_, index) => {
      const answer = await trial.send(cookies[index % 10] ?? '', 'GET', '/api/slow')
      return [answer.status, await answer.json()]
    })
    expect(await until(() => waiting.length === 50, 10_000)).toBe(true)

    const stopped = trial.stop()
    const codes = await Promise.all(peers.map(({ closed }) => closed))
    expect(new Set(codes)).toEqual(new Set([1012]))
    // New calls are refused with an error body, or at the connection.
    for (let call = 0; call < 10; call++) {
      const outcome = await trial.send(cookies[call] ?? '', 'GET', '/api/apps/a1').then(
        ({ status }) => status,
        () => 'no connection',
      )
      expect([503, 'no connection']).toContain(outcome)
    }
    for (const answer of waiting) answer()
    const answers = await Promise.all(calls)
    expect(answers).toEqual(answers.map(() => [200, { slow: 'whole' }]))
    // An exit code of 0 means that it took less than ten seconds.
    expect(await stopped).toBe(0)
    evidence({
      check: 59,
      figures: {
        sockets: 200,
        'closed with 1012': codes.length,
        'calls in progress': 50,
        completed: 50,
        exit: 0,
      },
      breaks: 'connections are cut when the stop starts, or sockets stay open until the process ends',
    })
  },
)

test.each([-3_600_000, 3_600_000])(
  'changing the clock by %i ms closes nothing and sends nothing at once',
  async (ms) => {
    holdTimers()
    const clock = createShiftingClock()
    trial = await startLiveTrial({ clock })
    const peers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const peer = await openInitialised(trial.socketOf(await trial.signIn(`user${index}`)))
        await peer.subscribe('1', list)
        return peer
      }),
    )
    const pass = async (seconds: number) => {
      trial.platform.calls.length = 0
      for (let passed = 0; passed < seconds; passed++) {
        clock.pass(1000)
        await vi.advanceTimersByTimeAsync(1000)
        await trial.send('', 'GET', '/healthz')
      }
      return trial.platform.calls.length
    }
    const usual = await pass(60)
    clock.set(ms)
    const after = await pass(60)
    // Each right is checked every 20 to 25 s: two or three times in a minute.
    for (const calls of [usual, after]) {
      expect(calls).toBeGreaterThanOrEqual(40)
      expect(calls).toBeLessThanOrEqual(60)
    }
    expect(peers.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true)
    expect((await trial.metrics()).get('gateway_realtime_connections_total')).toBe(1)
    evidence({
      check: 59,
      figures: {
        'clock set by ms': ms,
        'sockets closed': 0,
        'calls in a minute before': usual,
        'and after': after,
      },
      breaks: 'ages of rights, pings of sockets or delays are measured by the wall clock',
    })
  },
)
