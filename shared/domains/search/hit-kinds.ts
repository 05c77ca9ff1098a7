/** What `GET search` finds, in the order of its answer; separate from the schemas, so that screens load no zod. */
export const hitKinds = ['apps', 'runs', 'plans', 'workers', 'aliases', 'teams', 'clusters'] as const
export type HitKind = (typeof hitKinds)[number]

/** Hits of one kind. */
export const MAX_HITS = 3
/** The total of a list with a search stops here. */
export const MAX_SEARCH_TOTAL = 1000
/** Suggested values of a term. */
export const MAX_SUGGESTIONS = 10
