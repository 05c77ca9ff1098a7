import type { Cause, UsualTask, WhyFacts, WhyPart, WhyRun, WhyTask } from './facts.ts'
import { actionOn, causeOf, figure, taskName } from './sentence.ts'
import { setDuration } from '#shared/lib/time-text.ts'

/** How long a task usually runs; what its definition expects goes before what its last executions tell. */
export function usualOfTask({ name, expectedMs }: WhyTask, { usual }: WhyFacts): UsualTask | undefined {
  return expectedMs == null ? usual.get(name) : { medianMs: expectedMs, p95Ms: expectedMs }
}

/** The same of a run. */
export function expectedOfRun(
  { expectedMs }: Pick<WhyRun, 'expectedMs'>,
  { expected }: Pick<WhyFacts, 'expected'>,
): WhyFacts['expected'] {
  return expectedMs == null ? expected : { medianMs: expectedMs, p90Ms: expectedMs }
}

/** Whether the run itself is past its deadline, and not only a task of it. */
export const isOverdue = ({ deadlineMs, due, late }: WhyRun): boolean =>
  late != null && deadlineMs != null && due == null

/** A task past its deadline; `more` follows in the sentence. */
export function taskPastDeadline(task: WhyTask, more: readonly (WhyPart | string)[]): Cause {
  return causeOf('late', {
    since: task.late ?? null,
    parts: ['Late: ', taskName(task), ' is ', ...pastDeadline(task), ...more],
    short: shortOf(task),
    action: actionOn('openTask', 'Open the task', task),
  })
}

/** A run past its own deadline; `longest` is the task that has been running for the longest. */
export function runPastDeadline(
  run: WhyRun,
  longest: WhyTask | null,
  more: readonly (WhyPart | string)[],
): Cause {
  return causeOf('late', {
    since: run.late ?? null,
    parts: ['Late: ', ...pastDeadline(run), ...more],
    short: shortOf(run),
    action: longest ? actionOn('openTask', 'Open the task', longest) : null,
  })
}

type Limited = Pick<WhyRun, 'deadlineMs'>

const pastDeadline = ({ deadlineMs }: Limited): (WhyPart | string)[] =>
  deadlineMs == null ? ['past its deadline'] : ['past its deadline of ', figure(setDuration(deadlineMs))]

const shortOf = (limited: Limited): string =>
  pastDeadline(limited)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('')
