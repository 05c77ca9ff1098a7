/** One row of a JSON tree. */
export interface JsonRow {
  /** The position of the value as a JSON pointer; unique in its tree. */
  path: string
  /** Path of the parent row; null at the top level. */
  parent: string | null
  name: string
  level: number
  /** Position among its siblings, starting at 1, and their number. */
  position: number
  siblings: number
  kind: 'branch' | 'leaf' | 'more'
  value: unknown
  open: boolean
}

/** Which paths are expanded and how many of their members are shown. */
export interface JsonView {
  /** Expanded paths; the first level is always expanded. */
  open: ReadonlySet<string>
  /** Number of shown members by path, where it is more than the default. */
  shown: ReadonlyMap<string, number>
}

/**
 * Members of one object or list shown at once, so that a state with thousands of members does not block the
 * page.
 */
export const STEP = 100

export function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Size of a branch as text: `3 keys`, `1 item`. */
export function sizeText(value: object): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length
  const noun = Array.isArray(value) ? 'item' : 'key'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const pointerPart = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** The rows of a tree from top to bottom: members of the value and of its expanded branches. */
export function jsonRows(value: unknown, view: JsonView): JsonRow[] {
  const rows: JsonRow[] = []
  if (isBranch(value)) addMembers(rows, value, null, 1, view)
  return rows
}

function addMembers(
  rows: JsonRow[],
  value: object,
  parent: string | null,
  level: number,
  view: JsonView,
): void {
  const entries = Object.entries(value)
  const siblings = entries.length
  const shown = Math.min(siblings, view.shown.get(parent ?? '') ?? STEP)
  entries.slice(0, shown).forEach(([name, member], index) => {
    const path = `${parent ?? ''}/${pointerPart(name)}`
    const base = { path, parent, name, level, position: index + 1, siblings, value: member }
    const open = isBranch(member) && view.open.has(path)
    rows.push({ ...base, kind: isBranch(member) ? 'branch' : 'leaf', open })
    if (open) addMembers(rows, member, path, level + 1, view)
  })
  if (shown === siblings) return
  const name = `Show ${Math.min(STEP, siblings - shown)} more`
  const path = `${parent ?? ''}/~more`
  rows.push({
    path,
    parent,
    name,
    level,
    position: shown + 1,
    siblings,
    kind: 'more',
    value: null,
    open: false,
  })
}

/** The effect of a key on a row of a tree: focus `row`, or activate it (expand, collapse, show more). */
interface TreeStep {
  row: JsonRow
  activate: boolean
}

/** The keys of a tree by the ARIA practices; null for any other key and at the ends. */
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
