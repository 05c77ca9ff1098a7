import type { GraphState, NodeTask } from './node-store.ts'

/** Where a graph opens and what it follows. */
export type Opening = 'start' | 'failure' | 'front'

/**
 * The task in the middle of the first view: the selected one, the first failed one of a failed run, or the
 * front of a run under way; null: the start.
 */
export function focusOf({ tasks, selected }: GraphState, opening: Opening): string | null {
  if (selected !== null) return selected
  if (opening === 'failure') return tasks.find(({ status }) => status === 'failed')?.id ?? null
  return opening === 'front' ? frontOf(tasks) : null
}

/** The task that started last among those under way, else one that waits to run. */
export function frontOf(tasks: readonly NodeTask[]): string | null {
  let front: NodeTask | null = null
  for (const task of tasks) {
    if (task.status !== 'started') continue
    if (!front || (task.started ?? '') > (front.started ?? '')) front = task
  }
  const waiting = front ?? tasks.find(({ status }) => status === 'retry' || status === 'queued')
  return waiting?.id ?? null
}
