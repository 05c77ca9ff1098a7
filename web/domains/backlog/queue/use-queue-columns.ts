import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CARDS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { backlogViews, type BacklogParams } from '../backlog-params.ts'
import type { BacklogListRow } from '../sort-backlog.ts'
import { queueColumns } from './queue-columns.tsx'
import { queueAddress } from './queue-rows.ts'

/** Opens a row, and closes the one that was open; closes it when it is open. The same until the address changes. */
export function useToggleRow() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (row: BacklogListRow) => {
      const query = backlogViews.parse(new URLSearchParams(search))
      const address = queueAddress(row)
      const open = query.open === address ? null : address
      void navigate({ search: backlogViews.format({ ...query, open }) })
    },
    [search, navigate],
  )
}

/** From this width on, in pixels, there is room for all columns. */
const FULL_PX = 1440

/** The columns for the width of the page. */
export function useQueueColumns({ open, sort }: BacklogParams, toggle: (row: BacklogListRow) => void) {
  const isCards = useNarrowerThan(CARDS_PX)
  const isMedium = useNarrowerThan(WIDE_PX)
  const isWide = useNarrowerThan(FULL_PX)
  const layout = isCards ? 'cards' : isMedium ? 'medium' : isWide ? 'wide' : 'full'
  const sorted = sort.key
  return useMemo(() => queueColumns({ layout, open, sorted, toggle }), [layout, open, sorted, toggle])
}
