import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#web/paths.ts'
import { useDeletePlan } from '../mutations.ts'
import type { PlanDetail } from './use-plan-text.ts'

/**
 * Deletes the plan and goes to the list. The navigation is an effect, so that the guard of unsaved changes is
 * off before it.
 */
export function useRemovePlan(plan: PlanDetail) {
  const navigate = useNavigate()
  const { run, running } = useDeletePlan(plan.name)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (done) void navigate(paths.plans(), { replace: true })
  }, [done, navigate])
  const remove = async () => {
    if (await run({ id: plan.id })) setDone(true)
  }
  return { run: remove, running, done }
}
