import { useId } from 'react'
import { Link } from 'react-router-dom'
import { MenuCount } from './menu-count.tsx'
import { type Entry, useEntries } from './use-entries.ts'

function EntryLink({
  entry,
  count,
  nested,
  rail,
  onFollow,
}: {
  entry: Entry
  /** How many items need attention. */
  count: number
  nested: boolean
  rail: boolean
  onFollow?: () => void
}) {
  const Icon = entry.icon
  const countId = useId()
  return (
    <span data-menu-entry>
      <Link
        to={entry.to}
        aria-label={entry.label}
        aria-describedby={entry.counts && count > 0 ? countId : undefined}
        aria-current={entry.active ? 'page' : undefined}
        title={rail ? entry.label : undefined}
        onClick={onFollow}
      >
        <span data-menu-icon aria-hidden>
          <Icon size={nested ? 15 : 16} />
        </span>
        {/* The icon rail has no room for names: there it is the tooltip and the accessible name of the link. */}
        <span data-menu-name>{entry.label}</span>
      </Link>
      {entry.counts && <MenuCount count={count} id={countId} shown={entry.counts} />}
    </span>
  )
}

/**
 * The side menu, with the version in its footer. `rail` shows only icons between 700 and 1100 px; without it the menu is
 * for fingers. `onFollow` is called when a link is followed, so that a drawer can close.
 */
export function SideMenu({
  version,
  count,
  rail,
  onFollow,
}: {
  version: string
  /** How many items need attention. */
  count: number
  rail: boolean
  onFollow?: () => void
}) {
  const entries = useEntries()
  const link = { rail, onFollow, count }
  return (
    <div data-side-menu data-rail={rail || undefined}>
      <nav aria-label="Main">
        <ul data-menu>
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} nested={false} {...link} />
              {entry.children && entry.children.length > 0 && (
                <ul data-menu>
                  {entry.children.map((child) => (
                    <li key={child.to} data-menu-place={!child.offered || undefined}>
                      {child.offered && <EntryLink entry={child} nested {...link} />}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <footer data-menu-version>{version}</footer>
    </div>
  )
}
