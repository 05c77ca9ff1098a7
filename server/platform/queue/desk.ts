import { toError } from '#server/lib/errors.ts'
import type { TakenTask } from './taking.ts'

/** What one ReceiveMessage call asks for. */
export interface Wish {
  /** 1 to 10. */
  max: number
  /** How long to wait for the first task. */
  waitMs: number
  visibilityMs: number
  /** Aborted when the caller is gone. */
  gone: AbortSignal
}

export interface DeskParts {
  /** Takes up to `limit` tasks out of the queue. */
  take(limit: number): Promise<TakenTask[]>
  /** A task for which nobody is left. */
  unwanted(task: TakenTask): void
  /** Nobody waits any more. */
  empty(): void
}

export interface Desk {
  wait(wish: Wish): Promise<TakenTask[]>
  /** Tasks may have come. */
  ring(): void
  /** Sends all away without tasks. */
  close(): void
}

interface Waiter {
  wish: Wish
  /** Its time is over: it takes what the round under way brings, or nothing. */
  due: boolean
  answer(tasks: TakenTask[]): void
  fail(error: Error): void
}

/** Tasks of one round, however many wait. */
const MAX_ROUND = 100

/**
 * The calls that wait at one queue, first come, first served. Modes: resting -> `wait` or `ring` begins a round ->
 * one `take` for all who wait, its tasks handed out -> another round when the bell rang meanwhile or more tasks
 * than asked for may be there -> resting.
 */
export function createDesk({ take, unwanted, empty }: DeskParts): Desk {
  const line = new Set<Waiter>()
  let busy = false
  let rang = false
  let closed = false

  function ring(): void {
    rang = true
    if (!busy) void serve()
  }

  async function serve(): Promise<void> {
    busy = true
    // At the end of the turn, so that calls that come together are served together.
    await new Promise((resolve) => setImmediate(resolve))
    while (rang && line.size > 0) {
      rang = false
      await round()
    }
    busy = false
    if (line.size === 0) empty()
  }

  async function round(): Promise<void> {
    const asking = [...line]
    const limit = Math.min(
      MAX_ROUND,
      asking.reduce((sum, { wish }) => sum + wish.max, 0),
    )
    try {
      const tasks = await take(limit)
      handOut(tasks)
      if (tasks.length === limit) rang = true
      else for (const waiter of asking) if (waiter.due) leave(waiter, [])
    } catch (thrown) {
      for (const waiter of asking) if (line.delete(waiter)) waiter.fail(toError(thrown))
    }
  }

  function handOut(tasks: TakenTask[]): void {
    let next = 0
    for (const waiter of [...line]) {
      if (next >= tasks.length) return
      leave(waiter, tasks.slice(next, (next += waiter.wish.max)))
    }
    for (const task of tasks.slice(next)) unwanted(task)
  }

  function leave(waiter: Waiter, tasks: TakenTask[]): void {
    if (line.delete(waiter)) waiter.answer(tasks)
  }

  function wait(wish: Wish): Promise<TakenTask[]> {
    if (closed || wish.gone.aborted) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiter.due = true
        if (!busy) dismiss()
      }, wish.waitMs)
      const settle = () => {
        clearTimeout(timer)
        wish.gone.removeEventListener('abort', dismiss)
      }
      const waiter: Waiter = {
        wish,
        due: wish.waitMs === 0,
        answer: (tasks) => (settle(), resolve(tasks)),
        fail: (error) => (settle(), reject(error)),
      }
      const dismiss = () => {
        leave(waiter, [])
        if (line.size === 0 && !busy) empty()
      }
      wish.gone.addEventListener('abort', dismiss, { once: true })
      line.add(waiter)
      ring()
    })
  }

  return {
    wait,
    ring,
    close() {
      closed = true
      for (const waiter of [...line]) leave(waiter, [])
      if (!busy) empty()
    },
  }
}
