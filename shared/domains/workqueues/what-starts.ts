import { needOf } from '../queues/verdict-codes.ts'
import { queuesOfDefinition, type TaskQueue } from './queues-of-definition.ts'

/** A queue of the account with its verdict. */
interface KnownQueue extends TaskQueue {
  queued: number | null
  verdict: { code: string; text: string }
}

/** A queue in which tasks of a definition would wait now, and why. */
export interface HeldQueue extends TaskQueue {
  why: string
  queued: number
}

/** How many tasks a definition has. */
export function taskCountOf(definition: unknown): number {
  const { tasks } = (definition ?? {}) as { tasks?: unknown }
  return Array.isArray(tasks) ? tasks.length : 0
}

/** The queues of a definition that are not polled, paused, at their limit or do not drain now, the worst first. */
export function heldQueues(definition: unknown, known: readonly KnownQueue[], unknown: string): HeldQueue[] {
  const byName = new Map(known.map((queue) => [`${queue.type} ${queue.alias}`.toLowerCase(), queue]))
  const rank = { hand: 0, slow: 1, fine: 2 } as const
  return [...queuesOfDefinition(definition).values()]
    .map(({ type, alias }) => {
      const queue = byName.get(`${type} ${alias}`.toLowerCase())
      // A queue that no list has was never polled.
      const need = queue ? needOf(queue.verdict.code) : 'hand'
      return { type, alias, why: queue?.verdict.text ?? unknown, queued: queue?.queued ?? 0, need }
    })
    .filter(({ need }) => need !== 'fine')
    .toSorted((one, other) => rank[one.need] - rank[other.need])
    .map(({ need: _need, ...held }) => held)
}
