import { scheduleTrial } from '../../support/schedule-trial.ts'
import { inDatabase } from '../database.ts'
import type { Sizes } from '../sizes.ts'
import { figure, table } from '../table.ts'

/** A week, with 200 kills; the test does the same with a night. Returns a section of Markdown. */
export async function benchWeek({ days = 7, kills = 200 }: Sizes): Promise<string> {
  const begun = performance.now()
  const found = await inDatabase((database) =>
    scheduleTrial(database, {
      // On the second day the clocks of Europe go forward.
      from: Date.parse('2027-03-27T00:00:00Z'),
      hours: days * 24,
      kills,
      outages: [
        [30.2, 31.1],
        [50, 62.3],
      ],
      random: Math.random,
    }),
  )
  const minutes = (performance.now() - begun) / 60_000
  return [
    `## A week of schedules in ${figure(minutes)} minutes, by a clock that the bench moves`,
    '',
    `${found.schedules} schedules in five time zones, over the night in which the clocks of Europe go forward. Two processes, ${found.kills}`,
    'kills of one of them while it starts runs, and two spans without any. A ledger that shares no code with the product says what must become',
    'of each time.',
    '',
    table(
      ['figure', 'found', 'must be'],
      [
        ['times', found.times, '-'],
        ['runs started', found.started, '-'],
        ['times of which nothing is recorded', found.lost, 0],
        ['times started twice', found.doubled, 0],
        ['times started or skipped against their schedule', found.wrong, 0],
        ['times skipped without reason', found.unexplained, 0],
      ],
    ),
  ].join('\n')
}
