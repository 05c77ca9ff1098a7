import type { Node } from 'jsonc-parser'

/** Whether a value is an object with names, not a list. */
export const hasNames = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a text, in characters. */
export interface TextPart {
  offset: number
  length: number
}

/**
 * The part of the text that a fault is about, by its path as in `tasks[3].depends[0]`: the value there, or the nearest
 * one around it. Of an object or a list it is what names it, so that a mark stays in one line.
 */
export function partAt(root: Node | undefined, path: string): TextPart {
  let node = root
  let rest = path
  while (node && rest !== '') {
    const step = node.type === 'array' ? elementOf(node, rest) : propertyOf(node, rest)
    if (!step) break
    node = step.node
    rest = step.rest
  }
  return node ? namingPart(node) : { offset: 0, length: 0 }
}

interface Step {
  node: Node
  rest: string
}

function elementOf(node: Node, path: string): Step | null {
  const index = /^\[(\d+)\]/.exec(path)
  const child = index && node.children?.[Number(index[1])]
  return child ? { node: child, rest: path.slice(index[0].length) } : null
}

/** A name may contain dots: of the properties that the path begins with, the longest one is meant. */
function propertyOf(node: Node, path: string): Step | null {
  if (node.type !== 'object') return null
  const steps = path.startsWith('.') ? path.slice(1) : path
  let found: Step | null = null
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? []
    const name = key?.value as unknown
    if (!value || typeof name !== 'string' || !steps.startsWith(name)) continue
    const rest = steps.slice(name.length)
    const isShorter = found !== null && rest.length >= found.rest.length
    if (!isShorter && (rest === '' || rest.startsWith('.') || rest.startsWith('[')))
      found = { node: value, rest }
  }
  return found
}

/** What names an object or a list: its key, the name of a task, or its first character. */
function namingPart(node: Node): TextPart {
  if (node.type !== 'object' && node.type !== 'array') return { offset: node.offset, length: node.length }
  const named = node.children?.find((property) => property.children?.[0]?.value === 'name')?.children?.[1]
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : named
  return key ? { offset: key.offset, length: key.length } : { offset: node.offset, length: 1 }
}

/** Finds the line and the column, both from 1, of offsets of a text. */
export function placesIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle + 1
      else high = middle
    }
    return { line: low, column: offset - starts[low - 1]! + 1 }
  }
}
