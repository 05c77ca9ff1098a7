import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { evidence } from '../support/evidence.ts'
import { seededRandom } from '../support/random.ts'
import { scheduleTrial } from '../support/schedule-trial.ts'

/** Check 83: whichever process dies, each time of a schedule is started once or skipped with its reason. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A week with 200 kills: `npm run bench -- week`. */
test(
  'no time is lost or started twice in a night of changed clocks, with kills and an outage',
  { timeout: 120_000 },
  async () => {
    const figures = await scheduleTrial(database, {
      // In this night the clocks of Europe go forward.
      from: Date.parse('2027-03-27T20:00:00Z'),
      hours: 14,
      kills: 8,
      outages: [[8.1, 11.05]],
      random: seededRandom(83),
    })
    expect(figures).toMatchObject({ kills: 8, lost: 0, doubled: 0, wrong: 0, unexplained: 0 })
    expect(figures.started).toBeGreaterThan(150)
    expect(figures.times).toBeGreaterThan(figures.started)
    evidence({
      check: 83,
      figures: { ...figures },
      breaks: 'a run of a schedule is stored in another statement than the one that takes its time',
    })
  },
)
