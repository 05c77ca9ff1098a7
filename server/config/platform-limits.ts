import { z } from 'zod'
import { atLeastOne, duration, durationUnits, mebibytes, wholeNumber } from './forms.ts'

/** Settings of the platform about how much it stores, for how long, and what one workqueue or script may take. */
export const platformLimits = {
  MIN_FREE_MB: z.coerce
    .number({ error: 'must be 0, or a whole number of at least 32' })
    .int()
    .refine((megabytes) => megabytes === 0 || megabytes >= 32)
    .default(64)
    .meta({
      description:
        'free megabytes on the disk of the embedded database below which nothing is saved any more, so that PostgreSQL keeps space for its log; 0: without such a limit',
    }),
  MAX_TASK_INPUTS_MIB: mebibytes
    .default(1)
    .meta({ description: 'resolved inputs of one task, in MiB of JSON; more fails the task' }),
  MAX_TASK_OUTPUTS_MIB: mebibytes
    .default(1)
    .meta({ description: 'outputs of one task, in MiB of JSON; more fails the attempt' }),
  MAX_RUN_STATE_MIB: mebibytes
    .default(4)
    .meta({ description: 'state of one workqueue, in MiB of JSON; a task that would make it larger fails' }),
  MAX_RUN_KEPT_MIB: mebibytes.default(32).meta({
    description:
      'what one workqueue keeps, in MiB of JSON: initial state, state, resolved inputs and reasons of its tasks; a task beyond it fails',
  }),
  MAX_RUN_RESULTS_MIB: mebibytes.default(32).meta({
    description:
      'results of the tasks of one workqueue that are kept to be shown, in MiB of JSON; those beyond it are only written into the state',
  }),
  MAX_RUNS_BELOW_ROOT: atLeastOne.default(10_000).meta({
    description:
      'workqueues that one workqueue may start below it in its life, at any depth; the next one fails its task',
  }),
  MAX_LIVE_RUNS_BELOW_ROOT: atLeastOne
    .default(400)
    .meta({ description: 'workqueues below one that are live at once; the next ones wait' }),
  SCRIPT_TIME_LIMIT: duration
    .refine((ms) => ms >= 100 && ms <= durationUnits.h, 'must be from 100ms to 1h')
    .default(durationUnits.s * 10)
    .meta({ description: 'how long a script may run; a test run on its screen has at most 6 seconds' }),
  SCRIPT_MEMORY_MIB: wholeNumber(32, 1024).default(64).meta({
    description: 'memory of a script, in MiB; two scripts run at once',
  }),
  SCRIPT_OUTPUT_MIB: mebibytes
    .default(1)
    .meta({ description: 'log lines and outputs of a script together, in MiB' }),
  SCRIPT_LOG_LINES: wholeNumber(1, 1000).default(1000).meta({ description: 'log lines of a script' }),
  SCRIPT_PROGRESS_CALLS: atLeastOne
    .default(1000)
    .meta({ description: 'how often a script may call `progress`' }),
  RETENTION_DAYS: wholeNumber(1, 36_500)
    .default(90)
    .meta({ description: 'days until ended runs, audit rows and receipts are deleted' }),
}
