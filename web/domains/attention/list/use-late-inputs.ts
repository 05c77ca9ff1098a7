import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type KeyInput, keyInputsOf } from '#shared/domains/workqueues/key-inputs.ts'
import { useFeature } from '#web/lib/features.ts'
import { type AttentionRow, lateInputsQuery } from '../operations.ts'

/**
 * What tells late runs of a plan apart, by the id of the run: the inputs that the list of runs shows. Empty until they are
 * read, for a run that is not among the newest late ones, and on a platform that does not find runs by their plan.
 */
export function useLateInputs(
  runs: readonly AttentionRow[],
  pause: boolean,
): ReadonlyMap<string, readonly KeyInput[]> {
  const { appId, planId } = runs[0]?.links ?? { appId: null, planId: null }
  const variables = { appId: appId ?? '', search: `plan:${planId ?? ''}` }
  const finds = useFeature('search')
  const [{ data }] = useQuery({
    query: lateInputsQuery,
    variables,
    pause: pause || !finds || !appId || !planId,
  })
  return useMemo(() => {
    const ids = new Set(runs.map(({ links }) => links.workqueueId))
    return keyInputsOf(data?.workqueues.rows.filter(({ id }) => ids.has(id)) ?? [])
  }, [data, runs])
}
