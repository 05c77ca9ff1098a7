import type { NodeTask } from './node-store.ts'

/** A task of a graph, with its name as its id. */
export const nodeTask = (name: string, status: string, depends: readonly string[] = []): NodeTask => ({
  id: name,
  name,
  type: 'task.pay.charge',
  alias: 'default',
  depends,
  status,
  started: null,
  ended: null,
  attempt: 1,
})
