import { useEffect, useMemo, useState } from 'react'
import type { CombinedError } from 'urql'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import type { Choice } from '#web/ui/form/choices.ts'
import { rereadError, useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { latePlans, openingPlan, rememberedPlan, rememberPlan } from './opening-plan.ts'
import { gridPlansQuery } from './operations.ts'

/** The plans that a grid can be shown of. */
export interface GridPlans {
  /** Those that have run in the app, the one that ran last first. */
  plans: Choice[]
  /** The plan that is shown: that of the address, else the one that `openingPlan` names; null: none has run. Undefined until it is known. */
  planId: string | null | undefined
  failure: CombinedError | undefined
  reread(): void
}

/** The plans that have run in an app. `chosen` is the plan of the address, which this browser remembers for the user. */
export function useGridPlans(appId: string, chosen: string | null): GridPlans {
  const attention = useFeature('attention')
  const variables = useMemo(() => ({ appId, attention }), [appId, attention])
  const read = useLastRead(gridPlansQuery, variables)
  // Without a plan in the address the page says it in place of the grid.
  useFailToast(gridMessages.loadPlansFailed, chosen === null ? rereadError(read) : read.error)
  const known = read.current ? read.data?.ranPlans : undefined
  const plans = useMemo(() => (known ?? []).map(({ id, name }) => ({ value: id, label: name })), [known])
  const { state } = useSession()
  const userId = (state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined) ?? ''
  const [openedAt] = useState(Date.now)
  const items = read.current ? read.data?.attention?.items : undefined
  const opening = useMemo(
    () => known && openingPlan(known, latePlans(items ?? [], appId), rememberedPlan(userId, appId), openedAt),
    [known, items, userId, appId, openedAt],
  )
  // What is read later leads to no other plan while the page is open.
  const [opened, setOpened] = useState<{ appId: string; planId: string | null }>({ appId, planId: null })
  if (opened.appId !== appId) setOpened({ appId, planId: null })
  else if (chosen === null && opened.planId === null && opening) setOpened({ appId, planId: opening })
  useEffect(() => {
    if (chosen !== null) rememberPlan(userId, appId, chosen, Date.now())
  }, [userId, appId, chosen])
  return {
    plans,
    planId: chosen ?? opened.planId ?? opening,
    failure: chosen === null ? read.failure : undefined,
    reread: read.reread,
  }
}
