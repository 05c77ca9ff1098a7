import type { ResultOf } from '#web/lib/graphql.ts'
import type { gridPlansQuery } from './operations.ts'

type AttentionItems = NonNullable<ResultOf<typeof gridPlansQuery>['attention']>['items']
type RanPlan = ResultOf<typeof gridPlansQuery>['ranPlans'][number]

/** Has a prefix, because other products may be served from the same host on another port. */
const PREFIX = 'workforce-console.grid-plan'
/** A failure that is older does not decide what is shown. */
const RECENT_MS = 24 * 60 * 60_000

const keyOf = (userId: string, appId: string) => `${PREFIX}.${userId}.${appId}`

/** A plan, and the moment that makes it the one to show, in milliseconds since 1970. */
export interface PlanAt {
  id: string
  at: number
}

/** Remembers the plan whose grid a user has chosen in an app at a moment, in this browser. */
export function rememberPlan(userId: string, appId: string, planId: string, now: number): void {
  try {
    localStorage.setItem(keyOf(userId, appId), `${planId} ${now}`)
  } catch {
    // Private windows may refuse storage: then the plan is not remembered.
  }
}

/** The plan that the user has chosen last in an app, in this browser; null when none is known. */
export function rememberedPlan(userId: string, appId: string): PlanAt | null {
  try {
    const [id, at] = localStorage.getItem(keyOf(userId, appId))?.split(' ') ?? []
    return id ? { id, at: Number(at ?? 0) } : null
  } catch {
    return null
  }
}

/** The plans with late runs that need attention in an app, each with the moment since which it does. */
export const latePlans = (items: AttentionItems, appId: string): PlanAt[] =>
  items.flatMap(({ kind, links, mutedUntil, since }) =>
    kind === 'runLate' && links.appId === appId && links.planId && since && mutedUntil === null
      ? [{ id: links.planId, at: Date.parse(since) }]
      : [],
  )

/**
 * The plan that the grid of an app opens on: the one in trouble last, by the newest run that failed in the last 24 hours or is
 * late, unless the user has chosen another one since; else the one chosen last, else the one that ran last; null when none has
 * run. `plans` begin with the one that ran last.
 */
export function openingPlan(
  plans: readonly RanPlan[],
  late: readonly PlanAt[],
  remembered: PlanAt | null,
  now: number,
): string | null {
  const failed = plans.flatMap(({ id, lastFailed }) =>
    lastFailed === null ? [] : [{ id, at: Date.parse(lastFailed) }],
  )
  const reasons = [...failed.filter(({ at }) => at >= now - RECENT_MS), ...late]
  if (remembered) reasons.unshift(remembered)
  const [newest] = reasons
    .filter(({ id }) => plans.some((plan) => plan.id === id))
    .toSorted((a, b) => b.at - a.at)
  return newest?.id ?? plans[0]?.id ?? null
}
