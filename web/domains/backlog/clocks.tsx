import { createContext, type ReactNode, use } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { ReadMark } from '#web/realtime/live-mark.tsx'
import { type BacklogReads, useStaleSince } from './use-stale-since.ts'

/**
 * While the counters cannot be read, the time of all below is that of their last read. Apart from the page, which is not drawn
 * again as often as `useStaleSince` draws its caller.
 */
export const CountersClock = ({ reads, children }: { reads: BacklogReads; children: ReactNode }) => (
  <StoppedClock value={useStaleSince(reads)}>{children}</StoppedClock>
)

/** Whether the counters are read, or when they were, with the button that reads them; below `CountersClock`. */
export function BacklogMark({ reads, onReadAgain }: { reads: BacklogReads; onReadAgain(): void }) {
  const staleSince = use(StoppedClock)
  // Nothing has been read yet: the reason stands in place of the rows.
  if (reads.visible && reads.failing && staleSince === null) return null
  const hint = staleSince === null ? undefined : texts.stale
  return (
    <ReadMark
      listening={reads.visible}
      staleSince={staleSince}
      hint={reads.visible ? hint : texts.hidden}
      onReadAgain={onReadAgain}
    />
  )
}

/** When the queues were last read, while that fails; null while it succeeds. They are read apart from the counters. */
export const QueuesStaleSince = createContext<number | null>(null)

/** What is judged by the time of the queues: verdicts and pollers. */
export const QueuesClock = ({ children }: { children: ReactNode }) => (
  <StoppedClock value={use(QueuesStaleSince)}>{children}</StoppedClock>
)
