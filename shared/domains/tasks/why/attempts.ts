import { controlMessages } from '../control-messages.ts'
import { workerOfType } from '../rules.ts'
import type { Cause, WhyFacts, WhyPart, WhyTask } from './facts.ts'
import { actionOn, causeOf, codeText, figure, momentOf, reasonAfter, taskName } from './sentence.ts'
import { roughDuration } from '#shared/lib/time-text.ts'

/** A failed task; `others` is the number of failures besides it. */
export function failedCause(task: WhyTask, { restartable = true, others = 0 } = {}): Cause {
  const count = attemptCount(task)
  const more = others > 0 ? [', and ', figure(`${others} more`)] : []
  const attempts = count === null ? [] : ['. Attempts ', figure(count), ...workerOf(task)]
  return causeOf('failed', {
    since: task.ended,
    parts: [taskName(task), ' failed', ...reasonAfter(': ', task.reason), ...more, ...attempts],
    short: count === null ? 'failed' : `attempt ${count} failed`,
    action: restartable ? actionOn('rerun', 'Re Run', task) : null,
  })
}

/** A task that waits for its next attempt, which `2 of 5` numbers. */
export function retryingCause(task: WhyTask, { now }: WhyFacts): Cause {
  const due = momentOf(task.retryTime)
  const when = due === null ? null : due > now ? `in ${roughDuration(due - now)}` : 'now'
  const next = nextAttempt(task)
  return causeOf('retrying', {
    since: task.ended,
    parts: [
      taskName(task),
      ' retries',
      ...(when === null ? [] : [' ', figure(when)]),
      ...(next === null ? [] : [' (', figure(next), ')']),
      ...reasonAfter(': ', task.reason),
    ],
    short: ['retries', when && ` ${when}`, next && `, ${next}`].filter(Boolean).join(''),
    action: actionOn('rerun', controlMessages.labels.now, task),
  })
}

/** `3/3`: executions since the last restart, of those that the retry rule allows; null before the first one. */
export function attemptCount({
  tries,
  attempt,
  retry,
}: Pick<WhyTask, 'tries' | 'attempt' | 'retry'>): string | null {
  const made = tries ?? attempt
  if (!made) return null
  const allowed = retry === null ? null : retry.max + 1
  return allowed === null || made > allowed ? String(made) : `${made}/${allowed}`
}

function nextAttempt({ tries, attempt, retry }: WhyTask): string | null {
  const made = tries ?? attempt
  return !made || retry === null || made > retry.max ? null : `${made + 1} of ${retry.max + 1}`
}

/** ` on payments 2.14.1 @ host`, as far as it is known; the worker has its name in the type of its tasks. */
function workerOf({ type, version, hostName }: WhyTask): (WhyPart | string)[] {
  if (!version && !hostName) return []
  const known = [workerOfType(type), version, hostName && `@ ${hostName}`].filter(Boolean).join(' ')
  return [' on ', codeText(known)]
}
