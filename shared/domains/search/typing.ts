import { readTokens } from './tokens.ts'

/** The term at the caret of a search box, and the range that a suggestion replaces. */
export interface TypedTerm {
  /** `name`: the begin of a term or a word; `value`: the value of the term `name`. */
  part: 'name' | 'value'
  name: string
  /** What was typed of that part before the caret, without quotes. */
  typed: string
  from: number
  to: number
}

/** Which term is typed at the caret; null between two terms and in a word that is in quotes. */
export function termAt(search: string, caret: number): TypedTerm | null {
  const token = readTokens(search).find(({ from, to }) => from < caret && caret <= to)
  if (!token) return null
  const { name, separator, valueFrom, to, quoted, not, from } = token
  if (separator === '') {
    const begin = not ? from + 1 : from
    return quoted ? null : { part: 'name', name: '', typed: search.slice(begin, caret), from: begin, to }
  }
  if (caret < valueFrom) {
    const begin = valueFrom - 1 - name.length
    return { part: 'name', name: '', typed: search.slice(begin, caret), from: begin, to: valueFrom }
  }
  const typed = search.slice(quoted ? valueFrom + 1 : valueFrom, caret)
  return { part: 'value', name: name.toLowerCase(), typed, from: valueFrom, to }
}

/** A value as it is written in a search: in quotes where it needs them. */
export const quoteValue = (value: string): string =>
  value === '' || /[\s"]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value

/** `tag:eu`, `plan:"Nightly billing"`, `order.id=o17`: a term as it is written in a search. */
export const formatTerm = (name: string, value: string, separator: ':' | '=' = ':'): string =>
  `${name}${separator}${quoteValue(value)}`

/** A search with a suggestion in the place of what was typed, and the caret after it. */
export function withSuggestion(
  search: string,
  { from, to }: Pick<TypedTerm, 'from' | 'to'>,
  insert: string,
): { search: string; caret: number } {
  const rest = search.slice(to)
  const closed = insert.endsWith(':') || insert.endsWith('.') || rest.startsWith(' ') ? insert : `${insert} `
  return { search: search.slice(0, from) + closed + rest, caret: from + closed.length }
}
