import { TaskFailure, type Executor } from '../executor.ts'

/** `task.workforce.noop`: outputs its inputs; `fail` fails it, with `failAttempts: n` only in its first n attempts. */
export const noop: Executor = async ({ inputs, task }) => {
  const { fail, failAttempts } = inputs
  if (fail === undefined || fail === null || fail === false || fail === '') return inputs
  if (typeof failAttempts === 'number' && task.attempt > failAttempts) return inputs
  const reason = typeof fail === 'string' ? fail : JSON.stringify(fail)
  throw new TaskFailure(reason, new Error(reason).stack ?? null)
}
