import type { DeploymentChange } from './changes.ts'
import { countOf, historyMessages } from './history-messages.ts'
import { deploymentMessages } from './messages.ts'

/** Names of fields as the form shows them. */
const fields: Readonly<Record<string, string>> = {
  alias: deploymentMessages.alias,
  worker: deploymentMessages.worker,
  dockerTag: deploymentMessages.dockerTag,
  replicaCount: deploymentMessages.replicaCount,
  'resources.limits.cpu': deploymentMessages.cpuLimit,
  'resources.limits.memory': deploymentMessages.memoryLimit,
  'resources.requests.cpu': deploymentMessages.cpuRequest,
  'resources.requests.memory': deploymentMessages.memoryRequest,
  environment: deploymentMessages.environment,
  configuration: 'Text of the configuration',
}

/** `Docker Tag`, `Variable LOG_LEVEL`, `spec.interval`. */
export function fieldName(field: string): string {
  if (Object.hasOwn(fields, field)) return fields[field]!
  const [part, ...rest] = field.split('.')
  if (part === 'environment') return `Variable ${rest.join('.')}`
  return part === 'configuration' ? rest.join('.') : field
}

/** What applying does to the replicas, in one sentence. */
export function replicaText(
  restart: 'all' | 'maybe' | 'none',
  before: number | null,
  after: number | null,
): string | null {
  if (before === null || after === null) return null
  if (after === 0 && before > 0) return `${replicas(before, 'All')} stop: nothing of it polls any more`
  if (after === 0) return 'Nothing runs: it has 0 replicas'
  if (restart === 'all') {
    if (before === 0) return `${replicas(after)} ${after === 1 ? 'starts' : 'start'}`
    const all = before === 1 ? 'The replica restarts' : `${replicas(before, 'All')} restart`
    return before === after ? all : `${all}; ${after} ${after === 1 ? 'runs' : 'run'} after that`
  }
  if (after > before)
    return `${replicas(after - before)} ${after - before === 1 ? 'starts' : 'start'}; those that run go on`
  if (after < before)
    return `${before - after} of ${replicas(before)} ${before - after === 1 ? 'stops' : 'stop'}`
  return restart === 'maybe' ? 'Replicas may restart' : null
}

const replicas = (count: number, all = '') =>
  `${all ? `${all} ` : ''}${count} ${count === 1 ? 'replica' : 'replicas'}`

/** Who polls the alias now and what waits for it. */
export function pollingText(alias: string, polling: number, running: number, queued: number): string {
  const who =
    polling === 0
      ? `Nothing polls ${alias} now`
      : `${countOf(polling, 'worker')} ${polling === 1 ? 'polls' : 'poll'} ${alias} now`
  const runs =
    running === 0
      ? ''
      : polling === 0
        ? `, ${countOf(running, 'task')} still ${running === 1 ? 'runs' : 'run'}`
        : ` and ${polling === 1 ? 'runs' : 'run'} ${countOf(running, 'task')}`
  return `${who}${runs}; ${queued === 0 ? 'no task waits' : `${countOf(queued, 'task')} ${queued === 1 ? 'waits' : 'wait'}`}`
}

/** A change in words, for a line of several: `Docker Tag v1 → v2`, `Variable KEY removed`. */
export function changeText({
  field,
  kind,
  before,
  after,
}: Pick<DeploymentChange, 'field' | 'before' | 'after'> & { kind: string }): string {
  const name = fieldName(field)
  return before === null && after === null
    ? `${name} ${kind}`
    : `${name} ${before || historyMessages.empty} → ${after || historyMessages.empty}`
}

/** Changes in one line of words; of more than these only how many there are. */
const MOST_TOLD = 5

/** `Docker Tag v1 → v2; Variable KEY removed`, for the record of an update. */
export function changesInLine(changes: readonly Parameters<typeof changeText>[0][]): string | null {
  if (changes.length === 0) return null
  const more = changes.length - MOST_TOLD
  const told = changes.slice(0, MOST_TOLD).map(changeText)
  return [...told, ...(more > 0 ? [historyMessages.more(more)] : [])].join('; ')
}
