import { durabilityTrial } from '../../support/durability-trial.ts'
import { killTrial } from '../../support/kill-trial.ts'
import { inDatabase, inFolder } from '../database.ts'
import { figure, table } from '../table.ts'

const between = (least: number, most: number) => () => least + Math.random() * (most - least)
const tasks = { runs: 200, width: 5, kills: 20, pauseMs: between(0, 600) }
const writes = { kills: 50, perSecond: 200, pauseMs: between(50, 600) }

/**
 * Processes killed at random moments lose nothing: engine processes with 1,000 running tasks, and PostgreSQL
 * with its owner under writes. The tests do the same with smaller numbers.
 */
export async function benchRandomKills(): Promise<string> {
  const killed = await inDatabase((database) => killTrial(database, tasks))
  const durable = await inFolder((folder) => durabilityTrial(folder, writes))
  return [
    '## Faults: processes killed at random moments lose nothing',
    '',
    table(
      ['fault', 'figure', 'measured', 'wanted'],
      [
        [
          `${tasks.kills} SIGKILLs of engine processes, ${tasks.runs} runs of ${tasks.width} running tasks`,
          'runs completed',
          killed.runsCompleted,
          tasks.runs,
        ],
        ['', 'tasks that did not end', killed.tasksNotEnded, 0],
        ['', 'executions with a repeated attempt number', killed.repeated, 0],
        ['', 'tasks ended without execution', killed.unexecuted, 0],
        [
          '',
          'tasks executed more than once',
          killed.secondExecutions,
          `at least ${tasks.runs * tasks.width}`,
        ],
        ['', 'last restart to last run, s', figure(killed.secondsToEnd), 'at most 60'],
        [
          `${writes.kills} SIGKILLs of PostgreSQL and its owner, ${writes.perSecond} writes/s`,
          'acknowledged writes',
          durable.acknowledged,
          '',
        ],
        ['', 'of these lost', durable.lost, 0],
        ['', 'transactions stored in part', durable.torn, 0],
        ['', 'slowest restart, s', figure(durable.slowestReopenMs / 1000), 'at most 5'],
      ],
    ),
  ].join('\n')
}
