import { markOfTask } from '#shared/domains/tasks/rules.ts'
import type { Fold } from './fold.ts'
import type { NodeTask } from './node-store.ts'

/** States in which no task asks for attention of its own; a task of a plan has none. */
const calm: readonly string[] = ['', 'ended', 'skipped', 'notstarted', 'cancelled', 'queued']

/**
 * Neighbours of one state as one node each, for a narrow canvas: tasks of one type and alias with the same
 * dependencies and the same dependents. Failed and running tasks stay alone. `apart`: tasks that stand in other nodes
 * already. Linear in tasks and dependencies.
 */
export function joinNeighbours(tasks: readonly NodeTask[], apart: ReadonlySet<string> = new Set()): Fold[] {
  const dependents = new Map<string, string[]>()
  for (const { id, depends } of tasks)
    for (const reference of depends) {
      const own = dependents.get(reference)
      if (own) own.push(id)
      else dependents.set(reference, [id])
    }
  const groups = new Map<string, NodeTask[]>()
  for (const task of tasks) {
    const mark = markOfTask(task)
    if (apart.has(task.id) || !calm.includes(mark)) continue
    const after = [...(dependents.get(task.id) ?? []), ...(dependents.get(task.name) ?? [])]
    const key = JSON.stringify([mark, task.type, task.alias, [...task.depends].sort(), after])
    const group = groups.get(key)
    if (group) group.push(task)
    else groups.set(key, [task])
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      id: `join ${group[0]!.id}`,
      name: joinedName(group.map(({ name }) => name)),
      taskIds: group.map(({ id }) => id),
      joined: true,
    }))
}

/** The words in which the names differ: `Charge cards EU`, `Charge cards UK` -> `EU, UK`. */
export function joinedName(names: readonly string[]): string {
  const [first = '', ...others] = names
  const words = first.split(' ')
  let common = 0
  while (common < words.length - 1 && others.every((name) => name.split(' ')[common] === words[common]))
    common++
  return names.map((name) => name.split(' ').slice(common).join(' ') || name).join(', ')
}
