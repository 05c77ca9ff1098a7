import { pollersNow, type PollerFacts } from '#shared/domains/queues/polling.ts'
import { useNow } from '../use-time.ts'

interface PolledQueue {
  pollers: readonly PollerFacts[]
}

const hasSilent = ({ pollers }: PolledQueue, now: number) =>
  pollersNow(pollers, now).some(({ state }) => state === 'silent')

/**
 * The time for what is said of queues. It is updated every half second while one of their worker processes has missed a poll:
 * the seconds since its last poll stand in several places of a screen, and are the same in all of them. Otherwise it is
 * updated every ten seconds.
 */
export function useQueuesNow(queues: readonly PolledQueue[] | undefined): number {
  const time = useNow(10_000)
  const isSilent = queues?.some((queue) => hasSilent(queue, time))
  return useNow(isSilent ? 500 : 10_000)
}
