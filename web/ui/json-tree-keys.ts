import type { JsonRow } from './json-rows.ts'

/** Where a key leads from a row of a tree: to another row, or to opening, closing or fetching there. */
export interface TreeStep {
  row: JsonRow
  activate: boolean
}

/** The keys of a tree as the ARIA practices describe them; null for any other key and at the ends. */
export function nextRow(rows: readonly JsonRow[], current: JsonRow, key: string): TreeStep | null {
  const index = rows.indexOf(current)
  const to = (row: JsonRow | undefined): TreeStep | null => (row ? { row, activate: false } : null)
  const here: TreeStep = { row: current, activate: true }
  switch (key) {
    case 'ArrowDown':
      return to(rows[index + 1])
    case 'ArrowUp':
      return to(rows[index - 1])
    case 'Home':
      return to(rows[0])
    case 'End':
      return to(rows.at(-1))
    case 'ArrowRight':
      if (current.kind !== 'branch') return null
      return current.open ? to(rows[index + 1]) : here
    case 'ArrowLeft':
      return current.open ? here : to(rows.find((row) => row.path === current.parent))
    case 'Enter':
    case ' ':
      return current.kind === 'leaf' ? null : here
    default:
      return null
  }
}
