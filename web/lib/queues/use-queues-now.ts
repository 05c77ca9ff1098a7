import { pollersNow, type PollerFacts } from '#shared/domains/queues/polling.ts'
import { useNow } from '../use-time.ts'

/**
 * The time for what is said of queues. It is updated every half second while one of their worker processes has missed a poll:
 * the seconds since its last poll stand in several places of a screen, and are the same in all of them. Otherwise it is
 * updated every ten seconds.
 */
export function useQueuesNow(queues: readonly { pollers: readonly PollerFacts[] }[] | undefined): number {
  const time = useNow(10_000)
  const isSilent = queues?.some(({ pollers }) =>
    pollersNow(pollers, time).some(({ state }) => state === 'silent'),
  )
  return useNow(isSilent ? 500 : 10_000)
}
