import './menu-count.css'
import { pageMessages } from '#shared/lib/page-messages.ts'

/** A larger count is shown as `99+`. */
const MOST = 99

/**
 * How many items need attention, beside an entry of the menu: `unfolded` while names are shown, `folded` at its icon.
 * `id` is that of the text for screen readers.
 */
export function MenuCount({ count, id, shown }: { count: number; id: string; shown: 'unfolded' | 'folded' }) {
  if (count === 0) return null
  return (
    <span data-count={shown}>
      <span data-menu-count aria-hidden>
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span id={id} hidden>
        {pageMessages.needAttention(count)}
      </span>
    </span>
  )
}
