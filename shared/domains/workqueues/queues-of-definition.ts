import { DEFAULT_ALIAS, isPlatformType } from '../tasks/constants.ts'

/** A queue that tasks wait in. */
export interface TaskQueue {
  type: string
  alias: string
}

/** Names that a sentence has; the others are counted. */
const NAMED = 3

/** What follows from queues that a change adds and no worker polls, in one sentence; none when there is none. */
export function unpolledText(queues: readonly TaskQueue[]): string[] {
  if (queues.length === 0) return []
  const names = queues.map(({ type, alias }) => `${type} · ${alias}`)
  return [`No worker polls ${named(names)}: tasks wait there until one does.`]
}

/** The queues that an edited definition uses and the stored one does not; built-in types have none. */
export function addedQueues(stored: unknown, edited: unknown): TaskQueue[] {
  const before = queuesOfDefinition(stored)
  return [...queuesOfDefinition(edited)].filter(([key]) => !before.has(key)).map(([, queue]) => queue)
}

/** The queues of a list that no worker polls; one that the list does not have is not polled either. */
export function unpolledOf(
  queues: readonly TaskQueue[],
  known: readonly (TaskQueue & { polling: number | null })[],
): TaskQueue[] {
  const polling = new Map(known.map((queue) => [keyOf(queue), queue.polling]))
  // A platform that does not count the pollers of a queue says nothing of it.
  return queues.filter((queue) => (polling.has(keyOf(queue)) ? polling.get(keyOf(queue)) === 0 : true))
}

const keyOf = ({ type, alias }: TaskQueue) => `${type.toLowerCase()} ${alias}`

/** The queues that the tasks of a definition wait in, by their names; built-in types have none. */
export function queuesOfDefinition(definition: unknown): Map<string, TaskQueue> {
  const { tasks } = (definition ?? {}) as { tasks?: unknown }
  const found = new Map<string, TaskQueue>()
  for (const task of Array.isArray(tasks) ? (tasks as unknown[]) : []) {
    const { type, alias } = (task ?? {}) as { type?: unknown; alias?: unknown }
    if (typeof type !== 'string' || isPlatformType(type)) continue
    const queue = { type, alias: typeof alias === 'string' && alias !== '' ? alias : DEFAULT_ALIAS }
    found.set(keyOf(queue), queue)
  }
  return found
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, names.length === NAMED + 1 ? NAMED + 1 : NAMED)
  const further = names.length - shown.length
  const all = further > 0 ? [...shown, `${further} more`] : shown
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
}
