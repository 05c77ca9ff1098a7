import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'

/** Height of the axis above the rows in pixels. */
const HEAD_HEIGHT = 34

/**
 * The row that the keyboard points at while the rows have the focus; null without it. A selected row is scrolled into
 * view, and is the first one that the keyboard points at.
 */
export function useActiveRow({
  box,
  ids,
  rowHeight,
  page,
  selected,
  onSelect,
}: {
  box: HTMLElement | null
  ids: readonly string[]
  rowHeight: number
  /** Rows that Page Down moves by. */
  page: number
  selected: string | null
  onSelect(id: string): void
}) {
  const [active, setActive] = useState<number | null>(null)
  const reveal = (index: number) => {
    if (!box) return
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    const room = box.clientHeight - HEAD_HEIGHT
    if (top < box.scrollTop) box.scrollTo({ top })
    else if (bottom > box.scrollTop + room) box.scrollTo({ top: bottom - room })
  }
  const latest = useLatest({ reveal, ids })
  // Also when the box is there for the first time: a failed run opens on its failure.
  useEffect(() => {
    const index = box === null || selected === null ? -1 : latest.current.ids.indexOf(selected)
    if (index >= 0) latest.current.reveal(index)
  }, [box, selected, latest])
  const last = ids.length - 1
  const moves: Partial<Record<string, (from: number) => number>> = {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from) => from + page,
    PageUp: (from) => from - page,
    Home: () => 0,
    End: () => last,
  }
  const choose = useCallback(
    (id: string) => {
      setActive((known) => (known === null ? null : ids.indexOf(id)))
      onSelect(id)
    },
    [ids, onSelect],
  )
  const onFocus = () =>
    setActive((known) => known ?? Math.max(0, selected === null ? 0 : ids.indexOf(selected)))
  return {
    active,
    /** Selects a row that was clicked; the keyboard goes on from there. */
    choose,
    onFocus,
    onBlur: () => setActive(null),
    onKeyDown(event: KeyboardEvent) {
      const from = Math.min(active ?? 0, last)
      const move = moves[event.key]
      const id = ids[from]
      if ((event.key === 'Enter' || event.key === ' ') && id !== undefined) onSelect(id)
      else if (move) {
        const next = Math.max(0, Math.min(last, move(from)))
        setActive(next)
        reveal(next)
      } else return
      event.preventDefault()
    },
  }
}
