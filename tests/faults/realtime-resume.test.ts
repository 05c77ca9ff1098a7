import { afterEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { beyondWindowTrial, heard, resumeTrial } from '../support/live-resume-trial.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'

let trial: LiveTrial
afterEach(() => trial.close())

/** 50 sockets cut 100 times in a minute: `npm run bench -- faults`. */
test('a browser that is disconnected repeatedly loses nothing, gets nothing twice and keeps the order', async () => {
  trial = await startLiveTrial({ env: { MAX_SOCKETS_PER_USER: '100' } })
  const outcome = await resumeTrial(trial, { sockets: 20, cuts: 5, perSecond: 200, seconds: 4 })
  expect(outcome).toEqual({
    published: 800,
    cuts: 5,
    lost: 0,
    repeated: 0,
    disordered: 0,
    needlessResyncs: 0,
  })
  const { published, cuts } = outcome
  evidence({
    check: 28,
    figures: { sockets: 20, 'cuts of each': cuts, events: published, 'lost, repeated or out of order': 0 },
    breaks: 'a client that reconnects does not get its missed events from the window',
  })
})

test('a browser that reconnects too late, or after too many events, gets a resync', async () => {
  const clock = createShiftingClock()
  trial = await startLiveTrial({ clock })
  const late = await beyondWindowTrial(trial, 20, async (publish) => {
    publish()
    await heard(trial, 2)
    clock.pass(121_000)
  })
  expect(late).toBe(20)
  // More than 8 MiB, the size from which a channel drops events.
  await trial.close()
  trial = await startLiveTrial()
  const much = await beyondWindowTrial(trial, 20, (publish) => {
    for (let event = 0; event < 150; event++) publish('x'.repeat(64 * 1024))
  })
  expect(much).toBe(20)
  evidence({
    check: 28,
    figures: { 'sockets reconnected after 121 s, or after 9 MiB': late + much, resyncs: late + much },
    breaks: 'the window returns its remaining events even if some are missing',
  })
})
