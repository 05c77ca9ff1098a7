import type { AlertScope } from '#shared/domains/alerts/contract.ts'

/** What a subject belongs to, as far as rules can be limited to it. */
export interface AlertContext {
  appIds: readonly string[]
  planIds: readonly string[]
  tags: readonly string[]
  types: readonly string[]
}

/** Whether a subject is within what a rule is limited to. */
export function isInScope({ appId, planId, tag, type }: AlertScope, context: AlertContext): boolean {
  return (
    (appId === undefined || context.appIds.includes(appId)) &&
    (planId === undefined || context.planIds.includes(planId)) &&
    (tag === undefined || context.tags.includes(tag)) &&
    (type === undefined || context.types.some((one) => isType(type, one)))
  )
}

/** `task.growth.*` is every type that begins so. */
const isType = (pattern: string, type: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
