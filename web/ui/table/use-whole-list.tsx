import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { tableMessages as texts } from '#shared/lib/table-messages.ts'
import { useOwnPageSize } from '#web/lib/settings/page-size.ts'
import { EmptyState } from '../feedback/placeholders.tsx'
import { SearchField } from '../form/search-field.tsx'
import { Pagination } from './pagination.tsx'

/** As many items are shown at once, without a search. */
const FEW = 25

interface WholeList<Item> {
  /** Those that pass the search, and of them those of the page. */
  found: Item[]
  shown: Item[]
  /** The search field; null where there are few items. */
  find: ReactNode
  /** The way to the other pages; undefined where there are none. */
  pages: ReactNode | undefined
  /** What is shown when no item passes the search; null where some do. */
  noMatch: ReactNode
}

/**
 * A list of which all items are there, page by page: long lists have a search in their names (`textOf`) and the pages of every
 * other list. `what` names the items, for screen readers.
 */
export function useWholeList<Item>(
  items: readonly Item[],
  { textOf, what }: { textOf(item: Item): string; what: string },
): WholeList<Item> {
  const [text, setText] = useState('')
  const [asked, setPage] = useState(1)
  const perPage = useOwnPageSize()
  if (items.length <= FEW)
    return { found: [...items], shown: [...items], find: null, pages: undefined, noMatch: null }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((item) => {
    const name = textOf(item).toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const page = Math.min(asked, Math.max(1, Math.ceil(found.length / perPage)))
  return {
    found,
    shown: found.slice((page - 1) * perPage, page * perPage),
    find: (
      <SearchField
        look="keyless"
        label={texts.find(what)}
        value={text}
        onSearch={(next) => {
          setText(next)
          setPage(1)
        }}
      />
    ),
    pages:
      found.length > 0 ? (
        <Pagination
          page={page}
          perPage={perPage}
          total={found.length}
          what={what}
          onChange={(next) => setPage(next.page)}
        />
      ) : undefined,
    noMatch:
      found.length > 0 ? null : (
        <EmptyState icon={<SearchX size={20} />} title={texts.noneFound(text.trim())} />
      ),
  }
}
