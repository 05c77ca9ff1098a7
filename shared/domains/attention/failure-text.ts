import { userName } from '#shared/lib/email.ts'
import { isPlatformType } from '../tasks/constants.ts'
import type { AttentionLine, AttentionPart } from './contract.ts'
import type { FailureFacts } from './facts.ts'
import { countText, linesOf, namesText, strongPart, textPart, timePart } from './parts.ts'
import { placeParts } from './places.ts'

/** What has failed, where and since when; then what it is on and what it is not on. */
export function failureDetails(facts: FailureFacts): AttentionLine[] {
  return linesOf([...howMany(facts), ...held(facts), ...again(facts), ...when(facts)], places(facts))
}

function howMany({ runs, tasks, apps }: FailureFacts): AttentionPart[] {
  const where = apps.length === 0 ? '' : ` in ${namesText(apps)}`
  return tasks > runs
    ? [strongPart(countText(tasks, 'task')), textPart(` of ${countText(runs, 'workqueue')}${where}`)]
    : [strongPart(countText(runs, 'workqueue')), textPart(where)]
}

function held({ runs, tasks, held: waiting }: FailureFacts): AttentionPart[] {
  if (waiting === 0) return []
  const behind = Math.max(runs, tasks) === 1 ? 'it' : 'them'
  return [textPart(`, ${countText(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'} behind ${behind}`)]
}

/** Tasks that were restarted, or are tried again, and have not succeeded yet. */
function again({ again: count, tasks, restarting }: FailureFacts): AttentionPart[] {
  if (count === 0) return []
  if (restarting) return [textPart(`, restarting ${countText(count, 'task')}`)]
  const which = count === tasks ? (count === 1 ? 'it' : `all ${count}`) : count.toLocaleString('en')
  return [textPart(`, ${which} ${count === 1 ? 'runs' : 'run'} again`)]
}

/** Moments of one minute read the same: one is enough. The first one gives way to a restart that has not helped. */
function when({ first, last, restarted }: FailureFacts): AttentionPart[] {
  if (restarted) {
    const by = restarted.by === null ? '' : ` by ${userName(restarted.by)}`
    return [
      textPart(` · restarted${by} `),
      timePart(restarted.at),
      textPart(', failed again '),
      timePart(last),
    ]
  }
  return minuteOf(first) === minuteOf(last)
    ? [textPart(' · '), timePart(last)]
    : [textPart(' · first '), timePart(first), textPart(', last '), timePart(last)]
}

const minuteOf = (at: string) => Math.floor(Date.parse(at) / 60_000)

/** What the platform executes itself has no worker: its versions and hosts are its own. */
function places({ suggestedAlias, ...facts }: FailureFacts): AttentionPart[] {
  const { type, task, versions, hosts, notVersions, notHosts = [], aliases = [] } = facts
  const seen = isPlatformType(type)
    ? []
    : placeParts({ type, aliases, versions, hosts, notVersions, notHosts })
  const all = [
    ...(task ? [[strongPart(task)]] : []),
    ...(seen.length > 0 ? [seen] : []),
    ...(suggestedAlias
      ? [[strongPart(suggestedAlias.alias), textPart(` has ${suggestedAlias.version}`)]]
      : []),
  ]
  return all.flatMap((parts, index) => (index === 0 ? parts : [textPart(' · '), ...parts]))
}
