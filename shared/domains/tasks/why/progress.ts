import { taskPastDeadline, usualOfTask } from './deadline.ts'
import type { Cause, WhyFacts, WhyTask } from './facts.ts'
import { actionOn, causeOf, figure, momentOf, taskName } from './sentence.ts'
import { roughDuration, shortDuration, roundedDuration } from '#shared/lib/time-text.ts'

/** A task that runs; late when it is past its deadline, or runs longer than expected: than 19 of 20 before it. */
export function runningCause(task: WhyTask, facts: WhyFacts): Cause {
  const since = momentOf(task.started)
  const usual = usualOfTask(task, facts)
  const word = task.expectedMs == null ? 'usually' : 'expected'
  const ms = since === null ? null : Math.max(0, facts.now - since)
  const isLate = ms !== null && usual?.p95Ms != null && ms > usual.p95Ms
  // What is late by less than the unit that is said must not read as long as usual.
  const isClose = isLate && ms - usual.p95Ms! < (ms < 600_000 ? 1000 : 60_000)
  const [inWords, usualInWords] = isClose ? [shortDuration, shortDuration] : [roughDuration, roundedDuration]
  const length = ms === null ? null : inWords(ms)
  const median = usual?.medianMs == null ? null : usualInWords(usual.medianMs)
  const usually = median === null ? [] : [`, ${word} `, figure(median)]
  const short = [length, median && `${word} ${median}`].filter(Boolean).join(', ')
  if (task.late != null)
    return taskPastDeadline(task, length === null ? [] : ['; it runs ', figure(length), ...usually])
  if (isLate)
    return causeOf('late', {
      since: task.started,
      parts: [
        'Late: ',
        taskName(task),
        ' runs ',
        figure(inWords(ms)),
        ...usually,
        ...(task.expectedMs == null
          ? [' (19 of 20 of its runs within ', figure(usualInWords(usual.p95Ms!)), ')']
          : []),
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
