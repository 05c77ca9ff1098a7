import { useEffect } from 'react'
import { useQueueFacts } from '#web/lib/queues/use-queue-facts.ts'
import { useNow } from '#web/lib/use-time.ts'
import type { ListedSentence } from './listed-task.tsx'
import { listedSentence, type LoneTask } from './listed-sentence.ts'

/** Reports, by the ids of the tasks of a list, why they are in their states, and again as time passes. */
export function SentenceKeeper({
  tasks,
  onSentences,
}: {
  tasks: readonly LoneTask[]
  onSentences(sentences: ReadonlyMap<string, ListedSentence>): void
}) {
  const { queues, staleSince } = useQueueFacts(tasks.some(({ status }) => status === 'queued'))
  const current = useNow(10_000)
  // What is old does not age.
  const now = staleSince ?? current
  useEffect(() => {
    const told = tasks.map((task) => [task.id, listedSentence(task, queues, now)] as const)
    onSentences(new Map(told.filter((each): each is readonly [string, ListedSentence] => each[1] !== null)))
  }, [tasks, queues, now, onSentences])
  return null
}
