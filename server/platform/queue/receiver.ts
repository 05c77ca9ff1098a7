import type { TaskCountEventData } from '#shared/domains/tasks/constants.ts'
import { GLOBAL_TASKS_CHANNEL, isQueuesChannel, type LiveMessage } from '#shared/realtime/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { AliasIdentity } from './alias-credentials.ts'
import { createHandOut, type HandOut, type ReceiveRequest } from './hand-out.ts'
import { DEFAULT_VISIBILITY_MS, type LeaseStore } from './lease-store.ts'
import type { LeasedTask, LeasedTasks } from './leased-tasks.ts'

/** What may let tasks of a queue be handed out: a task was queued, one is over, or people have changed its limit or its pause. */
export type QueueNotice = 'queued' | 'over' | 'control'

/** Notices of queues, from all platform processes. */
export interface TaskNotices {
  /** Finds what concerns queues among live messages. */
  publish(messages: readonly LiveMessage[]): void
  /** Calls the listener once for each type, alias and kind of notice. */
  subscribe(listener: (type: string, alias: string, notice: QueueNotice) => void): void
}

/** Live messages are enough: this process's own come from its publisher, those of others by NOTIFY. */
export function createTaskNotices(): TaskNotices {
  const listeners: Parameters<TaskNotices['subscribe']>[0][] = []
  return {
    publish(messages) {
      const seen = new Set<string>()
      for (const message of messages) {
        const notice = noticeOf(message)
        if (notice === null) continue
        const { type, alias } = message.data as Pick<TaskCountEventData, 'type' | 'alias'>
        const key = `${notice} ${type} ${alias}`
        if (seen.has(key)) continue
        seen.add(key)
        for (const listener of listeners) listener(type, alias, notice)
      }
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}

function noticeOf({ channel, data }: LiveMessage): QueueNotice | null {
  if (isQueuesChannel(channel)) return 'control'
  if (channel !== GLOBAL_TASKS_CHANNEL) return null
  const { status } = data as TaskCountEventData
  if (status === 'started') return null
  return status === 'queued' ? 'queued' : 'over'
}

export interface ReceiverParts {
  leases: LeaseStore
  leasedTasks: LeasedTasks
  clock: Clock
  taskNotices: TaskNotices
  log: Logger
}

export interface Receiver {
  /** Tasks for one call: at once when there are some, else as soon as one is queued, else none when the wait is over. */
  receive(alias: AliasIdentity, request: ReceiveRequest): Promise<LeasedTask[]>
  /** Answers all waiting calls without tasks. */
  stop(): void
}

/**
 * Hands out the tasks of all queues. The calls that wait at one queue in this process are served together
 * (`hand-out.ts`): one statement for all, whatever their number, and no polling while nothing is queued.
 */
export function createReceiver({ leases, leasedTasks, clock, taskNotices, log }: ReceiverParts): Receiver {
  /** By type and alias, as notices name them, then by alias id and the time of the leases. */
  const handOuts = new Map<string, Map<string, HandOut>>()
  /** Those that found a limit: a task that is over makes room. */
  const limited = new WeakSet<HandOut>()
  let stopped = false
  taskNotices.subscribe((type, alias, notice) =>
    handOuts.get(`${type} ${alias}`)?.forEach((handOut) => {
      if (notice !== 'over' || limited.has(handOut)) handOut.notify()
    }),
  )

  function handOutOf(alias: AliasIdentity, leaseMs: number): HandOut {
    const queue = `${alias.type} ${alias.alias}`
    const siblings = handOuts.get(queue) ?? new Map<string, HandOut>()
    const key = `${alias.aliasId} ${leaseMs}`
    const known = siblings.get(key)
    if (known) return known
    const handOut: HandOut = createHandOut({
      async take(limit, workerAt) {
        const taken = await leasedTasks.take(alias, limit, leaseMs, workerAt)
        limited[taken.limited ? 'add' : 'delete'](handOut)
        return taken.tasks
      },
      unwanted: (task) => giveBackQuietly(task),
      empty() {
        siblings.delete(key)
        if (siblings.size === 0) handOuts.delete(queue)
      },
    })
    handOuts.set(queue, siblings.set(key, handOut))
    return handOut
  }

  /** A task that cannot be given back returns when its visibility ends. */
  function giveBackQuietly(task: LeasedTask): void {
    leasedTasks.giveBack(task).catch((error: unknown) => {
      log.debug({ err: error, taskId: task.taskId }, 'a task that no call waits for could not be given back')
    })
  }

  return {
    async receive(alias, request) {
      if (stopped) return []
      // A shorter time begins when the task is handed out: a lease that ends before would be useless.
      const leaseMs = Math.max(request.visibilityMs, DEFAULT_VISIBILITY_MS)
      const tasks = await handOutOf(alias, leaseMs).wait(request)
      const giveBackAll = () => tasks.forEach(giveBackQuietly)
      if (request.gone.aborted) {
        giveBackAll()
        return []
      }
      // The connection can still close before the answer is written.
      request.gone.addEventListener('abort', giveBackAll, { once: true })
      if (request.visibilityMs !== leaseMs) {
        const now = clock.now()
        const wanted = tasks.map((ref) => ({ ref, until: now + request.visibilityMs }))
        await leases.setVisibility(alias.aliasId, wanted, now)
      }
      return tasks
    },
    stop() {
      stopped = true
      for (const siblings of [...handOuts.values()])
        for (const handOut of [...siblings.values()]) handOut.close()
    },
  }
}
