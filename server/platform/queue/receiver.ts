import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { AliasIdentity } from './alias-credentials.ts'
import type { Arrivals } from './arrivals.ts'
import { createDesk, type Desk, type Wish } from './desk.ts'
import { DEFAULT_VISIBILITY_MS, type Leases } from './leases.ts'
import type { TakenTask, Taking } from './taking.ts'

export interface ReceiverParts {
  leases: Leases
  taking: Taking
  clock: Clock
  arrivals: Arrivals
  log: Logger
}

export interface Receiver {
  /** Tasks for one call: at once when there are some, else as soon as one comes, else none when the wait is over. */
  receive(alias: AliasIdentity, wish: Wish): Promise<TakenTask[]>
  /** Sends everybody who waits away without tasks. */
  stop(): void
}

/**
 * Hands out the tasks of all queues. The calls that wait at one queue in this process are served together (`desk.ts`):
 * one statement for all, whatever their number, and no polling while nothing comes.
 */
export function createReceiver({ leases, taking, clock, arrivals, log }: ReceiverParts): Receiver {
  /** By type and alias, as arrivals name them, then by alias id and the time of the leases. */
  const desks = new Map<string, Map<string, Desk>>()
  let stopped = false
  arrivals.listen((type, alias) => desks.get(`${type} ${alias}`)?.forEach((desk) => desk.ring()))

  function deskOf(alias: AliasIdentity, leaseMs: number): Desk {
    const key = `${alias.type} ${alias.alias}`
    const siblings = desks.get(key) ?? new Map<string, Desk>()
    const place = `${alias.aliasId} ${leaseMs}`
    const known = siblings.get(place)
    if (known) return known
    const desk = createDesk({
      take: (limit) => taking.take(alias, limit, leaseMs),
      unwanted: (task) => giveBackQuietly(task),
      empty() {
        siblings.delete(place)
        if (siblings.size === 0) desks.delete(key)
      },
    })
    desks.set(key, siblings.set(place, desk))
    return desk
  }

  /** What fails here comes back by its visibility. */
  function giveBackQuietly(task: TakenTask): void {
    taking.giveBack(task).catch((error: unknown) => {
      log.debug({ err: error, taskId: task.taskId }, 'a task nobody waited for could not be given back')
    })
  }

  return {
    async receive(alias, wish) {
      if (stopped) return []
      // A shorter time begins when the task is handed out: a lease that ends before would be of no use.
      const leaseMs = Math.max(wish.visibilityMs, DEFAULT_VISIBILITY_MS)
      const tasks = await deskOf(alias, leaseMs).wait(wish)
      if (wish.gone.aborted) {
        tasks.forEach(giveBackQuietly)
        return []
      }
      if (wish.visibilityMs !== leaseMs) {
        const now = clock.now()
        const wanted = tasks.map((ref) => ({ ref, until: now + wish.visibilityMs }))
        await leases.setVisibility(alias.aliasId, wanted, now)
      }
      return tasks
    },
    stop() {
      stopped = true
      for (const siblings of [...desks.values()]) for (const desk of [...siblings.values()]) desk.close()
    },
  }
}
