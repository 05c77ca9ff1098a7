import { toError } from '#server/lib/errors.ts'
import type { WorkerProcess } from '../queues/pollers.ts'
import type { LeasedTask } from './leased-tasks.ts'

/** The parameters of one ReceiveMessage call. */
export interface ReceiveRequest {
  /** 1 to 10. */
  max: number
  /** How long to wait for the first task. */
  waitMs: number
  visibilityMs: number
  /** The process that calls, if it names itself. */
  worker?: WorkerProcess | null
  /** Aborted when the caller has disconnected. */
  gone: AbortSignal
}

export interface HandOutParts {
  /** Receives up to `limit` tasks from the queue; `workerAt` is the process that each place is for. */
  take(limit: number, workerAt: (place: number) => WorkerProcess | null): Promise<LeasedTask[]>
  /** Called with a task that no waiting call can receive. */
  unwanted(task: LeasedTask): void
  /** Called when no call waits. */
  empty(): void
}

export interface HandOut {
  wait(request: ReceiveRequest): Promise<LeasedTask[]>
  /** There may be new tasks. */
  notify(): void
  /** Answers all waiting calls without tasks. */
  close(): void
}

interface Waiter {
  request: ReceiveRequest
  /** Its wait has ended: it gets the result of the current round, or nothing. */
  due: boolean
  answer(tasks: LeasedTask[]): void
  fail(error: Error): void
}

/** Tasks of one round, however many calls wait. */
const MAX_ROUND = 100

/**
 * Hands the tasks of one queue out to the calls that wait for them, first come, first served. States: idle -> `wait` or
 * `notify` starts a round -> one `take` for all waiting calls, its tasks handed out -> another round when `notify` was
 * called meanwhile or there may be more tasks than were asked for -> idle.
 */
export function createHandOut({ take, unwanted, empty }: HandOutParts): HandOut {
  const waiters = new Set<Waiter>()
  let busy = false
  let notified = false
  let closed = false

  function notify(): void {
    notified = true
    if (!busy) void serve()
  }

  async function serve(): Promise<void> {
    busy = true
    // After the current event loop phase, so that calls that arrive together are served together.
    await new Promise((resolve) => setImmediate(resolve))
    while (notified && waiters.size > 0) {
      notified = false
      await round()
    }
    busy = false
    if (waiters.size === 0) empty()
  }

  async function round(): Promise<void> {
    const asking = [...waiters]
    const limit = Math.min(
      MAX_ROUND,
      asking.reduce((sum, { request }) => sum + request.max, 0),
    )
    const places = asking.flatMap(({ request }) => Array<ReceiveRequest>(request.max).fill(request))
    try {
      const tasks = await take(limit, (place) => places[place]?.worker ?? null)
      handOut(tasks)
      if (tasks.length === limit) notified = true
      else for (const waiter of asking) if (waiter.due) answer(waiter, [])
    } catch (thrown) {
      for (const waiter of asking) if (waiters.delete(waiter)) waiter.fail(toError(thrown))
    }
  }

  function handOut(tasks: LeasedTask[]): void {
    let left = tasks
    const give = (waiter: Waiter, wanted: LeasedTask[]) => {
      const own = new Set(wanted.slice(0, waiter.request.max))
      if (own.size === 0) return
      left = left.filter((task) => !own.has(task))
      answer(waiter, [...own])
    }
    for (const waiter of [...waiters])
      give(
        waiter,
        left.filter((task) => (task.worker ?? null) === (waiter.request.worker ?? null)),
      )
    // What was begun for a call that has gone meanwhile.
    for (const waiter of [...waiters]) give(waiter, left)
    left.forEach(unwanted)
  }

  function answer(waiter: Waiter, tasks: LeasedTask[]): void {
    if (waiters.delete(waiter)) waiter.answer(tasks)
  }

  function wait(request: ReceiveRequest): Promise<LeasedTask[]> {
    if (closed || request.gone.aborted) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiter.due = true
        if (!busy) dismiss()
      }, request.waitMs)
      const settle = () => {
        clearTimeout(timer)
        request.gone.removeEventListener('abort', dismiss)
      }
      const waiter: Waiter = {
        request,
        due: request.waitMs === 0,
        answer: (tasks) => (settle(), resolve(tasks)),
        fail: (error) => (settle(), reject(error)),
      }
      const dismiss = () => {
        answer(waiter, [])
        if (waiters.size === 0 && !busy) empty()
      }
      request.gone.addEventListener('abort', dismiss, { once: true })
      waiters.add(waiter)
      notify()
    })
  }

  return {
    wait,
    notify,
    close() {
      closed = true
      for (const waiter of [...waiters]) answer(waiter, [])
      if (!busy) empty()
    },
  }
}
