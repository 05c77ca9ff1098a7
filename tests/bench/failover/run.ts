import { pino } from 'pino'
import { createLifecycle } from '../../../server/lib/lifecycle.ts'
import { failoverTrial } from '../../support/failover-trial.ts'
import { startPostgresPair } from '../../support/postgres-pair.ts'
import type { Sizes } from '../sizes.ts'
import { figure, table } from '../table.ts'

/** The database's leader is killed again and again under load; the test does it once. Returns a section of Markdown. */
export async function benchFailover({ kills = 20 }: Sizes): Promise<string> {
  const pair = await startPostgresPair()
  const lifecycle = createLifecycle(pino({ level: 'silent' }))
  try {
    const found = await failoverTrial(pair, lifecycle, kills)
    return [
      `## Failover: the leader of the database killed ${kills} times`,
      '',
      'Two PostgreSQL 15 with synchronous replication, `DATABASE_URL` with both. Two platforms, four callers that start runs without a',
      'pause. Each kill ends the server and all its sessions; the other one is promoted at once, as by a cluster manager that has noticed,',
      'and the first follows it again before the next kill.',
      '',
      table(
        ['figure', 'found', 'must be'],
        [
          ['starts acknowledged', found.acknowledged, '-'],
          ['of these lost', found.lost, 0],
          ['starts refused', found.refused, '-'],
          ['of these stored', found.refusedYetThere, 0],
          ['refused with another status than 503', found.otherRefusals.length, 0],
          ['runs stored twice', found.doubled, 0],
          ['runs that did not end', found.open, 0],
          ['longest time without a start, s', figure(found.longestGap), 'at most 15'],
        ],
      ),
    ].join('\n')
  } finally {
    await lifecycle.stop('the bench is over')
    await pair.stop()
  }
}
