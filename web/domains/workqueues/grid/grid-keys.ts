import type { GridMark, GridRow } from './grid-rows.ts'
import { NAME_COLUMN } from './grid-line.tsx'

/** A place in the grid. Row -1 has the heads, column -1 the names. */
export interface GridPlace {
  row: number
  column: number
}

export const HEAD_ROW = -1

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** The place that a key leads to; null for another key. Only the names of fan-outs can be reached. */
export function placeAfter(
  key: string,
  { row, column }: GridPlace,
  rows: readonly Pick<GridRow, 'folds'>[],
  columns: number,
): GridPlace | null {
  const last = columns - 1
  if (key === 'Home') return { row, column: 0 }
  if (key === 'End') return { row, column: last }
  const [down, right] = steps[key] ?? []
  if (down === undefined || right === undefined) return null
  const next = between(row + down, HEAD_ROW, rows.length - 1)
  const hasName = next !== HEAD_ROW && rows[next]?.folds != null
  return { row: next, column: between(column + right, hasName ? NAME_COLUMN : 0, last) }
}

/**
 * The next failed square, of the newest run first and from top to bottom, after a place and then from the beginning; null
 * when none failed.
 */
export function nextFailed(
  rows: readonly { marks: readonly GridMark[] }[],
  { row, column }: GridPlace,
): GridPlace | null {
  const failed = rows
    .flatMap(({ marks }, at) =>
      marks.flatMap((mark, index) => (mark === 'failed' ? [{ row: at, column: index }] : [])),
    )
    .sort((a, b) => b.column - a.column || a.row - b.row)
  const after = failed.find((place) => place.column < column || (place.column === column && place.row > row))
  return after ?? failed[0] ?? null
}
