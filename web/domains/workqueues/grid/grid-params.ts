import { queryText, useQueryState, wordsOf } from '#web/lib/query-string.ts'

/** How many runs the grid may list. */
export const runCounts = [20, 40, 100] as const
export type RunCount = (typeof runCounts)[number]

/** What the address of the grid says. */
export interface GridParams {
  /** Null: the one that `openingPlan` names. */
  plan: string | null
  runs: RunCount
  tags: string[]
  failed: boolean
}

const USUAL: RunCount = 40

/** Reads `plan`, `runs`, `tags=a,b` and `failed=true`. Unknown values are ignored, because addresses are typed and shared. */
export function parseGridParams(params: URLSearchParams): GridParams {
  return {
    plan: params.get('plan') || null,
    runs: runCounts.find((count) => String(count) === params.get('runs')) ?? USUAL,
    tags: wordsOf(params.get('tags')),
    failed: params.get('failed') === 'true',
  }
}

/** The query of an address, with its question mark; what is usual is left out. */
export function formatGridParams({ plan, runs, tags, failed }: GridParams): string {
  const parts: [string, string][] = []
  if (plan !== null) parts.push(['plan', plan])
  if (runs !== USUAL) parts.push(['runs', String(runs)])
  if (tags.length > 0) parts.push(['tags', tags.join(',')])
  if (failed) parts.push(['failed', 'true'])
  return queryText(parts)
}

/**
 * The query of the list that shows the runs of the grid: its tags, only failed ones where it shows only these, and its plan
 * where the address of the grid names one. Filters that the grid does not know stay as they were (`last`, the query that
 * the list had).
 */
export function listQueryOf({ plan, tags, failed }: GridParams, planName: string | undefined, last: string) {
  const list = new URLSearchParams(last)
  const others = list.get('status') === 'failed' ? '' : list.get('status')
  const known = { tags: tags.join(','), status: failed ? 'failed' : others, plan: plan && planName, page: '' }
  for (const [name, value] of Object.entries(known)) {
    list.delete(name)
    if (value) list.append(name, value)
  }
  return queryText([...list])
}

/** What the address says, and a function that changes parts of it. */
export const useGridParams = () => useQueryState(parseGridParams, formatGridParams)
