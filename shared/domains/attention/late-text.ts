import { roughDuration, setDuration, roundedDuration } from '#shared/lib/time-text.ts'
import { isPlatformType } from '../tasks/constants.ts'
import type { AttentionItem, AttentionLateRun, AttentionLine, AttentionPart } from './contract.ts'
import type { LateRunFacts } from './facts.ts'
import { attentionMessages as messages } from './messages.ts'
import { codePart, linesOf, strongPart, textPart, timePart } from './parts.ts'
import { placeParts } from './places.ts'

/** The sentence of a late run, and how long it hangs in which task, where. */
export function describeLateRun(
  facts: LateRunFacts,
  now: number,
): Pick<AttentionItem, 'sentence' | 'details'> {
  const { app, workqueueId } = facts
  const late = lateRunOf(facts, now)
  return {
    sentence: lateSentence(facts, roughDuration(late.ms)),
    details: linesOf(
      // Several runs of a plan may be late for the same time: the end of the id tells them apart, as in lists.
      [
        textPart(`1 workqueue in ${app} · `),
        codePart(`…${workqueueId.slice(-6)}`),
        ...slowTask(late, ' · ', late.taskMs ?? 0),
      ],
      places([late]),
    ),
  }
}

/** What is known of a late run in numbers. */
export function lateRunOf(facts: LateRunFacts, now: number): AttentionLateRun {
  const { name, activeMs, activeSince, medianMs, limit, task } = facts
  const since = (at: string) => Math.max(0, now - Date.parse(at))
  return {
    name,
    ms: activeMs + (activeSince === null ? 0 : since(activeSince)),
    usualMs: limit === undefined ? medianMs : null,
    task: task?.name ?? null,
    taskMs: task && since(task.since),
    taskUsualMs: task?.usualMs ?? null,
    type: task?.type ?? null,
    alias: task?.alias ?? null,
    version: task?.version ?? null,
    hostName: task?.hostName ?? null,
    notVersions: [...(task?.notVersions ?? [])],
    notHosts: [...(task?.notHosts ?? [])],
  }
}

function lateSentence({ name, limit, medianMs, task }: LateRunFacts, span: string): string {
  const bound = limit === undefined ? roundedDuration(medianMs) : setDuration(medianMs)
  if (limit === 'taskDeadline' && task) return messages.lateTask(name, task.name, bound)
  if (limit === 'deadline') return messages.lateDeadline(name, span, bound)
  return limit === 'expected' ? messages.lateExpected(name, span, bound) : messages.late(name, span, bound)
}

type TimedRun = Pick<AttentionLateRun, 'name' | 'ms' | 'usualMs'>

const longestOf = <Run extends TimedRun>(runs: readonly Run[]) =>
  runs.reduce((most, run) => (run.ms > most.ms ? run : most))

/** How many runs of a plan are late, and how long the longest takes. */
export function lateRunsSentence(runs: readonly TimedRun[]): string {
  const { name, ms, usualMs } = longestOf(runs)
  const usual = runs.every((run) => run.usualMs !== null) ? usualMs : null
  return messages.lateRuns(
    runs.length,
    name,
    roughDuration(ms),
    usual === null ? null : roundedDuration(usual),
  )
}

/**
 * Several late runs of one plan that hang in the same task, in one sentence, with the lines below it. `since`: when the
 * first of them became late.
 */
export function describeLateRuns(
  runs: readonly AttentionLateRun[],
  since: string | null,
): { sentence: string; details: AttentionLine[] } {
  const longest = longestOf(runs)
  const taskMs = Math.max(...runs.map((run) => run.taskMs ?? 0))
  return {
    sentence: lateRunsSentence(runs),
    details: linesOf(
      [
        ...slowTask(longest, 'Up to ', taskMs),
        ...(since === null ? [] : [textPart(' · late since '), timePart(since)]),
      ],
      places(runs),
    ),
  }
}

function slowTask({ task, taskUsualMs }: AttentionLateRun, before: string, ms: number): AttentionPart[] {
  if (task === null) return []
  return [
    textPart(`${before}${roughDuration(ms)} in `),
    strongPart(task),
    textPart(taskUsualMs === null ? '' : `, usually ${roundedDuration(taskUsualMs)}`),
  ]
}

/** Where their task runs now, and where tasks of its type ended well besides. */
function places(runs: readonly AttentionLateRun[]): AttentionPart[] {
  const { type } = runs[0]!
  if (type === null || isPlatformType(type)) return []
  const known = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const other = (name: 'notVersions' | 'notHosts') =>
    runs[0]![name].filter((value) => runs.every((run) => run[name].includes(value)))
  return placeParts({
    type,
    aliases: known(runs.map(({ alias }) => alias)),
    versions: known(runs.map(({ version }) => version)),
    hosts: known(runs.map(({ hostName }) => hostName)),
    notVersions: other('notVersions'),
    notHosts: other('notHosts'),
  })
}
