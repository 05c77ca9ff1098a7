import { useState } from 'react'

/** What decides the nodes and edges of a workflow. */
interface ShapedTask {
  id: string
  name: string
  type?: string
  alias?: string
  depends: readonly string[]
}

/** The tasks as they were when their shape last changed: the same list while only states change. */
export function useShape<Task extends ShapedTask>(tasks: readonly Task[]): readonly Task[] {
  const [shape, setShape] = useState(tasks)
  if (shape === tasks || isSameShape(shape, tasks)) return shape
  setShape(tasks)
  return tasks
}

function isSameShape(known: readonly ShapedTask[], next: readonly ShapedTask[]): boolean {
  return known.length === next.length && known.every((task, index) => isSame(task, next[index]!))
}

function isSame(a: ShapedTask, b: ShapedTask): boolean {
  if (a === b) return true
  const { id, name, type, alias, depends } = a
  if (id !== b.id || name !== b.name || type !== b.type || alias !== b.alias) return false
  return (
    depends === b.depends ||
    (depends.length === b.depends.length && depends.every((each, index) => each === b.depends[index]))
  )
}
