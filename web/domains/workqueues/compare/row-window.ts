/** Rows that are rendered at first, and that each request adds; a run may have thousands of tasks. */
export const WINDOW = 60
/** Rows above the one that is jumped to. */
const ABOVE = 10

/** The rows that are rendered: from `from` up to `to`, without it. */
export interface RowWindow {
  from: number
  to: number
}

export const firstRows: RowWindow = { from: 0, to: WINDOW }

/** The window in a list of `count` rows; its beginning when it is beyond the end. */
export const windowIn = (shown: RowWindow, count: number): RowWindow =>
  shown.from < count
    ? { from: shown.from, to: Math.min(shown.to, count) }
    : { from: 0, to: Math.min(WINDOW, count) }

/** The window that has a row: the same, the same with more rows below, or one around a row that is far away. */
export function windowAround(shown: RowWindow, row: number): RowWindow {
  if (row >= shown.from && row < shown.to) return shown
  if (row >= shown.to && row < shown.to + WINDOW) return { from: shown.from, to: shown.to + WINDOW }
  const from = row < WINDOW ? 0 : row - ABOVE
  return { from, to: from + WINDOW }
}

export const withEarlier = ({ from, to }: RowWindow): RowWindow => ({ from: Math.max(0, from - WINDOW), to })
export const withLater = ({ from, to }: RowWindow): RowWindow => ({ from, to: to + WINDOW })
