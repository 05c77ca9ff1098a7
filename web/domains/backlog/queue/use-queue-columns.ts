import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CARDS_PX, TWO_COLUMNS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
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

/**
 * Widths of the window, in pixels, from which on there is room for more columns: for all of them from the last one on. From
 * `TWO_COLUMNS_PX` on the menu takes the room of some of them.
 */
const ROOM_PX = { folded: 1000, beside: 1160, full: 1440 } as const

/** How many columns have no room. */
function useGivenUp(): number {
  const isFolded = useNarrowerThan(TWO_COLUMNS_PX)
  const isLeast = useNarrowerThan(ROOM_PX.folded)
  const isLess = useNarrowerThan(ROOM_PX.beside)
  const isMedium = useNarrowerThan(WIDE_PX)
  const isWide = useNarrowerThan(ROOM_PX.full)
  if (isLeast || (isLess && !isFolded)) return 4
  return isMedium ? 3 : isWide ? 1 : 0
}

/** The columns for the width of the page. */
export function useQueueColumns({ open, sort }: BacklogParams, toggle: (row: BacklogListRow) => void) {
  const isCards = useNarrowerThan(CARDS_PX)
  const givenUp = useGivenUp()
  const sorted = sort.key
  return useMemo(
    () => queueColumns({ isCards, givenUp, open, sorted, toggle }),
    [isCards, givenUp, open, sorted, toggle],
  )
}
