import { searchWords } from '#shared/domains/search/normal.ts'
import { parseSearch, type SearchTerm } from '#shared/domains/search/query.ts'
import { formatTerm } from '#shared/domains/search/typing.ts'
import { formatGridParams, parseGridParams } from '../grid/grid-params.ts'

type WordsTerm = SearchTerm & { kind: 'words' }

/** The terms of a search that name a run or its plan. */
const namesIn = (search: string): WordsTerm[] =>
  parseSearch(search).terms.filter(
    (term): term is WordsTerm =>
      term.kind === 'words' && !term.not && (term.of === 'run' || term.of === 'plan'),
  )

/** A search for the runs of a plan: as it is where it names the plan, else the plan takes the place of other names. */
export function withPlan(search: string, name: string): string {
  const words = searchWords(name)
  const names = namesIn(search)
  const isNamed = names.some(
    (term) => term.of === 'plan' && term.words.every((word) => words.some((each) => each.startsWith(word))),
  )
  if (isNamed || words.length === 0) return search
  const rest = names.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), search)
  return [...rest.split(/\s+/).filter(Boolean), formatTerm('plan', name)].join(' ')
}

/** The plan of all these runs, where they were searched by a name; null where they have several. */
function searchedPlan(search: string, rows: readonly { planId: string | null }[]): string | null {
  const [first] = rows
  if (!first || namesIn(search).length === 0) return null
  return rows.every(({ planId }) => planId === first.planId) ? first.planId : null
}

/**
 * The query of the grid that shows what the list does: the plan that was searched for, tags, and whether only failed runs
 * are wanted. How many runs are shown stays as it was (`last`, the query that the grid had).
 */
export function gridQueryOf(
  { search, status, tags }: { search: string; status: readonly string[]; tags: string[] },
  rows: readonly { planId: string | null }[],
  last: string,
): string {
  const { runs } = parseGridParams(new URLSearchParams(last))
  const failed = status.length === 1 && status[0] === 'failed'
  return formatGridParams({ plan: searchedPlan(search, rows), runs, tags, failed })
}
