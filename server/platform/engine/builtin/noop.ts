import { TaskFailure, type Executor } from '../executor.ts'

/** `task.workforce.noop`: outputs its inputs; `fail` fails it, with `failAttempts: n` only in its first n attempts. */
export const noop: Executor = async ({ inputs, task }) => {
  const { fail, failAttempts } = inputs
  if (fail === undefined || fail === null || fail === false || fail === '') return inputs
  if (typeof failAttempts === 'number' && task.attempt > failAttempts) return inputs
  const reason = typeof fail === 'string' ? fail : JSON.stringify(fail)
  throw new TaskFailure(reason, stackOf(reason))
}

const root = new URL('../../../../', import.meta.url).pathname

/** A stack trace that does not tell where this program lies on the disk. */
function stackOf(reason: string): string | null {
  return new Error(reason).stack?.replaceAll(`file://${root}`, '').replaceAll(root, '') ?? null
}
