import type { Outline, TaskPart } from './definition-text.ts'

/** A path of the state, and what gives it its value. */
export interface StatePath {
  path: string
  /** Null: the initial state. */
  writtenBy: string | null
}

/** The paths that have a value when a task starts: of the initial state, and of the tasks that end before it. */
export function pathsBefore(definition: Outline, task: TaskPart | undefined): StatePath[] {
  const { tasks, initial } = definition
  const earlier = task ? ancestorsOf(task, tasks) : tasks
  const paths = new Map<string, StatePath>(initial.map((path) => [path, { path, writtenBy: null }]))
  for (const { name, writes } of earlier) {
    for (const target of writes) {
      const path = target.replace(/^\$state\./, '')
      if (path !== target && path !== '' && !paths.has(path)) paths.set(path, { path, writtenBy: name })
    }
  }
  return [...paths.values()]
}

/** The tasks that a task depends on, also through others; each once, in any order. */
function ancestorsOf(task: TaskPart, tasks: readonly TaskPart[]): TaskPart[] {
  const byName = new Map(tasks.map((each) => [each.name, each]))
  const found = new Set<TaskPart>()
  const waiting = [...task.depends]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const next = byName.get(name)
    if (!next || next === task || found.has(next)) continue
    found.add(next)
    waiting.push(...next.depends)
  }
  return tasks.filter((each) => found.has(each))
}
