/** A piece of a search between blanks, split at its first separator. */
export interface SearchToken {
  /** As it was typed, with its minus and quotes. */
  text: string
  from: number
  to: number
  not: boolean
  /** Before the separator; empty for words. */
  name: string
  separator: '' | ':' | '='
  /** Without quotes. */
  value: string
  /** Where the value begins, its opening quote included. */
  valueFrom: number
  quoted: boolean
  /** A quote that was not closed. */
  open: boolean
}

const blank = /\s/

/**
 * Splits a search at its blanks. A quote at the begin of a word or of a value reaches to the next quote; in it `\"` is a
 * quote and `\\` a backslash.
 */
export function readTokens(search: string): SearchToken[] {
  const tokens: SearchToken[] = []
  for (let from = skipBlanks(search, 0); from < search.length;) {
    const token = readToken(search, from)
    tokens.push(token)
    from = skipBlanks(search, token.to)
  }
  return tokens
}

function skipBlanks(search: string, from: number): number {
  let at = from
  while (at < search.length && blank.test(search[at]!)) at++
  return at
}

function readToken(search: string, from: number): SearchToken {
  const not = search[from] === '-'
  const begin = not ? from + 1 : from
  let valueFrom = begin
  let separator: SearchToken['separator'] = ''
  if (search[begin] !== '"')
    for (let at = begin; at < search.length && !blank.test(search[at]!); at++) {
      const letter = search[at]
      if (letter !== ':' && letter !== '=') continue
      separator = letter
      valueFrom = at + 1
      break
    }
  const name = separator === '' ? '' : search.slice(begin, valueFrom - 1)
  const read = search[valueFrom] === '"' ? readQuoted(search, valueFrom) : readBare(search, valueFrom)
  return { text: search.slice(from, read.to), from, not, name, separator, valueFrom, ...read }
}

type ReadValue = Pick<SearchToken, 'to' | 'value' | 'quoted' | 'open'>

function readBare(search: string, from: number): ReadValue {
  let to = from
  while (to < search.length && !blank.test(search[to]!)) to++
  return { to, value: search.slice(from, to), quoted: false, open: false }
}

function readQuoted(search: string, from: number): ReadValue {
  let value = ''
  for (let at = from + 1; at < search.length; at++) {
    const letter = search[at]!
    if (letter === '"') return { to: at + 1, value, quoted: true, open: false }
    const next = search[at + 1]
    const escapes = letter === '\\' && (next === '"' || next === '\\')
    value += escapes ? next : letter
    if (escapes) at++
  }
  return { to: search.length, value, quoted: true, open: true }
}
