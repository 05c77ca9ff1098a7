import { isMap, isScalar, LineCounter, parseDocument, visit, type Document, type YAMLMap } from 'yaml'
import { lexicalFaults, type LexicalFault } from './flux-lexical.ts'

/** A fault of a configuration with its position; lines and columns count from 1. */
export interface FluxFault {
  line: number
  column: number
  /** `spec.values.env.PORT`; empty for a fault of the text itself. */
  path: string
  message: string
}

export interface FluxText {
  /** Null when the text must not be parsed or could not be. */
  doc: Document | null
  faults: FluxFault[]
  /** The position of a path, or of its deepest part that exists. */
  faultAt(path: readonly PropertyKey[], message: string): FluxFault
}

/** Parses a text as one document of YAML 1.2 with the core schema and reports its faults as a text. */
export function readFluxText(text: string): FluxText {
  const lines = new LineCounter()
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const at = ({ offset, message }: LexicalFault): FluxFault => ({ ...place(offset), path: '', message })

  const lexical = lexicalFaults(text)
  if (lexical.length > 0) {
    markLines(lines, text)
    return { doc: null, faults: lexical.map(at), faultAt: (_path, message) => at({ offset: 0, message }) }
  }
  const doc: Document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    // Keys are compared below, because the library compares every pair.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
  })
  const errors = [...doc.errors, ...doc.warnings].map(({ pos: [offset], code, message }) =>
    at({ offset, message: code === 'MULTIPLE_DOCS' ? 'the text must be one document' : message }),
  )
  return {
    doc: errors.length > 0 ? null : doc,
    faults: errors.length > 0 ? errors : keyFaults(doc).map(at),
    faultAt: (path, message) => ({
      ...place(offsetOf(doc, path)),
      path: path.map(String).join('.'),
      message,
    }),
  }
}

function markLines(lines: LineCounter, text: string): void {
  lines.addNewLine(0)
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1)
}

/** Keys that readers understand differently: duplicate, not plain, or with a special meaning. */
function keyFaults(doc: Document): LexicalFault[] {
  const faults: LexicalFault[] = []
  visit(doc, {
    Map(_key, map) {
      const seen = new Set<string>()
      for (const { key } of map.items) {
        const fault = isScalar(key) ? keyFault(String(key.value), seen) : 'a key must be plain text'
        if (fault) faults.push({ offset: startOf(key), message: fault })
      }
    },
  })
  return faults
}

function keyFault(name: string, seen: Set<string>): string | null {
  if (name === '__proto__') return 'the key __proto__ is not taken'
  if (name === '<<') return 'merge keys are not taken: write the values where they are used'
  if (seen.has(name)) return `the key ${name.slice(0, 80)} is there twice`
  seen.add(name)
  return null
}

function offsetOf(doc: Document, path: readonly PropertyKey[]): number {
  let node: unknown = doc.contents
  let offset = startOf(node)
  for (const step of path) {
    const pair = isMap(node) ? pairOf(node, String(step)) : undefined
    const next: unknown = pair ? pair.value : (node as { items?: unknown[] } | null)?.items?.[Number(step)]
    if (next === undefined) break
    offset = isMap(next) && pair ? startOf(pair.key) : startOf(next, offset)
    node = next
  }
  return offset
}

/** The pair with that key; keys are compared as text, as JSON readers compare them. */
export const pairOf = (map: YAMLMap, name: string) =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === name)

const startOf = (node: unknown, otherwise = 0): number =>
  (node as { range?: [number, number, number] | null } | null)?.range?.[0] ?? otherwise
