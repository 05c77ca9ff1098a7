import { afterEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { outageTrial } from '../support/live-outage-trial.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'

let trial: LiveTrial
afterEach(() => trial.close())

/** A minute long with 5,000 changes: `npm run bench -- faults`. */
test('while the realtime service is unavailable browsers say so, and afterwards they show the current state', async () => {
  trial = await startLiveTrial()
  const outcome = await outageTrial(trial, { browsers: 10, rows: 50, changes: 500, seconds: 4 })
  expect(outcome).toMatchObject({ toldStale: 10, equal: 10 })
  evidence({
    check: 29,
    figures: {
      browsers: 10,
      'seconds of outage': 4,
      'changes meanwhile': outcome.changes,
      'reported stale': 10,
      'after ms': Math.round(outcome.slowestStaleMs),
      'correct after the recovery': 10,
      'within ms': Math.round(outcome.slowestEqualMs),
    },
    breaks: 'the hub does not report that the service is unavailable, or sends no resync after its recovery',
  })
})
