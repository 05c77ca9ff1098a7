import { PER_ROW, squaresOf } from './heat.ts'

export interface Size {
  width: number
  height: number
}

/** Text is built at 12 px and never shown below 11: what does not fit at this zoom is panned to. */
export const MIN_ZOOM = 11 / 12

/** A node, and a slim one, whose name and note take two lines each. */
export const NODE_HEIGHTS = { usual: 60, slim: 72 } as const
/** A node in a sparse and in a crowded layer, and in one that a narrow canvas would cut. */
export const NODE_WIDTHS = { wide: 196, narrow: 148, slim: 100 } as const

/** Whether a node of that width has no room for its name in one line. */
export const isSlim = (width: number | undefined): boolean =>
  width !== undefined && width < NODE_WIDTHS.narrow

/** The inside of a node: pixels left of its text, right of it, and of its icon with the gap behind it. */
export const NODE_PADDING = { left: 13, right: 9, icon: 19 } as const

/** A heat grid: side and pitch of a square, and the parts of its node around it, in pixels. */
export const HEAT = {
  square: 11,
  pitch: 14,
  side: 18,
  head: 58,
  foot: 30,
  facts: { line: 18, twoLines: 34 },
} as const

/** A folded node is never narrower: its head has a title and counts in words. */
const LEAST_GROUP = 296

/** Squares per row of a heat grid in a space of that width. */
export const perRowIn = (width: number): number => perRowOf(width / MIN_ZOOM)

/** Squares per row of a heat grid in a node of that width. */
export function perRowOf(width: number): number {
  const isHeld = (count: number) => width >= count * HEAT.pitch + 2 * HEAT.side
  return [PER_ROW.wide, PER_ROW.middle].find(isHeld) ?? PER_ROW.narrow
}

/** The size of a node that `count` tasks are folded into. */
export function groupSize(count: number, perRow: number): Size {
  const squares = squaresOf(count)
  const rows = Math.max(1, Math.ceil(squares / perRow))
  const grid = Math.min(squares, perRow) * HEAT.pitch
  const width = Math.max(LEAST_GROUP, grid + 2 * HEAT.side)
  // A wide head has the durations beside the name, a narrow one below the counts.
  const facts = hasWideHead(width) ? 0 : HEAT.facts[isNarrow(width) ? 'twoLines' : 'line']
  return { width, height: HEAT.head + facts + rows * HEAT.pitch + HEAT.foot }
}

export const hasWideHead = (width: number): boolean => width >= 620

/** A head in which the durations take two lines, and the type has no place. */
export const isNarrow = (width: number): boolean => width < 480
