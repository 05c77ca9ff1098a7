import { taskMessages as texts } from '#shared/domains/tasks/messages.ts'
import type { WhyFacts } from '#shared/domains/tasks/why/facts.ts'
import { causeOfTaskAlone } from '#shared/domains/tasks/why/why.ts'
import { whyTaskOf } from '#shared/domains/tasks/why/wire.ts'
import { wholeSentence, type ListedSentence } from './listed-task.tsx'

/** A task of a list, without the other tasks of its run. */
export interface LoneTask {
  id: string
  status: string
  reason: string | null
  depends: readonly string[]
  workqueueStatus: string | null
}

/**
 * Why a task of a list is in its state: its own reason, what its queue tells, or what it waits for. Null for a task that
 * runs or has ended, and where nothing is known. `now` is in milliseconds since 1970.
 */
export function listedSentence(
  task: LoneTask,
  queues: WhyFacts['queues'],
  now: number,
): ListedSentence | null {
  if (task.reason) return wholeSentence(task.reason)
  if (task.status === 'notstarted') return unstartedSentence(task)
  if (task.status !== 'queued' && task.status !== 'skipped') return null
  const facts = { now, queues, usual: new Map<string, never>(), expected: null }
  return causeOfTaskAlone(whyTaskOf({ ...task }), task.workqueueStatus ?? '', facts)
}

function unstartedSentence({ workqueueStatus, depends }: LoneTask): ListedSentence | null {
  if (workqueueStatus === 'cancelled') return wholeSentence(texts.heldByCancel)
  if (workqueueStatus === 'failed') return wholeSentence(texts.heldByFailure)
  const [first, ...others] = depends
  if (first === undefined || workqueueStatus === 'completed') return null
  return wholeSentence(texts.waitsFor(first, others.length))
}
