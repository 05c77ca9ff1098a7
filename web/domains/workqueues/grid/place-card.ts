/** Between a card and its column, its row, and the edges of the page, in pixels. */
const GAP = { column: 8, row: 4, edge: 12 } as const

/** Where a card may stand, in pixels of the page. */
export interface Room {
  column: { left: number; right: number }
  /** Where the squares begin. */
  squares: number
  grid: { left: number; right: number }
  /** The row of the square that is pointed at. */
  row: { top: number; bottom: number }
  view: { top: number; bottom: number }
  card: { width: number; height: number }
}

/**
 * The corner of a card: beside its column and below its row, or above that where there is no room below, so that the squares
 * of its run and those of the same task in other runs stay free; on the left where it covers no name there. Never outside of
 * what can be seen of the page.
 */
export function cardCorner({ column, squares, grid, row, view, card }: Room): {
  left: number
  top: number
} {
  const onLeft = column.left - GAP.column - card.width
  const onRight = column.right + GAP.column
  const fitsLeft = onLeft >= squares || onRight + card.width > grid.right
  const left = fitsLeft ? Math.max(grid.left, onLeft) : onRight
  const [highest, lowest] = [view.top + GAP.edge, view.bottom - GAP.edge - card.height]
  const [above, below] = [row.top - GAP.row - card.height, row.bottom + GAP.row]
  const isAbove = below > lowest && above >= highest
  return { left, top: Math.max(highest, isAbove ? above : Math.min(below, lowest)) }
}

/** Moves a card to its place; the chosen column and the row are found in the grid. */
export function placeCard(card: HTMLElement, grid: HTMLElement, row: number): void {
  const column = grid.querySelector('[data-chosen]')?.getBoundingClientRect()
  if (!column) return
  const frame = grid.getBoundingClientRect()
  const { left, top: at } = cardCorner({
    column,
    squares: grid.querySelector('[data-col="0"]')?.getBoundingClientRect().left ?? frame.left,
    grid: frame,
    row: grid.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect() ?? frame,
    view: { top: 0, bottom: window.innerHeight },
    card: { width: card.offsetWidth, height: card.offsetHeight },
  })
  card.style.left = `${left - frame.left}px`
  card.style.top = `${at - frame.top}px`
}
