/** Between a card and its column, its row, and the edges of the page, in pixels. */
const GAP = { column: 8, row: 4, edge: 12 } as const

/** Height of the top bar, which stays at the top of the window, in pixels. */
const TOP_BAR = 48

/** A card that is higher than the room above and below its row is scrolled there, unless that room is less, in pixels. */
const LEAST_HEIGHT = 280

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
 * what can be seen of the page. `most` is the height from which on the card is scrolled; null where it is whole.
 */
export function cardCorner({ column, squares, grid, row, view, card }: Room): {
  left: number
  top: number
  most: number | null
} {
  const onLeft = column.left - GAP.column - card.width
  const onRight = column.right + GAP.column
  const fitsLeft = onLeft >= squares || onRight + card.width > grid.right
  const left = fitsLeft ? Math.max(grid.left, onLeft) : onRight
  const [highest, lowest] = [view.top + GAP.edge, view.bottom - GAP.edge]
  const [above, below] = [row.top - GAP.row, row.bottom + GAP.row]
  const rooms = { above: above - highest, below: lowest - below }
  const room = Math.max(rooms.above, rooms.below)
  const most = room < card.height && room >= LEAST_HEIGHT ? room : null
  const height = most ?? card.height
  const isAbove = rooms.below < height && rooms.above >= height
  const top = isAbove ? above - height : Math.min(below, lowest - height)
  return { left, top: Math.max(highest, top), most }
}

/** Moves a card to its place; the chosen column and the row are found in the grid. */
export function placeCard(card: HTMLElement, grid: HTMLElement, row: number): void {
  const column = grid.querySelector('[data-chosen]')?.getBoundingClientRect()
  if (!column) return
  const frame = grid.getBoundingClientRect()
  const {
    left,
    top: at,
    most,
  } = cardCorner({
    column,
    squares: grid.querySelector('[data-col="0"]')?.getBoundingClientRect().left ?? frame.left,
    grid: frame,
    row: grid.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect() ?? frame,
    view: { top: TOP_BAR, bottom: window.innerHeight },
    // Of all its content, however much of it is scrolled.
    card: { width: card.offsetWidth, height: card.scrollHeight + card.offsetHeight - card.clientHeight },
  })
  card.style.left = `${left - frame.left}px`
  card.style.top = `${at - frame.top}px`
  card.style.maxHeight = most === null ? '' : `${most}px`
}
