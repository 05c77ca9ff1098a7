import { CST, Lexer } from 'yaml'

/** A fault of the text with its offset in characters. */
export interface LexicalFault {
  offset: number
  message: string
}

/** Maximum nesting of a configuration. The parser recurses: a text of only brackets would end the process. */
const MAX_NESTING = 100
/** Maximum number of tokens; the parser's time for faults and comments grows with them. */
const MAX_TOKENS = 10_000
const MAX_FAULTS = 200

const nonPrinting = /[^\t\n\r\x20-\x7e\x85\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const escapes = /\\(?:[0abtnvfre "/\\N_LP\t\r\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/g

/** YAML features that a configuration must not use: two readers could understand each differently. */
const refused: Record<string, string> = {
  anchor: 'anchors are not taken: write the value where it is used',
  alias: 'aliases are not taken: write the value out',
  tag: 'tags are not taken: text in quotes is text, and a number without them a number',
  'directive-line': 'directives are not taken: the text is YAML 1.2',
}

/**
 * Faults that the tokens alone show, in one pass and in linear time. It runs before the parser, which is
 * neither safe nor fast on hostile texts. Stops at the first fault that forbids parsing.
 */
export function lexicalFaults(text: string): LexicalFault[] {
  const odd = nonPrinting.exec(text)
  if (odd) return [{ offset: odd.index, message: 'control characters are not taken' }]
  const faults: LexicalFault[] = []
  const line = createDepth()
  let [offset, count, isScalar] = [0, 0, false]
  for (const source of new Lexer().lex(text)) {
    if (source === CST.DOCUMENT || source === CST.FLOW_END) continue
    if (source === CST.SCALAR) {
      isScalar = true
      continue
    }
    const type = isScalar ? 'scalar' : CST.tokenType(source)
    isScalar = false
    if (++count > MAX_TOKENS)
      return [...faults, { offset, message: `the text has more than ${MAX_TOKENS} words and signs` }]
    if (line.after(type, source) > MAX_NESTING)
      return [...faults, { offset, message: `the text is nested deeper than ${MAX_NESTING} levels` }]
    const message =
      refused[type ?? ''] ?? (hasBadEscape(type, source) ? 'an escape in quotes is unknown' : null)
    if (message && faults.length < MAX_FAULTS) faults.push({ offset, message })
    offset += source.length
  }
  return faults
}

/** The parser would report each of these as a separate error. */
const hasBadEscape = (type: string | null, source: string) =>
  type === 'double-quoted-scalar' && source.replace(escapes, '').includes('\\')

/** Each may open one more block level. */
const indicators = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind'])

/**
 * Upper bound of the nesting at a token: open brackets, plus every column and indicator of its line, because
 * each block level takes at least one of them.
 */
function createDepth() {
  let [brackets, columns, isIndent] = [0, 0, true]
  return {
    after(type: string | null, source: string): number {
      if (type === 'flow-seq-start' || type === 'flow-map-start') brackets += 1
      else if (type === 'flow-seq-end' || type === 'flow-map-end') brackets = Math.max(0, brackets - 1)
      else if (type === 'newline') [columns, isIndent] = [0, true]
      else if (type === 'space') columns += isIndent ? source.length : 0
      else if (indicators.has(type ?? '')) columns += brackets === 0 ? 1 : 0
      else isIndent = false
      return brackets + columns
    },
  }
}
