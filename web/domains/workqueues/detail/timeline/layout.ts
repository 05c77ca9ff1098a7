/** How names and bars share the width: beside each other, or names above bars. */
export interface TimelineLayout {
  /** Width of the names in pixels; 0 above the bars. */
  names: number
  withType: boolean
  stacked: boolean
  rowHeight: number
}

/** The layout in a box of a width in pixels. */
export function layoutOf(width: number): TimelineLayout {
  if (width < 560) return { names: 0, withType: false, stacked: true, rowHeight: 41 }
  if (width < 900) return { names: 190, withType: false, stacked: false, rowHeight: 29 }
  return { names: 388, withType: true, stacked: false, rowHeight: 29 }
}

/** Pixels from the top of a row to the middle of its bars. */
export const barMiddle = ({ rowHeight, stacked }: Pick<TimelineLayout, 'rowHeight' | 'stacked'>) =>
  stacked ? 30 : rowHeight / 2
