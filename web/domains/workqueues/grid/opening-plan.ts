import type { ResultOf } from '#web/lib/graphql.ts'
import type { gridPlansQuery } from './operations.ts'

type RanPlan = ResultOf<typeof gridPlansQuery>['ranPlans'][number]

/** Has a prefix, because other products may be served from the same host on another port. */
const PREFIX = 'workforce-console.grid-plan'
/** A failure that is older does not decide what is shown. */
const RECENT_MS = 24 * 60 * 60_000

const keyOf = (userId: string, appId: string) => `${PREFIX}.${userId}.${appId}`

/** Remembers the plan whose grid a user has chosen in an app, in this browser. */
export function rememberPlan(userId: string, appId: string, planId: string): void {
  try {
    localStorage.setItem(keyOf(userId, appId), planId)
  } catch {
    // Private windows may refuse storage: then the plan is not remembered.
  }
}

/** The plan that the user has chosen last in an app, in this browser; null when none is known. */
export function rememberedPlan(userId: string, appId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId, appId))
  } catch {
    return null
  }
}

/**
 * The plan that the grid of an app opens on: the one that the user has chosen last, else the one with the newest run that
 * failed in the last 24 hours, else the one that ran last; null when none has run. `plans` begin with the one that ran last.
 */
export function openingPlan(
  plans: readonly RanPlan[],
  remembered: string | null,
  now: number,
): string | null {
  if (plans.some(({ id }) => id === remembered)) return remembered
  const failed = (plan: RanPlan) => (plan.lastFailed === null ? 0 : Date.parse(plan.lastFailed))
  const [worst] = plans.toSorted((a, b) => failed(b) - failed(a))
  if (worst && failed(worst) >= now - RECENT_MS) return worst.id
  return plans[0]?.id ?? null
}
