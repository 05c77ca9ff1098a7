import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startPostgres } from '../../../server/platform/db/postgres.ts'
import { runThroughKills, type KillsOutcome } from '../../support/queue-kills.ts'
import { benchOverload } from '../proxy/overload.ts'
import { figure, table } from '../table.ts'
import { benchLiveFaults } from './live.ts'
import { benchRandomKills } from './random-kills.ts'

const RUNS = 100
const TASKS = 100
const KILLS = 6

/** Processes killed under load lose nothing. Returns a section of Markdown. */
export async function benchFaults(): Promise<string> {
  return [
    await benchQueueKills(),
    await benchRandomKills(),
    await benchLiveFaults(),
    await benchOverload(),
  ].join('\n\n')
}

/** Three built platforms on one database are killed in turn while a worker empties a queue. */
async function benchQueueKills(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-faults-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: pino({ level: 'warn' }) })
  try {
    return report(
      await runThroughKills({
        databaseUrl: postgres.url,
        runs: RUNS,
        tasksPerRun: TASKS,
        kills: KILLS,
        workMs: 20,
        visibility: 20,
        holdEvery: 200,
      }),
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(outcome: KillsOutcome): string {
  const total = RUNS * TASKS
  const late = [...outcome.late].map(([status, count]) => `${count} x ${status}`).join(', ')
  const rows: [string, string | number, string | number][] = [
    ['runs completed', outcome.runsCompleted, RUNS],
    ['tasks ended', outcome.tasksEnded, total],
    ['tasks whose last attempt no worker executed', outcome.missed, 0],
    ['attempts executed twice', outcome.repeated, 0],
    ['tasks whose end was accepted twice', outcome.endedTwice, 0],
    ['tasks executed again, by a later attempt', outcome.again, '-'],
    ['executions in total', outcome.executions, '-'],
    ['reports of leases that had ended', late, 'only 409'],
  ]
  return [
    '## Faults: a queue while platform processes are killed',
    '',
    `${total.toLocaleString('en-US')} tasks in ${RUNS} runs, two aliases, one worker program with the published AWS client; three platform`,
    `processes behind one address, one of them killed and restarted at each of ${KILLS} points spread over the work (one about every`,
    `${figure(outcome.seconds / (KILLS + 1))} s, ${figure(outcome.seconds)} s in all). The worker counts its effects; it holds one of every 200 tasks until the lease has ended.`,
    '',
    table(['figure', 'found', 'must be'], rows),
  ].join('\n')
}
