import type { Column } from './column.ts'

/** Which columns of a table are shown, in which order and how wide. */
export interface TableLayout {
  /** Keys of the shown columns in their order; null: those of the table. */
  columns: readonly string[] | null
  /** Widths that a user has chosen, in pixels. */
  widths: Readonly<Record<string, number>>
}

export const ownLayout: TableLayout = { columns: null, widths: {} }

/** The least and the greatest width of a column, in pixels. */
export const WIDTHS = { least: 60, most: 800 }

type Placed = Pick<Column<unknown>, 'key' | 'header' | 'primary' | 'optional' | 'noRoom'>

/** Columns that a user can hide and move: neither that of the name nor that of actions. */
export const isChosen = ({ header, primary }: Placed): boolean => header !== '' && !primary

/** The keys of the shown columns among those that can be chosen, also of those without room now. */
export function chosenKeys(columns: readonly Placed[], { columns: keys }: TableLayout): string[] {
  const own = columns.filter(isChosen)
  if (keys === null) return own.filter(({ optional }) => !optional).map(({ key }) => key)
  const known = new Set(own.map(({ key }) => key))
  return keys.filter((key) => known.has(key))
}

/** The columns as they are shown: the name first, the chosen ones in their order, actions last, with their widths. */
export function arranged<Row>(columns: readonly Column<Row>[], layout: TableLayout): Column<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const chosen = chosenKeys(columns, layout).flatMap((key) => byKey.get(key) ?? [])
  const first = columns.filter(({ primary }) => primary)
  const last = columns.filter((column) => !column.primary && !isChosen(column))
  return [...first, ...chosen, ...last]
    .filter(({ noRoom }) => !noRoom)
    .map((column) => {
      const width = layout.widths[column.key]
      return width === undefined ? column : { ...column, width: `${width}px`, fixed: true }
    })
}

/** The layout with a column shown or hidden; a shown one takes the place that the table gives it. */
export function toggled(columns: readonly Placed[], layout: TableLayout, key: string): TableLayout {
  const keys = chosenKeys(columns, layout)
  if (keys.includes(key)) return { ...layout, columns: keys.filter((each) => each !== key) }
  const own = columns.filter(isChosen).map((column) => column.key)
  const before = own.slice(0, own.indexOf(key))
  const after = keys.findLastIndex((each) => before.includes(each))
  return { ...layout, columns: keys.toSpliced(after + 1, 0, key) }
}

/** The layout with a shown column one place further to the start or the end. */
export function moved(
  columns: readonly Placed[],
  layout: TableLayout,
  key: string,
  step: 1 | -1,
): TableLayout {
  const keys = chosenKeys(columns, layout)
  const at = keys.indexOf(key)
  const to = at + step
  if (at < 0 || to < 0 || to >= keys.length) return layout
  return { ...layout, columns: keys.toSpliced(at, 1).toSpliced(to, 0, key) }
}

/** The layout with another width of a column, within bounds. */
export function resized(layout: TableLayout, key: string, width: number): TableLayout {
  const bounded = Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, width)))
  return { ...layout, widths: { ...layout.widths, [key]: bounded } }
}

/** The same text for layouts that look the same. */
export const layoutText = ({ columns, widths }: TableLayout): string =>
  JSON.stringify([columns, Object.entries(widths).sort(([a], [b]) => (a < b ? -1 : 1))])

/** A stored layout; what is no layout counts as that of the table. */
export function tableLayoutOf(value: unknown): TableLayout {
  if (typeof value !== 'object' || value === null) return ownLayout
  const { columns, widths } = value as { columns?: unknown; widths?: unknown }
  const sizes = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    columns: Array.isArray(columns) ? columns.filter((key) => typeof key === 'string') : null,
    widths: Object.fromEntries(
      sizes.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  }
}
