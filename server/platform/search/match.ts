import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SearchTerm } from '#shared/domains/search/query.ts'
import { workqueueStatuses, type WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import { stateValue } from './state-values.ts'
import {
  ID_END,
  MAX_LETTERS,
  MIN_BEGIN,
  MIN_ID_START,
  markOf,
  termOf,
  termOfBegin,
  termOfIdBegin,
} from './terms.ts'

type Condition = RawBuilder<SqlBool>
type Words = Extract<SearchTerm, { kind: 'words' }>

/** A search as the index answers it. */
export interface Match {
  /** Terms that a run has, and terms of which it has none. */
  must: string[]
  mustNot: string[]
  /** Those of `must` that no condition repeats. */
  exact: string[]
  /** What rows of `run_search` are compared with besides. */
  conditions: Condition[]
}

/** What the list itself can be filtered by, without the index. */
export interface PlainMatch {
  /** Null: any. */
  statuses: readonly WorkqueueStatus[] | null
  /** Conditions on rows of `workqueues`. */
  conditions: Condition[]
}

const hexadecimal = /^[0-9a-f]+$/

const isPlain = ({ kind }: SearchTerm) => kind === 'status' || kind === 'started' || kind === 'duration'

/** A search of only statuses and times; null for any other. */
export function plainMatch(terms: readonly SearchTerm[], now: number): PlainMatch | null {
  if (!terms.every(isPlain)) return null
  const active = sql<number>`active_ms + coalesce(extract(epoch from ${new Date(now)}::timestamptz - active_since) * 1000, 0)`
  return {
    statuses: statusesOf(terms),
    conditions: timeConditions(terms, now, (comparison) => sql<SqlBool>`${active} ${comparison}`),
  }
}

/** A search as terms of the index and conditions. */
export function matchOf(terms: readonly SearchTerm[], now: number): Match {
  const match: Match = { must: [], mustNot: [], exact: [], conditions: [] }
  for (const term of terms) {
    if (term.kind === 'words') addWords(match, term)
    else {
      const indexed = indexedTerm(term)
      if (indexed !== null) match[term.not ? 'mustNot' : 'exact'].push(indexed)
    }
  }
  match.must.push(...match.exact)
  const statuses = statusesOf(terms)
  if (statuses) match.conditions.push(sql<SqlBool>`status = any(${statuses})`)
  match.conditions.push(...timeConditions(terms, now, (comparison) => activeOf(comparison, now)))
  return match
}

function indexedTerm(term: SearchTerm): string | null {
  switch (term.kind) {
    case 'tag':
      return termOf.tag(term.value)
    case 'by':
      return termOf.by(term.value)
    case 'alias':
      return termOf.alias(term.value)
    case 'state':
      return termOf.state(stateValue(term.path, term.value))
    default:
      return null
  }
}

/** The index finds rows with the begins of the words; that they follow each other is seen in the row. */
function addWords(match: Match, { of, words, whole, not }: Words): void {
  const mark = markOf[of]
  const cut = words.map((word) => word.slice(0, MAX_LETTERS))
  const [last = ''] = cut.slice(-1)
  // A shorter begin is no term of longer words.
  const isWhole = whole || (last.length < MIN_BEGIN && cut.length === 1)
  const maybeId = of === 'run' && cut.length === 1 && last.length >= MIN_ID_START && hexadecimal.test(last)
  if (!not) {
    const indexed = isWhole || last.length >= MIN_BEGIN ? cut : cut.slice(0, -1)
    match.must.push(...indexed.map((word) => (maybeId ? termOfIdBegin(word) : termOfBegin(mark, word))))
  }
  const text = ` ${cut.map((word) => mark + word).join(' ')}${isWhole ? ' ' : ''}`
  const inWords = sql<SqlBool>`strpos(words, ${text}) > 0`
  const found = maybeId ? sql<SqlBool>`(${inWords} or ${isId(last, isWhole)})` : inWords
  match.conditions.push(not ? sql<SqlBool>`not ${found}` : found)
}

/** Whether a run has an id that is the word, begins with it, or ends with it as screens show ids. */
function isId(word: string, isWhole: boolean): Condition {
  if (isWhole) return sql<SqlBool>`run_id = ${word}`
  const begins = sql<SqlBool>`starts_with(run_id, ${word})`
  return word.length === ID_END
    ? sql<SqlBool>`(${begins} or right(run_id, ${sql.lit(ID_END)}) = ${word})`
    : begins
}

/** The statuses that pass all terms; null without such a term. */
function statusesOf(terms: readonly SearchTerm[]): WorkqueueStatus[] | null {
  const ofStatus = terms.filter((term) => term.kind === 'status')
  if (ofStatus.length === 0) return null
  return workqueueStatuses.filter((status) =>
    ofStatus.every(({ statuses, not }) => statuses.includes(status) !== not),
  )
}

/** A run that has not started fails both `started:<2h` and `started:>2h`, and passes their opposites. */
const timeConditions = (
  terms: readonly SearchTerm[],
  now: number,
  active: (comparison: Condition) => Condition,
): Condition[] =>
  terms.flatMap((term): Condition[] => {
    if (term.kind !== 'started' && term.kind !== 'duration') return []
    const { kind, more, ms, not } = term
    const moment = new Date(now - ms)
    const found =
      kind === 'duration'
        ? active(more ? sql<SqlBool>`> ${ms}::float8` : sql<SqlBool>`< ${ms}::float8`)
        : more
          ? sql<SqlBool>`started < ${moment}`
          : sql<SqlBool>`started > ${moment}`
    return [not ? sql<SqlBool>`not coalesce(${found}, false)` : found]
  })

/** Of a live run the time is read from the run itself. */
const activeOf = (comparison: Condition, now: number): Condition => sql<SqlBool>`
  coalesce(active_ms, (
    select w.active_ms + coalesce(extract(epoch from ${new Date(now)}::timestamptz - w.active_since) * 1000, 0)
    from workqueues w where w.id = run_id)) ${comparison}`
