/** What waits for a worker: the tasks of a type and alias, in all apps. */
export interface QueueAddress {
  type: string
  alias: string
}

/**
 * What is restarted: all tasks of a failure, some tasks, or all failed tasks of some runs. What is moved and not restarted:
 * the tasks of a queue, or some that are queued.
 */
export type RestartTarget =
  | { failureId: string }
  | { taskIds: readonly string[]; workqueueIds: readonly string[]; queued?: true }
  | { workqueueIds: readonly string[] }
  | { queue: QueueAddress }

/** A restart that the platform holds, or a move. */
export interface HeldReceipt {
  id: string
  /** Its tasks. */
  count: number
  alias: string | null
  /** Its tasks are queued: they are moved and not restarted. */
  queued?: true
  /** When it begins at the earliest, in milliseconds since 1970 by the clock of this browser. */
  due: number
  /** The same in the words of the platform; absent or null where it does not say. */
  until?: string | null
}

/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.held-restarts'

/** The restarts of this tab that the platform holds; they survive a reload of the page. */
export const heldReceipts = {
  get(): HeldReceipt[] {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as HeldReceipt[]
    } catch {
      return []
    }
  },
  add: (held: HeldReceipt) => store([...heldReceipts.get().filter(({ id }) => id !== held.id), held]),
  remove: (id: string) => store(heldReceipts.get().filter((each) => each.id !== id)),
}

function store(held: readonly HeldReceipt[]): void {
  try {
    if (held.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(held))
  } catch {
    // Private windows may refuse storage: then a reload shows no toast, and the platform restarts all the same.
  }
}
