import { userName } from '#shared/lib/email.ts'
import { explainCondition, withoutValues } from '../condition/explain.ts'
import { isByHand, isCancelledTask } from '../rules.ts'
import type { Cause, WhyFacts, WhyRun, WhyTask } from './facts.ts'
import type { RunGraph } from './run-graph.ts'
import {
  actionOn,
  causeOf,
  codeText,
  figure,
  momentOf,
  nameOf,
  inOneLine,
  reasonAfter,
  taskName,
} from './sentence.ts'
import { timeOfDay } from './time-of-day.ts'

/** A skipped task, as far as it is known why. */
export function skippedCause(task: WhyTask, graph: RunGraph, facts: WhyFacts): Cause | null {
  if (isCancelledTask(task)) return cancelledCause(task.reason, task.ended, facts)
  if (isByHand(task)) return byHandCause(task, facts)
  if (task.conditionText) return conditionCause(task, task.conditionText)
  if (!startsRun(task, graph))
    return plainSkip(task, 'not among the first tasks of the run', 'not a first task')
  const { run } = graph
  if (graph.isErrorTask(task) && run.status === 'completed')
    return plainSkip(task, 'nothing failed', 'nothing failed')
  if (run.status === 'cancelled' && isAtEnd(task, run)) return cancelledRunCause(run, facts)
  if (task.condition !== null) return conditionCause(task, explainCondition(task.condition, null))
  return upstreamCause(task, graph)
}

/** `Completed by ana at 13:23: the file came by mail`: a task that a person has ended; null for any other that has ended. */
export function byHandCause(task: WhyTask, facts: WhyFacts): Cause | null {
  if (!isByHand(task)) return null
  const [, verb = '', who = '', why = ''] = /^(\w+) by (.+?): (.+)$/s.exec(task.reason ?? '') ?? []
  const at = momentOf(task.ended)
  return causeOf('upstream', {
    since: task.ended,
    parts: [
      `${verb} by `,
      figure(userName(who)),
      ...(at === null ? [] : [' ', figure(timeOfDay(at, facts))]),
      ...(why === '' ? [] : [': ', inOneLine(why).replace(/[.\s]+$/, '')]),
    ],
    short: `${verb.toLowerCase()} by ${userName(who)}`,
  })
}

/** A cancelled run, and a task in it that has not started. */
export function cancelledRunCause(run: WhyRun, facts: WhyFacts): Cause {
  // The platform itself, as its task names it too.
  const who = run.updatedBy === 'engine' ? null : run.updatedBy
  return cancelledCause(who ? `Cancelled by ${who}` : 'Cancelled', run.ended, facts)
}

/** `Cancelled by ana at 13:23: wrong month`. The reason of a task has the same form, without the time. */
function cancelledCause(reason: string | null, ended: string | null, facts: WhyFacts): Cause {
  const [, who = '', why = ''] = /^Cancelled(?: by (.+?))?(?:: (.+))?$/s.exec(reason ?? '') ?? []
  const at = momentOf(ended)
  return causeOf('cancelled', {
    since: ended,
    parts: [
      'Cancelled',
      ...(who === '' ? [] : [' by ', figure(userName(who))]),
      ...(at === null ? [] : [' ', figure(timeOfDay(at, facts))]),
      ...reasonAfter(': ', why),
    ],
    short: who === '' ? 'cancelled' : `cancelled by ${userName(who)}`,
    action: actionOn('modifyAndRerun', 'Modify and rerun', null),
  })
}

/** `words` are what the condition has seen, or what the definition says of it. */
function conditionCause(task: WhyTask, words: string): Cause {
  const short = withoutValues(words)
  return causeOf('condition', {
    since: task.ended,
    parts: ['Skipped: condition false', ...(words === '' ? [] : [', ', codeText(words)])],
    short: short === '' ? 'condition false' : `condition false: ${short}`,
  })
}

/** Whether a task without dependencies is one of those that begin the run. */
function startsRun(task: WhyTask, { run, isErrorTask }: RunGraph): boolean {
  if (run.firstTasks.length === 0 || task.depends.length > 0 || isErrorTask(task)) return true
  return run.firstTasks.includes(task.name) || run.firstTasks.includes(task.id)
}

/** Whether the task was skipped when the run ended, or has not begun at all. */
function isAtEnd(task: WhyTask, run: WhyRun): boolean {
  const [ended, runEnded] = [momentOf(task.ended), momentOf(run.ended)]
  return ended === null || runEnded === null ? task.condition === null : ended >= runEnded
}

/** A platform may skip what comes after a task that was skipped or failed. */
function upstreamCause(task: WhyTask, graph: RunGraph): Cause | null {
  const before = graph.dependenciesOf(task).find(({ status }) => status === 'skipped' || status === 'failed')
  if (before) {
    const became = isCancelledTask(before)
      ? 'was cancelled'
      : before.status === 'failed'
        ? 'failed'
        : 'was skipped'
    return causeOf('upstream', {
      since: task.ended,
      parts: ['Skipped: ', taskName(before), ` ${became}`],
      short: `skipped with ${nameOf(before)}`,
      action: actionOn('goToTask', 'Go to it', before),
    })
  }
  const reason = reasonAfter('Skipped: ', task.reason)
  return reason.length === 0
    ? null
    : causeOf('upstream', { since: task.ended, parts: reason, short: 'skipped' })
}

function plainSkip(task: WhyTask, why: string, short: string): Cause {
  return causeOf('upstream', { since: task.ended, parts: ['Skipped: ', why], short })
}
