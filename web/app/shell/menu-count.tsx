import './side-menu.css'
import { pageMessages } from '#shared/lib/page-messages.ts'

/** A larger count is shown as `99+`. */
const MOST = 99

interface MenuCountProps {
  count: number
  /** Of the text for screen readers, which describes the link or the button. */
  id: string
  /** At the end of an entry while names are shown, at its icon, or at the button that opens the menu. */
  shown: 'unfolded' | 'folded' | 'button'
}

/** How many items need attention, beside what leads there: the names of links and buttons stay what they are. */
export function MenuCount({ count, id, shown }: MenuCountProps) {
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
