import { useMemo } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import { Impact } from '#web/ui/page/impact.tsx'
import { polledQueuesQuery } from '../operations.ts'
import { addedQueues, unpolledOf, unpolledText } from '#shared/domains/workqueues/queues-of-definition.ts'
import type { PlanDetail } from './use-plan-text.ts'

/** What saving the edited plan affects: what uses it, and the queues that it adds without a worker. */
export function SaveImpact({ plan, edited }: { plan: PlanDetail; edited: unknown }) {
  const added = useMemo(() => addedQueues(plan.source, edited), [plan.source, edited])
  const pause = !useFeature('queues') || added.length === 0
  const [{ data }] = useQuery({ query: polledQueuesQuery, pause, requestPolicy: 'network-only' })
  const unpolled = !pause && data ? unpolledOf(added, data.queues) : []
  return <Impact of={{ kind: 'plan', id: plan.id }} deed="save" also={unpolledText(unpolled)} />
}
