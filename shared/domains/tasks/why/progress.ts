import { taskPastDeadline, usualOfTask } from './deadline.ts'
import type { Cause, WhyFacts, WhyTask } from './facts.ts'
import { actionOn, causeOf, figure, momentOf, taskName } from './sentence.ts'
import { roughDuration } from '#shared/lib/time-text.ts'

/** A task that runs; late when it is past its deadline, or runs longer than expected: than 19 of 20 before it. */
export function runningCause(task: WhyTask, facts: WhyFacts): Cause {
  const since = momentOf(task.started)
  const usual = usualOfTask(task, facts)
  const word = task.expectedMs == null ? 'usually' : 'expected'
  const ms = since === null ? null : Math.max(0, facts.now - since)
  const length = ms === null ? null : roughDuration(ms)
  const median = usual?.medianMs == null ? null : roughDuration(usual.medianMs)
  const usually = median === null ? [] : [`, ${word} `, figure(median)]
  const short = [length, median && `${word} ${median}`].filter(Boolean).join(', ')
  if (task.late != null)
    return taskPastDeadline(task, length === null ? [] : ['; it runs ', figure(length), ...usually])
  if (ms !== null && usual?.p95Ms != null && ms > usual.p95Ms)
    return causeOf('late', {
      since: task.started,
      parts: [
        'Late: ',
        taskName(task),
        ' runs ',
        figure(roughDuration(ms)),
        ...usually,
        ...(task.expectedMs == null ? [' (19 of 20 within ', figure(roughDuration(usual.p95Ms)), ')'] : []),
      ],
      short,
      action: actionOn('openTask', 'Open the task', task),
    })
  return causeOf('running', {
    since: task.started,
    parts: [taskName(task), ' runs', ...(length === null ? [] : [' for ', figure(length)]), ...usually],
    short: short === '' ? 'runs' : `runs ${short}`,
    action: actionOn('showLog', 'Show log', task),
  })
}
