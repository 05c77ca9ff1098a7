/** The fields of a task that the graph rules read, from unchecked input. */
export interface UncheckedTask {
  /** Null where the input has no usable name. */
  name: string | null
  /** Null where an entry is not text. */
  depends: (string | null)[]
}

type Report = (path: string, message: string) => void

/** Maximum number of names in the message of a cycle. */
const NAMES_SHOWN = 20

/** Reports duplicate names and dependencies on unknown tasks, on the task itself or in a cycle. */
export function checkGraph(
  tasks: readonly UncheckedTask[],
  errorTasks: ReadonlySet<string>,
  report: Report,
): void {
  const positions = positionsByName(tasks, report)
  const edges: number[][] = []
  tasks.forEach((task, index) => {
    const targets: number[] = []
    task.depends.forEach((name, at) => {
      const path = `tasks[${index}].depends[${at}]`
      if (name === null) return
      const target = positions.get(name)
      if (target === undefined) return report(path, `no task named "${shown(name)}"`)
      if (target === index) return report(path, 'a task cannot depend on itself')
      // An error task only runs after the run has failed, when nothing else is queued any more.
      if (errorTasks.has(name) && !(task.name !== null && errorTasks.has(task.name)))
        return report(path, `"${shown(name)}" is an error task; only error tasks can depend on it`)
      targets.push(target)
    })
    edges.push(targets)
  })
  reportCycles(tasks, edges, report)
}

function positionsByName(tasks: readonly UncheckedTask[], report: Report): Map<string, number> {
  const positions = new Map<string, number>()
  tasks.forEach(({ name }, index) => {
    if (name === null) return
    const first = positions.get(name)
    if (first === undefined) positions.set(name, index)
    else report(`tasks[${index}].name`, `"${shown(name)}" is the name of tasks[${first}] too`)
  })
  return positions
}

/** Depth first without recursion, so that a chain of any length passes; each edge is visited once. */
function reportCycles(tasks: readonly UncheckedTask[], edges: readonly number[][], report: Report): void {
  const NEW = 0
  const OPEN = 1
  const DONE = 2
  const state = new Uint8Array(tasks.length)
  const next = new Uint32Array(tasks.length)
  for (let start = 0; start < tasks.length; start++) {
    if (state[start] !== NEW) continue
    const path = [start]
    state[start] = OPEN
    while (path.length > 0) {
      const at = path[path.length - 1]!
      const target = edges[at]![next[at]!++]
      if (target === undefined) {
        state[at] = DONE
        path.pop()
      } else if (state[target] === NEW) {
        state[target] = OPEN
        path.push(target)
      } else if (state[target] === OPEN) {
        report(`tasks[${at}].depends`, `cycle: ${cycleNames(tasks, path, target)}`)
      }
    }
  }
}

/** `path` ends with the task whose dependency `target` closes the cycle; `->` reads "depends on". */
function cycleNames(tasks: readonly UncheckedTask[], path: readonly number[], target: number): string {
  const names: string[] = []
  for (let index = path.length - 1; index >= 0 && names.length < NAMES_SHOWN; index--) {
    const at = path[index]!
    names.unshift(shown(tasks[at]!.name ?? `tasks[${at}]`))
    if (at === target) return [...names, names[0]].join(' -> ')
  }
  const first = shown(tasks[target]!.name ?? `tasks[${target}]`)
  return [first, '…', ...names, first].join(' -> ')
}

const shown = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
