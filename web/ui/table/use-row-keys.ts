import type { RefObject } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'

const ROW = 'tr[data-row]'

/** The row with the focus, if it is one of the table. */
const rowIn = (table: HTMLElement | null) => {
  const row = document.activeElement?.closest<HTMLElement>(ROW) ?? null
  return row && table?.contains(row) ? row : null
}

/** What opens a row: the link or button of its name, or the row itself. */
const openerOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('[data-primary] :is(a, button)') ?? (row.tabIndex === 0 ? row : null)

/** Rows that cannot be selected have no key for it in the list of keys. */
const names = {
  plain: pageMessages.listKeys,
  selectable: { ...pageMessages.listKeys, ...pageMessages.selectKeys },
} as const

/**
 * Keys of the list of a page: `j` and `k` move the focus from row to row, `o` opens the row (as Enter does), `x` selects
 * it. A list whose rows cannot be opened or selected leaves the key to the browser.
 */
export function useRowKeys(table: RefObject<HTMLElement | null>, selectable: boolean): void {
  const move = (step: 1 | -1) => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
    const row = rowIn(table.current)
    const next = row ? rows[rows.indexOf(row) + step] : rows[0]
    const target = next && openerOf(next)
    target?.focus({ preventScroll: true })
    next?.scrollIntoView?.({ block: 'nearest' })
    return target !== undefined && target !== null
  }
  const press = (control: HTMLElement | null | undefined) => {
    control?.click()
    return Boolean(control)
  }
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      o: () => {
        const row = rowIn(table.current)
        return press(row && openerOf(row))
      },
      x: () => press(rowIn(table.current)?.querySelector<HTMLElement>('[data-select] input')),
    },
    selectable ? names.selectable : names.plain,
  )
}
