import { useMemo } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import type { PaletteNames, PaletteWork } from '#web/lib/palette/operations.ts'
import { openFailuresQuery, queuesQuery } from '#web/lib/queues/operations.ts'

const common = { requestPolicy: 'cache-and-network' } as const
/** Failures that are searched: more of them are a matter of their own list. */
const ofAll = { type: null, perPage: 200 }
const ofAnyType = { type: null }

/** What works or fails now; it is asked for when the first letter is typed. Empty until it is read. */
export function useWork(isTyped: boolean, names: PaletteNames | undefined): PaletteWork {
  const isWithoutFailures = !useFeature('failures') || !isTyped
  const isWithoutQueues = !useFeature('queues') || !isTyped
  const [failures] = useQuery({
    ...common,
    query: openFailuresQuery,
    variables: ofAll,
    pause: isWithoutFailures,
  })
  const [queues] = useQuery({ ...common, query: queuesQuery, variables: ofAnyType, pause: isWithoutQueues })
  return useMemo(
    () => ({
      failures: failures.data?.failures.rows ?? [],
      queues: queues.data?.queues ?? [],
      schedules: names?.schedules?.rows ?? [],
    }),
    [failures.data, queues.data, names],
  )
}
