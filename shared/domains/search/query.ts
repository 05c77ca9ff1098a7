import { workqueueStatuses, type WorkqueueStatus } from '../workqueues/statuses.ts'
import { searchFaults } from './messages.ts'
import { normal, searchWords } from './normal.ts'
import { termNames, type TermName } from './term-names.ts'
import { readTokens, type SearchToken } from './tokens.ts'

export const MAX_SEARCH = 500
export const MAX_SEARCH_TERMS = 20

/** What a term asks for. Texts are in their normal form. */
export type SearchCondition =
  /** These words, one directly after the other; `whole`: the last one is a whole word, else the begin of one. */
  | { kind: 'words'; of: 'run' | 'plan' | 'reason'; words: string[]; whole: boolean }
  | { kind: 'tag' | 'by' | 'alias'; value: string }
  | { kind: 'status'; statuses: WorkqueueStatus[] }
  /** Started or active for more than that time, else for less. */
  | { kind: 'started' | 'duration'; more: boolean; ms: number }
  | { kind: 'state'; path: string; value: string }

/** One term as it was typed. A run passes a search when it passes each term; `not`: when it fails the condition. */
export type SearchTerm = SearchCondition & { not: boolean; text: string; from: number; to: number }

/** A wrong term: its text, where it is, and a sentence that names it. */
export interface SearchFault {
  text: string
  from: number
  to: number
  message: string
}

export interface ParsedSearch {
  terms: SearchTerm[]
  faults: SearchFault[]
}

/** Reads a search; pure, the same in the browser and on the platform. Right terms are answered beside wrong ones. */
export function parseSearch(search: string): ParsedSearch {
  if (search.length > MAX_SEARCH) return wholeFault(search, searchFaults.tooLong(MAX_SEARCH))
  const tokens = readTokens(search)
  if (tokens.length > MAX_SEARCH_TERMS) return wholeFault(search, searchFaults.tooMany(MAX_SEARCH_TERMS))
  const parsed: ParsedSearch = { terms: [], faults: [] }
  for (const token of tokens) {
    const { text, from, to, not } = token
    const read = conditionOf(token)
    if (typeof read === 'string') parsed.faults.push({ text, from, to, message: read })
    else parsed.terms.push({ ...read, not, text, from, to })
  }
  return parsed
}

const wholeFault = (text: string, message: string): ParsedSearch => ({
  terms: [],
  faults: [{ text, from: 0, to: text.length, message }],
})

/** What a token asks for, or what is wrong with it. */
function conditionOf(token: SearchToken): SearchCondition | string {
  const { text, name, separator, value, quoted, open } = token
  if (open) return searchFaults.noEnd(text)
  if (separator === '') return wordsCondition(token, 'run')
  if (separator === '=') return stateCondition(token, name.replace(/^state\./, ''))
  if (/^state\./i.test(name)) return stateCondition(token, name.slice('state.'.length))
  const known = termNames.find((each) => each === name.toLowerCase())
  if (!known) return searchFaults.noName(text, name, termNames)
  if (known === 'state') return searchFaults.noPath(text)
  if (value === '' && !quoted) return searchFaults.noValue(text)
  return namedCondition(token, known)
}

function namedCondition(token: SearchToken, name: Exclude<TermName, 'state'>): SearchCondition | string {
  switch (name) {
    case 'plan':
    case 'reason':
      return wordsCondition(token, name)
    case 'status':
      return statusCondition(token)
    case 'started':
    case 'duration':
      return spanCondition(token, name)
    default: {
      const value = normal(token.value).trim()
      return value === '' ? searchFaults.noValue(token.text) : { kind: name, value }
    }
  }
}

function wordsCondition(
  { text, value, quoted }: SearchToken,
  of: 'run' | 'plan' | 'reason',
): SearchCondition | string {
  const words = searchWords(value)
  return words.length === 0 ? searchFaults.noWords(text) : { kind: 'words', of, words, whole: quoted }
}

function stateCondition({ text, value, quoted }: SearchToken, path: string): SearchCondition | string {
  if (path === '') return searchFaults.noPath(text)
  if (value === '' && !quoted) return searchFaults.noValue(text)
  return { kind: 'state', path: normal(path), value: normal(value) }
}

/** `status:failed,cancelled` passes with either. */
function statusCondition({ text, value }: SearchToken): SearchCondition | string {
  const wanted = normal(value).split(',').filter(Boolean)
  const statuses = workqueueStatuses.filter((status) => wanted.includes(status))
  if (wanted.length === 0 || new Set(wanted).size !== statuses.length)
    return searchFaults.status(text, workqueueStatuses)
  return { kind: 'status', statuses }
}

const spanPattern = /^([<>])=?(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d|w)$/
const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

function spanCondition({ text, value }: SearchToken, kind: 'started' | 'duration'): SearchCondition | string {
  const [, sign, amount, unit] = spanPattern.exec(normal(value)) ?? []
  // A century bounds the moments that are computed from it.
  const ms = Number(amount) * unitMs[unit as keyof typeof unitMs]
  if (!(ms <= 5200 * unitMs.w)) return searchFaults.span(text, kind)
  return { kind, more: sign === '>', ms }
}
