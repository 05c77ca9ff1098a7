/** Between a card and its column, and between a card and the edges of the page, in pixels. */
const GAP = { column: 8, edge: 12 } as const

/** Where a card may stand, in pixels of the page. */
export interface Room {
  column: { left: number; right: number }
  /** Where the squares begin. */
  squares: number
  /** The grid below its heads. */
  grid: { left: number; right: number; top: number; bottom: number }
  /** The lower edge of the failed square of the run. */
  below: number
  view: { top: number; bottom: number }
  card: { width: number; height: number }
}

/**
 * The corner of a card: beside its column, so that it never covers a square of its run, on the left where it covers no name
 * there; below the failed square, but within what can be seen of the page.
 */
export function cardCorner({ column, squares, grid, below, view, card }: Room): {
  left: number
  top: number
} {
  const onLeft = column.left - GAP.column - card.width
  const onRight = column.right + GAP.column
  const fitsLeft = onLeft >= squares || onRight + card.width > grid.right
  const left = fitsLeft ? Math.max(grid.left, onLeft) : onRight
  const lowest = Math.min(Math.max(grid.bottom, grid.top + card.height), view.bottom - GAP.edge) - card.height
  const top = Math.max(Math.min(below, lowest), Math.min(grid.top, view.top + GAP.edge), view.top + GAP.edge)
  return { left, top }
}

/** Moves a card to its place; the chosen column and the failed row are found in the grid. */
export function placeCard(card: HTMLElement, grid: HTMLElement, failedRow: number): void {
  const column = grid.querySelector('[data-chosen]')?.getBoundingClientRect()
  if (!column) return
  const frame = grid.getBoundingClientRect()
  const heads = grid.querySelector('.run-grid-heads')?.getBoundingClientRect()
  const failed = grid.querySelector(`[data-row="${failedRow}"]`)?.getBoundingClientRect()
  const top = heads?.bottom ?? frame.top
  const { left, top: at } = cardCorner({
    column,
    squares: grid.querySelector('[data-col="0"]')?.getBoundingClientRect().left ?? frame.left,
    grid: { left: frame.left, right: frame.right, top, bottom: frame.bottom },
    below: (failed ?? heads)?.bottom ?? top,
    view: { top: 0, bottom: window.innerHeight },
    card: { width: card.offsetWidth, height: card.offsetHeight },
  })
  card.style.left = `${left - frame.left}px`
  card.style.top = `${at - frame.top}px`
}
