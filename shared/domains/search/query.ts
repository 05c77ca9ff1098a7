import { searchFaults } from './messages.ts'
import { normal, searchWords } from './normal.ts'
import {
  runSubject,
  type RunSubject,
  type SearchSubject,
  type TaskSubject,
  type TermsOf,
} from './subjects.ts'
import { readTokens, type SearchToken } from './tokens.ts'

export const MAX_SEARCH = 500
export const MAX_SEARCH_TERMS = 20

/** A condition of each of these kinds. */
type OfKind<Kind, Content> = Kind extends string ? { kind: Kind } & Content : never

/** What a term asks for. Texts are in their normal form. */
export type SearchCondition<Subject extends SearchSubject = RunSubject> =
  /** These words, one directly after the other; `whole`: the last one is a whole word, else the begin of one. */
  | { kind: 'words'; of: Subject['plain'] | TermsOf<Subject, 'words'>; words: string[]; whole: boolean }
  | OfKind<TermsOf<Subject, 'value'>, { value: string }>
  | { kind: 'status'; statuses: Subject['statuses'][number][] }
  /** Of a moment: longer ago, else more recent. Of a time: longer, else shorter. */
  | OfKind<TermsOf<Subject, 'span'>, { more: boolean; ms: number }>
  | OfKind<TermsOf<Subject, 'state'>, { path: string; value: string }>

/** One term as it was typed. A row passes a search when it passes each term; `not`: when it fails the condition. */
export type SearchTerm<Subject extends SearchSubject = RunSubject> = SearchCondition<Subject> & {
  not: boolean
  text: string
  from: number
  to: number
}
export type TaskSearchTerm = SearchTerm<TaskSubject>

/** A wrong term: its text, where it is, and a sentence that names it. */
export interface SearchFault {
  text: string
  from: number
  to: number
  message: string
}

export interface ParsedSearch<Subject extends SearchSubject = RunSubject> {
  terms: SearchTerm<Subject>[]
  faults: SearchFault[]
}

/** A condition before it is known of what subject it is. */
type AnyCondition = { kind: string } & Record<string, unknown>

/**
 * Reads a search of runs, or of another subject; pure, the same in the browser and on the platform. Right terms are answered
 * beside wrong ones.
 */
export function parseSearch<Subject extends SearchSubject = RunSubject>(
  search: string,
  subject?: Subject,
): ParsedSearch<Subject> {
  if (search.length > MAX_SEARCH) return wholeFault(search, searchFaults.tooLong(MAX_SEARCH))
  const tokens = readTokens(search)
  if (tokens.length > MAX_SEARCH_TERMS) return wholeFault(search, searchFaults.tooMany(MAX_SEARCH_TERMS))
  const parsed: ParsedSearch<Subject> = { terms: [], faults: [] }
  for (const token of tokens) {
    const { text, from, to, not } = token
    const read = conditionOf(token, subject ?? runSubject)
    if (typeof read === 'string') parsed.faults.push({ text, from, to, message: read })
    // The terms of the subject have decided what it is.
    else parsed.terms.push({ ...(read as unknown as SearchCondition<Subject>), not, text, from, to })
  }
  return parsed
}

const wholeFault = <Subject extends SearchSubject>(text: string, message: string): ParsedSearch<Subject> => ({
  terms: [],
  faults: [{ text, from: 0, to: text.length, message }],
})

/** What a token asks for, or what is wrong with it. */
function conditionOf(token: SearchToken, subject: SearchSubject): AnyCondition | string {
  const { text, name, separator, value, quoted, open } = token
  const { plain, terms } = subject
  const hasState = 'state' in terms
  if (open) return searchFaults.noEnd(text)
  if (separator === '') return wordsCondition(token, plain)
  if (separator === '=')
    return hasState
      ? stateCondition(token, name.replace(/^state\./, ''))
      : wordsCondition({ ...token, value: `${name} ${value}` }, plain)
  if (hasState && /^state\./i.test(name)) return stateCondition(token, name.slice('state.'.length))
  const known = Object.keys(terms).find((each) => each === name.toLowerCase())
  if (known === undefined) return searchFaults.noName(text, name, Object.keys(terms))
  const form = terms[known]
  if (form === 'state') return searchFaults.noPath(text)
  if (value === '' && !quoted) return searchFaults.noValue(text)
  if (form === 'words') return wordsCondition(token, known)
  if (form === 'status') return statusCondition(token, subject.statuses)
  if (form === 'span') return spanCondition(token, known)
  const wanted = normal(value).trim()
  return wanted === '' ? searchFaults.noValue(text) : { kind: known, value: wanted }
}

function wordsCondition({ text, value, quoted }: SearchToken, of: string): AnyCondition | string {
  const words = searchWords(value)
  return words.length === 0 ? searchFaults.noWords(text) : { kind: 'words', of, words, whole: quoted }
}

function stateCondition({ text, value, quoted }: SearchToken, path: string): AnyCondition | string {
  if (path === '') return searchFaults.noPath(text)
  if (value === '' && !quoted) return searchFaults.noValue(text)
  return { kind: 'state', path: normal(path), value: normal(value) }
}

/** `status:failed,cancelled` passes with either. */
function statusCondition({ text, value }: SearchToken, known: readonly string[]): AnyCondition | string {
  const wanted = normal(value).split(',').filter(Boolean)
  const statuses = known.filter((status) => wanted.includes(status))
  if (wanted.length === 0 || new Set(wanted).size !== statuses.length) return searchFaults.status(text, known)
  return { kind: 'status', statuses }
}

const spanPattern = /^([<>])=?(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d|w)$/
const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

function spanCondition({ text, value }: SearchToken, kind: string): AnyCondition | string {
  const [, sign, amount, unit] = spanPattern.exec(normal(value)) ?? []
  // A century bounds the moments that are computed from it.
  const ms = Number(amount) * unitMs[unit as keyof typeof unitMs]
  if (!(ms <= 5200 * unitMs.w)) return searchFaults.span(text, kind)
  return { kind, more: sign === '>', ms }
}
