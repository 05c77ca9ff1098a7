import { createContext, type ReactNode, use } from 'react'
import { StoppedClock } from '#web/lib/use-time.ts'
import { type BacklogReads, useStaleSince } from './use-stale-since.ts'

/**
 * While the counters cannot be read, the time of all below is that of their last read. Apart from the page, which is not drawn
 * again as often as `useStaleSince` draws its caller.
 */
export const CountersClock = ({ reads, children }: { reads: BacklogReads; children: ReactNode }) => (
  <StoppedClock value={useStaleSince(reads)}>{children}</StoppedClock>
)

/** When the queues were last read, while that fails; null while it succeeds. They are read apart from the counters. */
export const QueuesStaleSince = createContext<number | null>(null)

/** What is judged by the time of the queues: verdicts and pollers. */
export const QueuesClock = ({ children }: { children: ReactNode }) => (
  <StoppedClock value={use(QueuesStaleSince)}>{children}</StoppedClock>
)
