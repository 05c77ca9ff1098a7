import type { JsonLine } from './compare-json.ts'

/** Equal lines that are shown around a difference. */
const CONTEXT = 3
/** Fewer equal lines in a row are shown. */
const FOLD_FROM = 8

/** Equal lines that are not shown. */
export interface FoldedLines {
  from: number
  count: number
}

/**
 * The lines to show: long stretches of equal ones are folded, unless `open` has the number of their first line. Without a
 * difference everything is shown.
 */
export function foldLines(lines: readonly JsonLine[], open: ReadonlySet<number>): (JsonLine | FoldedLines)[] {
  if (lines.every(({ kind }) => kind === 'same')) return [...lines]
  const shown: (JsonLine | FoldedLines)[] = []
  let index = 0
  while (index < lines.length) {
    let end = index
    while (end < lines.length && lines[end]!.kind === 'same') end++
    const from = index === 0 ? 0 : index + CONTEXT
    const to = end === lines.length ? end : end - CONTEXT
    if (to - from < FOLD_FROM || open.has(from)) shown.push(...lines.slice(index, end))
    else shown.push(...lines.slice(index, from), { from, count: to - from }, ...lines.slice(to, end))
    while (end < lines.length && lines[end]!.kind !== 'same') shown.push(lines[end++]!)
    index = end
  }
  return shown
}

/** The number of each line in its own value, from 1; null where that value lacks the line. */
export function lineNumbers(
  lines: readonly JsonLine[],
): Map<JsonLine, { left: number | null; right: number | null }> {
  const count = { left: 0, right: 0 }
  return new Map(
    lines.map((line) => [
      line,
      {
        left: line.left === null ? null : ++count.left,
        right: line.right === null ? null : ++count.right,
      },
    ]),
  )
}
