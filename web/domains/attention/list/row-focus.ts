const ROW = '[data-item]'

/** The row that has the focus, or contains it. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>(ROW) ?? null

/** Moves the focus from row to row; the first step leads to the first row. False where there is no other row. */
export function moveFocus(list: HTMLElement | null, step: 1 | -1): boolean {
  const rows = [...(list?.querySelectorAll<HTMLElement>(`${ROW}:not([aria-hidden])`) ?? [])]
  const at = rows.indexOf(focusedRow()!)
  const next = at === -1 ? rows[0] : rows[at + step]
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
  return next !== undefined
}

/**
 * Presses the first such control of the row with the focus; with `row` only if the row itself has it, not one of its
 * controls. False where there is none.
 */
export function pressInRow(selector: string, on?: 'row'): boolean {
  const row = focusedRow()
  if (!row || (on === 'row' && document.activeElement !== row)) return false
  const control = row.querySelector<HTMLElement>(selector)
  control?.click()
  return control !== null
}
