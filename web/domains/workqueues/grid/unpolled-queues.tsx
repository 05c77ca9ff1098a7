import { useEffect } from 'react'
import { useQueueFacts } from '#web/lib/queues/use-queue-facts.ts'

/** Tells which queues no worker polls, by type and alias, while a task of the grid waits. */
export function UnpolledQueues({ onKnown }: { onKnown(queues: ReadonlySet<string>): void }) {
  const { queues } = useQueueFacts(true)
  useEffect(() => {
    const unpolled = [...(queues ?? [])].filter(([, { verdict }]) => verdict === 'nobody')
    onKnown(new Set(unpolled.map(([key]) => key)))
  }, [queues, onKnown])
  return null
}
