import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { evidence } from '#tests/support/evidence.ts'
import { killTrial } from '#tests/support/kill-trial.ts'

const [RUNS, WIDTH, KILLS] = [20, 25, 5]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The bench `npm run bench -- faults` does the same with more tasks and kills at random moments. */
test(
  `${KILLS} SIGKILLs with ${RUNS * WIDTH} running tasks lose nothing and repeat nothing uncounted`,
  { timeout: 120_000 },
  async () => {
    const trial = { runs: RUNS, width: WIDTH, kills: KILLS, pauseMs: () => 0 }
    const { secondsToEnd: _measured, secondExecutions, ...figures } = await killTrial(database, trial)
    expect(figures).toEqual({
      runsCompleted: RUNS,
      tasksNotEnded: 0,
      outputs: RUNS * 3 * WIDTH,
      repeated: 0,
      unexecuted: 0,
    })
    // The kills were effective: every wide task needed a second execution.
    expect(secondExecutions).toBeGreaterThanOrEqual(RUNS * WIDTH)
    evidence({
      check: 53,
      figures: { kills: KILLS, 'running tasks at each': RUNS * WIDTH, ...figures, secondExecutions },
      breaks: 'a task that begins again keeps the number of its attempt',
    })
  },
)
